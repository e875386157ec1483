"""Notes, titles and reading: nobody's words are lost."""

import os
from pathlib import Path

import pytest
from textual.widgets import TextArea

from tests.tui.pilot import Desk, desk
from tests.tui.test_library import TITLE, at, status_line
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.tui.screens.note import NoteScreen
from tracker.tui.screens.reader import ReaderScreen


async def write(here: Desk, text: str) -> None:
    await here.press("e")
    await here.type(text)


async def test_a_note_is_written_beside_the_abstract_and_saved_on_leaving(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        await write(here, "check it")
        assert "Length generalization is the ability" in here.text
        screen = await here.press("escape")
        assert "note saved — u undoes" in status_line(screen)
        assert "1 note" in screen
        await here.press("u")
        assert not here.library.notes(paper)


async def test_what_was_typed_before_a_crash_is_there_again(seeded: Path) -> None:
    async with desk(seeded) as here:
        await at(here, TITLE)
        await write(here, "half a thou")
        here.on(NoteScreen).keep()
        await here.press()
    async with desk(seeded) as here:
        await at(here, TITLE)
        screen = await here.press("e")
        assert "half a thou" in screen
        assert "when the program ended" in status_line(screen)


@pytest.mark.parametrize(
    ("key", "kept", "said"),
    [
        ("i", {"mine"}, "note saved; the other text is in its history — u undoes"),
        ("t", {"theirs"}, ""),
        ("s", {"mine", "theirs"}, "saved as a second note beside the other — u undoes"),
    ],
)
async def test_when_two_people_change_one_note_both_texts_can_be_kept(
    seeded: Path, key: str, kept: set[str], said: str
) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        first = here.library.write_note(paper, "one line")
        assert isinstance(first, NoteView)
        await here.press("e")
        with Library.open(seeded, "ann") as other:
            other.write_note(paper, "theirs", note_id=first.id, version=first.version)
        here.app.screen.query_one(TextArea).load_text("mine")
        assert "changed elsewhere" in await here.press("escape")
        assert said in status_line(await here.press(key))
        assert {note.body for note in here.library.notes(paper)} == kept


async def test_a_note_can_be_written_in_the_persons_own_editor(
    seeded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a test nothing can be suspended, so the screen says that and keeps the text."""
    monkeypatch.setitem(os.environ, "EDITOR", "true")
    async with desk(seeded) as here:
        await at(here, TITLE)
        assert "no editor can be started" in status_line(await here.press("E"))


async def test_the_guessed_headline_can_be_replaced(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        await here.press("R", "ctrl+u")
        await here.type("My [b]own[/b] title")
        await here.press("enter")
        assert here.library.rows([paper])[0].heading == "My [b]own[/b] title"
        assert "My [b]own[/b] title" in here.text


async def test_the_reader_turns_pages_and_gives_the_place_back(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        papers = here.papers
        screen = await here.press("enter")
        assert "▸ Reader" in screen.splitlines()[0]
        assert "paper 1 of 36" in status_line(screen)
        screen = await here.press("J", "J", "w")
        assert "as later — u undoes" in status_line(screen)
        await here.press("q")
        assert papers.cursor == 2


async def test_opening_a_paper_changes_nothing_but_being_seen_for_a_while_does(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("enter")
        assert not here.library.history(limit=1)[0].title.startswith("marked")
        here.on(ReaderScreen).saw(here.papers.ids[0])
        await here.press("escape")
        assert here.library.rows([here.papers.ids[0]])[0].seen


async def test_the_history_undoes_down_to_a_line(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("w", "j", "d", "j", "asterisk")
        screen = await here.press("g", "u")
        assert "▸ History" in screen.splitlines()[0]
        screen = await here.press("j", "enter")
        assert "undid 2 steps" in screen
        assert here.library.count("is:starred") == 0
        assert here.library.count("status:later") == 1


async def test_copies_reach_the_clipboard(seeded: Path) -> None:
    async with desk(seeded) as here:
        await at(here, TITLE)
        await here.press("y", "t")
        assert here.app.clipboard == TITLE
        await here.press("y", "b")
        assert here.app.clipboard.startswith("@inproceedings{chen2025non,")
        assert "author = {Chen, Thomas and Ma, Tengyu" in here.app.clipboard


async def test_only_web_addresses_are_opened(seeded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    async with desk(seeded) as here:
        monkeypatch.setattr(here.app, "open_url", lambda url, **_: opened.append(url))
        await at(here, TITLE)
        screen = await here.press("o")
        assert "arxiv.org" in screen
        await here.press("1")
        assert len(opened) == 1
        assert opened[0].startswith("https://")
