"""Runs the program in this process on a seeded library of the test's own, as a person or a script would."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tracker.__main__ import main


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        return [line.split("\t") for line in self.out.splitlines()]

    @property
    def ids(self) -> list[int]:
        return [int(row[0]) for row in self.rows]


class Screen(io.StringIO):
    """Text that says it is a terminal."""

    def isatty(self) -> bool:
        return True


Tracker = Callable[..., Ran]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own settings, library or editor."""
    variables = (
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "TRACKER_CONFIG",
        "TRACKER_LIBRARY",
        "VISUAL",
        "EDITOR",
        "NO_COLOR",
    )
    for variable in variables:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TRACKER_ME", "ann")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Tracker:
    """Run the program without a library of its own."""

    def ran(*arguments: str, stdin: str | bytes = "", terminal: bool = False) -> Ran:
        out, err = (Screen(), Screen()) if terminal else (io.StringIO(), io.StringIO())
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        code = main(arguments)
        return Ran(code, out.getvalue(), err.getvalue())

    return ran


@pytest.fixture
def tracker(run: Tracker, seeded: Path, monkeypatch: pytest.MonkeyPatch) -> Tracker:
    """Run the program on a seeded library."""
    monkeypatch.setenv("TRACKER_LIBRARY", str(seeded))
    return run


@pytest.fixture
def title(tracker: Tracker) -> Callable[[str], int]:
    """The id of the paper whose title begins so."""

    def found(begin: str) -> int:
        return next(int(row[0]) for row in tracker("list").rows if row[3].startswith(begin))

    return found
