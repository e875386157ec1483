"""What starts quickly does so because of what it does not import; each promise is checked in a fresh process."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("textual", "rich", "sqlalchemy", "sqlmodel", "pydantic", "alembic", "markdown_it", "rapidfuzz", "click")
SETTINGS = ("platformdirs", "tomli")
READING = ("textual", "rich", "sqlalchemy", "sqlmodel", "pydantic", "alembic", "click", "tempfile", "regex")
ASIDE = (  # of the program's own what a list or a search in the usual order makes no use of
    *("tracker.library.values", "tracker.library.details", "tracker.library.queue", "tracker.queue.points"),
    *("tracker.store.health", "tracker.store.backup", "tracker.store.shape", "tracker.store.reach", "tracker.seldom"),
    *(
        "tracker.cli.help",
        "tracker.query.explain",
        "tracker.text.render",
        "copy",
        "random",
        "heapq",
        "argparse",
        "json",
    ),
)
FRONT_ENDS = ("textual", "rich", "tracker.tui", "tracker.cli", "click")
DATABASES = ("sqlalchemy", "sqlmodel", "sqlite3", "tracker.library", "tracker.store", "tracker.models")

OPEN_AND_LIST = """
from pathlib import Path
from tracker.library import Library
library = Library.open(Path("library.db"), "ann")
found = library.find("status:unread sort:title")
assert len(library.rows(found.ids)) == 36
"""

SEARCH = """
import sys
from contextlib import contextmanager
from pathlib import Path
from tracker.library import Library
from tracker.store.search.sql.clock import Clock
timed = Clock.ending
@contextmanager
def watched(self, after=None):
    there = set(sys.modules)
    with timed(self, after):
        yield
    assert not set(sys.modules) - there, set(sys.modules) - there
Clock.ending = watched
library = Library.open(Path("library.db"), "ann")
assert library.find("transformr langauge", typing=True, rough=True).corrections
"""


def imported(code: str, folder: Path) -> set[str]:
    """The names of the modules that are there after `code` was run in a fresh process in `folder`."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint('\\n\\0' + ' '.join(sys.modules))"],
        cwd=folder,
        env={"HOME": str(folder), "LOGNAME": "ann", "PATH": "/usr/bin:/bin", "TRACKER_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return set(told.stdout.rsplit("\0", 1)[1].split())


def verb(*arguments: str) -> str:
    return f"from tracker.__main__ import main\nassert main({list(arguments)!r}) == 0"


def of(names: tuple[str, ...], modules: set[str]) -> list[str]:
    return sorted(name for name in names if name in modules)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_heavy(option: str, tmp_path: Path) -> None:
    modules = imported(verb(option), tmp_path)
    assert of((*HEAVY, *SETTINGS), modules) == []


def test_opening_a_library_and_listing_it_imports_no_orm_and_no_interface(seeded: Path) -> None:
    assert of(READING, imported(OPEN_AND_LIST, seeded.parent)) == []


def test_nothing_is_imported_while_the_clock_of_a_search_is_running(seeded: Path) -> None:
    assert of(("rapidfuzz",), imported(SEARCH, seeded.parent)) == ["rapidfuzz"]


def test_listing_from_the_command_line_imports_no_orm_and_no_interface(seeded: Path) -> None:
    verbs = [
        ["list"],
        ["list", "status:unread", "--json"],
        ["list", "--count"],
        [],
        ["list", "lnaguage", "--limit", "3"],
    ]
    code = "\n".join(verb(*arguments, "--library", str(seeded)) for arguments in verbs)
    assert of(READING, imported(code, seeded.parent)) == []


def test_a_search_on_the_command_line_imports_no_more_than_it_needs(seeded: Path) -> None:
    searching = verb("list", "reasoning", "--limit", "3", "--library", str(seeded))
    assert of((*READING, *ASIDE, "rapidfuzz"), imported(searching, seeded.parent)) == []


def test_no_verb_of_the_command_line_imports_the_interface(seeded: Path) -> None:
    verbs = [
        *(["show", "1"], ["explain", "tag:safety reasonning"], ["tags"], ["status", "done", "1"], ["tag", "+one", "1"]),
        *(["star", "2"], ["note", "3", "--text", "A note."], ["notes"], ["log"], ["undo"], ["doctor"], ["backup"]),
        *(["add", "--title", "A paper", "We study how models count."], ["config", "show"], ["formats"], ["saved"]),
    ]
    code = "\n".join(verb("--library", str(seeded), *arguments) for arguments in verbs)
    assert of(("textual", "rich", "tracker.tui"), imported(code, seeded.parent)) == []


def test_the_library_imports_no_front_end(seeded: Path) -> None:
    writing = "\nfrom tracker.terms import Status\nlibrary.set_status([1], Status.DONE)\n"
    modules = imported(OPEN_AND_LIST + writing, seeded.parent)
    assert "sqlmodel" in modules
    assert of(FRONT_ENDS, modules) == []


def test_the_interface_is_there_before_the_database(tmp_path: Path) -> None:
    modules = imported("import tracker.tui.app", tmp_path)
    assert of(DATABASES, modules) == []


@pytest.mark.parametrize("leaf", ["text", "query", "formats", "screening"])
def test_a_leaf_stands_alone(leaf: str, tmp_path: Path) -> None:
    code = f"import importlib, pkgutil, tracker.{leaf} as leaf\n" + (
        "for found in pkgutil.walk_packages(leaf.__path__, leaf.__name__ + '.'): importlib.import_module(found.name)"
    )
    assert of((*FRONT_ENDS, *DATABASES), imported(code, tmp_path)) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked, which costs more")
def test_settings_cost_only_what_they_use(tmp_path: Path) -> None:
    modules = imported("from tracker.config import settings\nsettings()\n", tmp_path)
    assert of(("tomli", "rapidfuzz", "dataclasses", "tempfile"), modules) == []
