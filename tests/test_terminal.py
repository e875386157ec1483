"""The installed program in a real terminal, from the first start to the next day."""

import sqlite3
from pathlib import Path

import pytest

from tests.terminal import Terminal
from tracker.library import Library

SINKS = "Interpreting the Repeated Token Phenomenon"


def test_what_one_does_in_the_program_is_there_the_next_time(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.shows("36 papers")
        terminal.press("/", "atention sinks")
        terminal.shows(SINKS)
        terminal.hides("36 papers")
        terminal.press("enter", "w")
        terminal.shows("as later")
        terminal.press("t", "judge", "enter", "enter", "escape")
        terminal.shows("#judge")
        terminal.press("e")
        terminal.shows("saved by itself")
        terminal.press("Compare with *our* audit.", "escape")
        terminal.shows("note saved")
        terminal.press("u")
        terminal.shows("undid")
        terminal.press("U")
        terminal.shows("1 note")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0
    with Terminal(home=tmp_path) as terminal:
        terminal.shows("36 papers")
        terminal.press("/", "#judge", "enter")
        terminal.shows(SINKS)
        terminal.shows("1 note")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0


HOSTILE = "[/x] [@click=app.quit]x[/] a\x1b]0;PWNTITLE\x07b\x1b[31mc\x9b31md\x1bP1$r\x1b\\e\u202ef\x08g\rh\x7fi [b]k"


def poison(path: Path) -> None:
    """Write what no import lets in, as another program could, into everything that is shown."""
    Library.open(path, "ann").close()
    with sqlite3.connect(path) as connection:
        connection.executescript("DELETE FROM title_variant; DELETE FROM meta WHERE name = 'search';")
        connection.execute("INSERT OR IGNORE INTO person VALUES (9, ?, 'bob', '2026-01-01T00:00:00+00:00')", (HOSTILE,))
        connection.execute("UPDATE paper SET title = ? || id, authors = ?, venue = ?, pages = ?", (HOSTILE,) * 4)
        connection.execute("UPDATE paper SET system_name = ?, url = 'https://x/' || ?", (HOSTILE, HOSTILE))
        connection.execute("UPDATE text_version SET text = ?", (HOSTILE * 20,))
        connection.execute("UPDATE tag SET name = ? || id", (HOSTILE,))
        connection.execute("UPDATE collection SET name = ?", (HOSTILE,))
        connection.execute("UPDATE saved_search SET name = ? || id, query = ? WHERE digit > 7", (HOSTILE, HOSTILE))
        connection.execute("UPDATE step SET title = ?", (HOSTILE,))
        connection.execute(
            "INSERT INTO note (paper_id, author_id, title, body, visibility, version, created_at, updated_at)"
            " SELECT id, 9, ?, ?, 'team', 1, '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00' FROM paper",
            (HOSTILE, HOSTILE),
        )


SCREENS = {
    "the library": [],
    "the reader": ["enter"],
    "the tag picker": ["t"],
    "the note": ["e"],
    "the history": ["g", "."],
    "the links": ["o"],
    "the filter": ["/", "kfg zzzz"],
    "the palette": ["ctrl+p", "x"],
    "the help": ["?"],
}


@pytest.mark.parametrize("columns", [80, 140])
def test_no_control_byte_of_a_row_reaches_the_terminal(tmp_path: Path, columns: int) -> None:
    path = tmp_path / "library.db"
    poison(path)
    for keys in SCREENS.values():
        with Terminal("--library", str(path), "--me", "ann", home=tmp_path, columns=columns) as terminal:
            terminal.shows("36 papers")
            terminal.press(*keys)
            terminal.read(0.6)
            terminal.read(0.3)
            assert "[/x]" in terminal.text or keys in (["?"], ["ctrl+p", "x"])
            assert terminal.child.isalive()
            assert_clean(terminal)


def assert_clean(terminal: Terminal) -> None:
    """Nothing of HOSTILE but its letters and brackets came through."""
    assert terminal.screen.title != "PWNTITLE"
    for unwanted in (b"\x1b]0;PWN", b"\x1b[31mc", b"\xc2\x9b", b"\x1bP1$r", "\u202e".encode(), b"\x7f", b"\x08g"):
        assert unwanted not in terminal.bytes, unwanted
