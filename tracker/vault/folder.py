"""The folder of a vault: finding its pages by their ids, and writing them whole or not at all, nowhere else."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tracker.errors import Conflict, NotFound
from tracker.vault.names import folded
from tracker.vault.page import claims

BACKUPS = ".tracker-backup"
HEAD = 4096  # bytes in which a page says whose it is


class Found(NamedTuple):
    """What lies in a folder: the pages by their path from it, and every name that a new one must not have."""

    pages: Mapping[str, bytes]
    taken: frozenset[str]  # as `folded` gives them, with their paths
    unread: Mapping[str, str]  # files that might be pages and cannot be read, and why


class Folder:
    """A folder, or the place for one. Links that lead out of it are not followed, hidden folders not looked into."""

    def __init__(self, root: Path) -> None:
        try:
            self.root = root.expanduser().resolve()
        except (
            ValueError,
            RuntimeError,
        ) as error:  # a name that no folder can have; a home or a link that leads nowhere
            raise NotFound(f"There is no folder {root}: {error}") from error
        if not self.root.is_dir() and (self.root.exists() or not self.root.parent.is_dir()):
            raise NotFound(f"There is no folder {root}; make it first, or give another one")
        self._umask = os.umask(0o077)
        os.umask(self._umask)

    def made(self) -> Folder:
        """The folder, which is there from now on."""
        self.root.mkdir(exist_ok=True)
        return self

    def look(self, known: Container[str] = ()) -> Found:
        """Read every page, and what lies where a known one was. OSError where the folder itself cannot be read."""
        pages: dict[str, bytes] = {}
        unread: dict[str, str] = {}
        taken: set[str] = set()
        for path in self._files():
            name = path.relative_to(self.root).as_posix()
            taken.add(folded(name))
            if path.suffix.casefold() != ".md" or path.is_symlink() or not path.is_file():
                continue
            try:
                name.encode()
                if (data := _page(path, whole=name in known)) is not None:
                    pages[name] = data
            except UnicodeEncodeError:
                unread[name.encode("utf-8", "replace").decode()] = "its name is no text"
            except OSError as error:
                unread[name] = error.strerror or str(error)
        return Found(pages, frozenset(taken), unread)

    def read(self, name: str) -> bytes | None:
        """What a file holds now; None where there is none, or a link in its place."""
        path = self.root / name
        if path.is_symlink() or not path.is_file():
            return None
        return path.read_bytes()

    def write(self, name: str, data: bytes, expected: bytes | None) -> None:
        """Put a page in its place at once. Conflict where the file is not as expected any more (None: not there)."""
        path = self.root / name
        self._inside(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(prefix=".tracker-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(handle)
            if expected is None:
                os.chmod(made, 0o666 & ~self._umask)
                _as_new(made, path)
                return
            shutil.copymode(path, made)
            if self.read(name) != expected:
                raise Conflict(f"{name} was changed just now; look at it again")
            os.replace(made, path)
        except FileNotFoundError:
            raise Conflict(f"{name} is gone since it was looked at; look again") from None
        finally:
            Path(made).unlink(missing_ok=True)

    def keep(self, names: Iterable[str], when: str) -> Path | None:
        """Copies of files as they are, below a folder of that name; None where there was nothing to copy."""
        into = self.root / BACKUPS / when
        kept = None
        for name in names:
            data = self.read(name)
            if data is not None:
                (into / name).parent.mkdir(parents=True, exist_ok=True)
                (into / name).write_bytes(data)
                kept = into
        return kept

    def _files(self) -> Iterator[Path]:
        for folder, below, files in os.walk(self.root, onerror=_raised) if self.root.exists() else ():
            below[:] = sorted(name for name in below if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(files) if not name.startswith("."))

    def _inside(self, path: Path) -> None:
        """Refuse a place that a link leads to."""
        there = path.parent
        while not there.exists():
            there = there.parent
        if not there.resolve().is_relative_to(self.root):
            raise Conflict(f"{path.parent.name} in the vault is a link that leads out of it; nothing was written there")


def _page(path: Path, *, whole: bool) -> bytes | None:
    """The whole of a file that says it is a page, or is to be read in any case."""
    with open(path, "rb") as file:
        head = file.read(HEAD)
        return head + file.read() if whole or claims(head) else None


def _as_new(made: str, path: Path) -> None:
    """Give a finished file its name, unless there is one by now; every system can at least look first."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise Conflict(f"{path.name} is there by now; look again") from None
    except OSError:
        if path.exists() or path.is_symlink():
            raise Conflict(f"{path.name} is there by now; look again") from None
        os.replace(made, path)


def _raised(error: OSError) -> None:
    raise error
