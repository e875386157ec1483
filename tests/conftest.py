"""Libraries to test on: a seeded one is made once for each engine and copied for each test."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgresql.server import PEOPLE, Server, server
from tracker.library import Library

# A busy machine is no reason to fail: how long an example takes is measured by the benchmarks.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: for much of its time a test waits, for a terminal, another program, a server."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks anybody outside of this machine."""
    monkeypatch.setenv("TRACKER_OFFLINE", "1")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A seeded library file that nobody has it open."""
    path = tmp_path_factory.mktemp("template") / "library.db"
    Library.open(path, "ann").close()
    return path


@pytest.fixture
def seeded(template: Path, tmp_path: Path) -> Path:
    """The path of a seeded library of this test's own."""
    return Path(shutil.copy(template, tmp_path / "library.db"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server with a seeded library that nobody has open, named `seeded`: ann's, with a team."""
    with server() as running:
        running.make("seeded")
        with Library.open(running.url("ann", "seeded"), "") as library:
            library.init_team()
            for name in PEOPLE:
                library.add_member(name)
        yield running


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    """The name of a database with a seeded library of this test's own."""
    with postgres.copied("seeded") as name:
        yield name


@pytest.fixture
def engine() -> str:
    """The engine that libraries are opened on; a folder of tests that run on both has a fixture of its own."""
    return "sqlite"


@pytest.fixture
def open_library(engine: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Library]]:
    """Open this test's library, also several times, for the person named."""
    opened: list[Library] = []

    def open_one(me: str = "ann") -> Library:
        if engine == "sqlite":
            where: str = str(request.getfixturevalue("seeded"))
        else:
            postgres: Server = request.getfixturevalue("postgres")
            where = postgres.url(me, request.getfixturevalue("database"))
        opened.append(Library.open(where, me))
        return opened[-1]

    yield open_one
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: Callable[..., Library]) -> Library:
    """A seeded library opened by ann."""
    return open_library()
