"""note and notes: Markdown on papers, from the command line, a pipe or an editor."""

import stat
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An editor that is a shell script; the test writes what it does."""
    script = tmp_path / "my editor"
    script.write_text("#!/bin/sh\nprintf ' and more\\n' >> \"$1\"\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", f"'{script}'")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return script


def bodies(tracker: Tracker, paper: str = "1") -> list[str]:
    return [note["body"] for note in tracker("note", paper, "--json").json]


def test_a_note_is_written_replaced_and_taken_back(tracker: Tracker) -> None:
    assert tracker("note", "1", "--text", "First").code == 0
    assert tracker("note", "1", "--text", "Second").code == 0
    assert bodies(tracker) == ["Second"]
    tracker("undo")
    assert bodies(tracker) == ["First"]
    tracker("undo")
    assert bodies(tracker) == []


def test_a_note_comes_from_standard_input_and_goes_below(tracker: Tracker) -> None:
    tracker("note", "1", "-", stdin="Über *alles*")
    tracker("note", "1", "--text", "-", "--append", stdin="more")
    assert bodies(tracker) == ["Über *alles*\n\nmore"]


def test_a_text_without_words_takes_the_note_away(tracker: Tracker) -> None:
    assert "nothing changed" in tracker("note", "1", "--text", "").out
    tracker("note", "1", "--text", "Mine")
    assert tracker("note", "1", "--text", "").out.startswith("deleted the note on")
    assert bodies(tracker) == []
    tracker("undo")
    assert bodies(tracker) == ["Mine"]


def test_a_note_may_begin_with_a_minus(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "- a list")
    assert bodies(tracker) == ["- a list"]


def test_a_paper_may_have_several_notes_of_one_person(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "First")
    second = tracker("note", "1", "--new", "--text", "Second", "--json").json["id"]
    tracker("note", "1", "--id", str(second), "--text", "more", "--append")
    assert bodies(tracker) == ["First", "Second\n\nmore"]
    assert tracker("note", "1", "--id", str(second), "--delete").code == 0
    assert bodies(tracker) == ["First"]
    ran = tracker("note", "1", "--id", "999", "--text", "x")
    assert (ran.code, "You have no note 999" in ran.err) == (1, True)
    assert tracker("note", "1", "--id", "1", "--new", "--text", "x").code == 2


def test_a_note_is_deleted_and_comes_back(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "Mine")
    assert tracker("note", "1", "--delete").code == 0
    assert bodies(tracker) == []
    tracker("undo")
    assert bodies(tracker) == ["Mine"]


def test_everybody_has_a_note_of_their_own(tracker: Tracker) -> None:
    tracker("note", "1", "--text", "Mine")
    tracker("note", "1", "--text", "His", "--me", "bob")
    assert [(n["author"], n["body"], n["mine"]) for n in tracker("note", "1", "--json").json] == [
        ("ann", "Mine", True),
        ("bob", "His", False),
    ]


def test_a_note_is_edited_in_the_persons_editor(tracker: Tracker, editor: Path, tmp_path: Path) -> None:
    tracker("note", "1", "--text", "Some")
    assert tracker("note", "1", "--edit").code == 0
    assert bodies(tracker) == ["Some and more"]
    assert list(tmp_path.glob("*.md")) == []


def test_an_editor_that_changes_nothing_writes_nothing(tracker: Tracker, editor: Path) -> None:
    editor.write_text("#!/bin/sh\n")
    tracker("note", "1", "--text", "Some")
    assert "nothing changed" in tracker("note", "1", "--edit").out
    assert len(tracker("log", "1").rows) == 2


def test_both_changes_of_a_note_survive_an_editor_that_was_open_meanwhile(
    tracker: Tracker, editor: Path, seeded: Path
) -> None:
    tracker("note", "1", "--text", "one\n\ntwo\n\nthree")
    other = "from tracker.__main__ import main; main(['note', '1', '--text', 'one\\n\\ntwo\\n\\n3'])"
    editor.write_text(f'#!/bin/sh\n{_python()} -c "{other}" > /dev/null\nsed -i s/one/1/ "$1"\n')
    assert tracker("note", "1", "--edit").code == 0
    assert bodies(tracker) == ["1\n\ntwo\n\n3"]


def test_no_text_is_lost_where_two_changes_overlap(tracker: Tracker, editor: Path, tmp_path: Path) -> None:
    tracker("note", "1", "--text", "one")
    other = "from tracker.__main__ import main; main(['note', '1', '--text', 'theirs'])"
    editor.write_text(f'#!/bin/sh\n{_python()} -c "{other}" > /dev/null\nprintf mine > "$1"\n')
    ran = tracker("note", "1", "--edit")
    assert ran.code == 1
    (kept,) = tmp_path.glob("*.md")
    assert kept.read_text() == "mine"
    assert str(kept) in ran.err
    assert bodies(tracker) == ["theirs"]


@pytest.mark.parametrize(
    ("typed", "told"), [("no-such-editor", "$EDITOR"), ("false", "ended with 1"), ("'", "$EDITOR")]
)
def test_an_editor_that_fails_is_told(typed: str, told: str, tracker: Tracker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", typed)
    ran = tracker("note", "1", "--edit")
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err


def test_an_editor_that_writes_no_text_keeps_its_file(tracker: Tracker, editor: Path, tmp_path: Path) -> None:
    editor.write_text("#!/bin/sh\nprintf '\\377\\376x' > \"$1\"\n")
    ran = tracker("note", "1", "--edit")
    assert ran.code != 0
    (kept,) = tmp_path.glob("*.md")
    assert str(kept) in ran.err


def test_notes_are_listed_all_or_by_a_query(tracker: Tracker) -> None:
    theory = str(tracker("list", "#theory").ids[0])
    other = str(tracker("list", "-#theory").ids[0])
    tracker("note", theory, "--text", "On theory")
    tracker("note", other, "--text", "On something else")
    assert [note["body"] for note in tracker("notes", "--json").json] == ["On something else", "On theory"]
    (note,) = tracker("notes", "#theory", "--json").json
    assert set(note) >= {"id", "paper", "key", "heading", "author", "mine", "body", "version", "updated"}
    assert "On theory" in tracker("notes", "#theory").out
    assert tracker("notes", "satus:x").code == 2


def _python() -> str:
    return sys.executable
