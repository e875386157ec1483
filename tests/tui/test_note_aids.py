"""While a note is written: what it may link to is offered, how it reads is shown, and no text is lost to an editor."""

from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Static

from tests.library.kept import drafts, links
from tests.tui.pilot import Desk, desk
from tests.tui.test_library import status_line
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.tui.app import Settings
from tracker.tui.outside import Edited, _came_back
from tracker.tui.safe import LONGEST
from tracker.tui.screens.note import NoteScreen


@pytest.fixture
def linked(seeded: Path) -> Path:
    with Library.open(seeded, "ann") as library:
        library.write_note(None, "A plan.", title="Judge audit plan")
        first, second = library.rows([1, 2])
        library.write_note(2, f"Unlike [[{first.key}]], this one counts.")
        library.annotate(1, 0, 40, "result")
        assert second.key
    return seeded


async def write(here: Desk, paper: int) -> NoteScreen:
    assert here.app.first
    here.app.first.look_for(f"id:{paper}")
    await here.press()
    await here.press("e")
    return here.on(NoteScreen)


def beside(here: Desk) -> str:
    screen = here.on(NoteScreen)
    return "\n".join(
        str(screen.query_one(f"#{id}", Static).content) for id in ("note-head", "note-abstract", "note-links")
    )


async def test_what_a_link_may_lead_to_is_offered_and_taken_with_a_key(linked: Path) -> None:
    async with desk(linked) as here:
        screen = await write(here, 1)
        assert "Judge audit plan" in await here.type("as in [[judge")
        await here.press("enter")
        await here.type(" and [[length gener")
        await here.press("tab")
        await here.type(" and [[")
        await here.press("down")
        first = screen.area.suggestions
        assert first
        assert first.at == 1
        await here.press("up", "enter")
        key = here.library.rows([2])[0].key
        mark = here.library.annotations(1)[0]
        assert screen.text.startswith(
            f"as in [[Judge audit plan]] and [[{key} Non-Asymptotic Length Generalization]] and [["
        )
        assert screen.text.endswith(f"#{mark.short}]]")
        await here.press("escape")
        note = here.library.my_note(1)
        assert note
        assert [link.to_kind for link in links(here.library, note.id)] == ["note", "paper", "annotation"]


async def test_escape_first_puts_the_offer_away_and_then_saves(linked: Path) -> None:
    async with desk(linked) as here:
        screen = await write(here, 1)
        await here.type("[[judge")
        await here.press("escape")
        assert not screen.area.offering
        await here.press("enter")
        await here.type("x")
        assert screen.text == "[[judge\nx"
        assert "note saved" in status_line(await here.press("escape"))


async def test_the_note_is_shown_as_it_reads(linked: Path) -> None:
    async with desk(linked, (140, 40)) as here:
        await write(here, 1)
        await here.type("# Plan")
        await here.press("enter")
        await here.type("- *one* $x^2$ [[Judge audit plan]] [[nowhere]]")
        assert "Self-evolving" in beside(here)
        await here.press("ctrl+o")
        text = beside(here)
        assert "Plan\n• one x² [[Judge audit plan]] [[nowhere]]" in text
        assert "leads nowhere: [[nowhere]]" in text
        await here.type(" more")
        await here.pilot.pause(0.3)
        await here.press()
        assert "[[nowhere]] more" in beside(here)
        await here.press("ctrl+o")
        assert "Self-evolving" in beside(here)


async def test_what_links_to_the_paper_is_shown_beside_its_abstract(linked: Path) -> None:
    async with desk(linked) as here:
        await write(here, 1)
        assert "linked from\n← chen2025non  Unlike [[" in beside(here)


async def test_a_new_note_begins_with_the_template_of_its_collection(seeded: Path) -> None:
    settings = Settings(me="ann", place=str(seeded), templates={"icml 2025": "# {title}\nClaim: {odd}\n"})
    async with desk(seeded, settings=settings) as here:
        screen = await write(here, 2)
        assert screen.text == "# Non-Asymptotic Length Generalization\nClaim: {odd}"
        await here.press("escape")
        assert here.library.notes(2) == ()
        await here.press("e")
        await here.type(" yes")
        await here.press("escape")
        note = here.library.my_note(2)
        assert note
        assert note.body.endswith("Claim: {odd} yes")


async def test_tabs_and_blanks_stay_as_they_were_typed(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "a\tb\n\t- c")
    async with desk(seeded) as here:
        await write(here, 1)
        await here.type("!")
        await here.press("escape")
        note = here.library.my_note(1)
        assert note
        assert note.body == "a\tb\n\t- c!"


async def test_a_note_too_long_for_a_screen_is_read_there_and_loses_nothing(seeded: Path) -> None:
    body = "word " * (LONGEST // 4)
    with Library.open(seeded, "ann") as library:
        library.write_note(1, body)
    async with desk(seeded) as here:
        screen = await write(here, 1)
        assert screen.area.read_only
        assert "$EDITOR" in status_line(here.text)
        await here.type("x")
        await here.press("escape")
        note = here.library.my_note(1)
        assert note
        assert note.body == body


async def test_a_paper_may_have_several_notes_of_one_person(seeded: Path) -> None:
    async with desk(seeded) as here:
        await write(here, 1)
        await here.type("first")
        assert "a new note" in status_line(await here.press("ctrl+n"))
        await here.type("second")
        await here.press("ctrl+s")
        assert here.on(NoteScreen).text == "second"
        assert "a new note" in status_line(await here.press("ctrl+n"))
        assert "note 1 of 2" in status_line(await here.press("ctrl+n"))
        await here.type("!")
        assert "note 2 of 2" in status_line(await here.press("ctrl+n"))
        assert here.on(NoteScreen).text == "second"
        await here.press("escape")
        assert [note.body for note in here.library.notes(1)] == ["first!", "second"]


async def test_a_second_note_that_was_being_typed_before_a_crash_is_there_again(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "first")
        library.keep_draft(1, "half a second")
    async with desk(seeded) as here:
        screen = await write(here, 1)
        assert screen.text == "half a second"
        await here.press("escape")
        assert [note.body for note in here.library.notes(1)] == ["first", "half a second"]


async def test_a_second_note_leaves_no_draft_of_the_first_behind(seeded: Path) -> None:
    async with desk(seeded) as here:
        first = here.library.write_note(1, "one line")
        assert isinstance(first, NoteView)
        screen = await write(here, 1)
        with Library.open(seeded, "ann") as other:
            other.write_note(1, "theirs", note_id=first.id, version=first.version)
        screen.area.load_text("mine")
        screen.keep()
        await here.press("escape")
        await here.press("s")
        assert drafts(here.library) == []


def test_an_editor_that_fails_loses_no_text(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_bytes(b"new\n")
    assert _came_back(file, "old", 0) == Edited("new")
    file.write_bytes(b"half")
    assert _came_back(file, "old", 1) == Edited("half", "the editor ended with 1; nothing is saved yet")
    file.write_bytes(b"")
    assert _came_back(file, "old", -9).text == "old"
    file.write_bytes(b"\xff")
    assert str(file) in _came_back(file, "old", 0).told
    assert file.exists()


async def test_many_pasted_lines_are_taken_back_at_once(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("e")
        here.app.post_message(Paste("\n".join(f"line {n}" for n in range(60))))
        assert "line 59" in await here.press("ctrl+z", "ctrl+y")
        assert "line" not in await here.press("ctrl+z")
        await here.type("kept")
        await here.press("ctrl+s", "escape")
        assert [note.body for note in here.library.notes(1)] == ["kept"]
