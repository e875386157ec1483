"""Libraries to test on: a seeded one is made once and copied for each test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tracker.library import Library


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


@pytest.fixture
def open_library(seeded: Path) -> Iterator[Callable[..., Library]]:
    """Open this test's library, also several times, for the person named."""
    opened: list[Library] = []

    def open_one(me: str = "ann") -> Library:
        opened.append(Library.open(seeded, me))
        return opened[-1]

    yield open_one
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: Callable[..., Library]) -> Library:
    """A seeded library opened by ann."""
    return open_library()
