"""Notes & tags: every line opens, changes, and comes back; a sync is looked at before it is done."""

from pathlib import Path

import pytest

from tests.tui.pilot import Desk, desk
from tests.tui.test_library import status_line
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.tui.screens.note import NoteScreen
from tracker.tui.screens.notes import NotesScreen
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.screens.sync import SyncScreen
from tracker.tui.widgets.rows import Rows


@pytest.fixture
def lived_in(seeded: Path) -> Path:
    with Library.open(seeded, "bob") as bob:
        bob.write_note(2, "As in the [[Judge audit plan]].")
        bob.annotate(3, 0, 60, "question", body="really?")
    with Library.open(seeded, "ann") as ann:
        ann.tag([1, 2, 3, 4, 5, 6], add=["evaluate"])
        ann.tag([7], add=["evaluated"])
        ann.write_note(None, "We read [[2]], [[nowhere]] and **more** on #evaluate.", title="Judge audit plan")
        ann.annotate(1, 20, 60, "result", body="strong")
    return seeded


def rows(here: Desk, id: str) -> Rows:
    return here.on(NotesScreen).query_one(f"#{id}", Rows)


async def stand(here: Desk, id: str, key: object) -> str:
    """Put the focus on a list and its cursor on a line."""
    list = rows(here, id)
    here.app.screen.set_focus(list)
    await here.press("g", "g")
    for _ in range(60):
        if list.key == key:
            break
        await here.press("j")
    assert list.key == key
    return here.text


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_everything_that_was_written_and_every_tag_is_listed(lived_in: Path, size: tuple[int, int]) -> None:
    async with desk(lived_in, size) as here:
        screen = await here.press("g", "n")
        assert "NOTES (2)" in screen
        assert "⚠ Judge audit plan" in screen
        assert "ANNOTATIONS (2)" in screen
        assert "#evaluated ~ #evalu" in await stand(here, "tags", "evaluated")
        screen = await stand(here, "notes", 2)
        assert "LINKED FROM (1)" in screen
        assert ("#evaluate." in screen) == (size[0] == 140)


async def test_words_narrow_all_lists_and_a_digit_the_annotations(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n", "/")
        screen = await here.type("really")
        assert "NOTES (0)" in screen
        assert "ANNOTATIONS (1)" in screen
        screen = await here.press("escape", "3")
        assert "NOTES (2)" in screen
        assert "ANNOTATIONS (1) result" in screen
        assert "ANNOTATIONS (2)" in await here.press("3")
        assert "▸ Notes & tags" not in await here.press("escape")


async def test_a_line_opens_its_paper_at_the_place(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n")
        mark = here.library.annotations(1)[0]
        await stand(here, "marks", mark.id)
        await here.press("enter")
        reader = here.on(ReaderScreen)
        assert (reader.current, reader.text.caret.at) == (1, mark.start)
        await here.press("escape")
        await stand(here, "notes", 1)
        await here.press("enter")
        assert here.on(ReaderScreen).current == 2
        await here.press("escape")
        await stand(here, "notes", 2)
        await here.press("enter")
        assert "We read [[2]]" in here.on(NoteScreen).text
        await here.press("escape")
        await stand(here, "tags", "evaluated")
        screen = await here.press("enter")
        assert "#evaluated" in screen
        assert "1 of 36" in screen


async def test_a_tag_is_renamed_merged_nested_and_deleted_and_all_comes_back(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n")
        screen = await stand(here, "tags", "evaluated")
        assert "looks like #evaluate" in status_line(screen)
        assert "merged #evaluated into #evaluate — u undoes" in status_line(await here.press("m", "enter"))
        await here.press("u")
        await stand(here, "tags", "evaluated")
        await here.press(">")
        await here.type("method")
        assert "renamed #evaluated to #method/evaluated" in status_line(await here.press("enter"))
        await stand(here, "tags", "evaluate")
        await here.press("r", "ctrl+u")
        await here.type("judging")
        await here.press("enter")
        assert here.library.note(2).body.endswith("#judging.")
        await stand(here, "tags", "judging")
        assert "deleted #judging, which was on 6 papers — u undoes" in status_line(await here.press("D"))
        await here.press("u", "u", "u")
        assert {"evaluate", "evaluated"} < {tag.name for tag in here.library.tags()}


async def test_a_note_is_made_named_changed_and_deleted(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n", "n")
        await here.type("A thought")
        await here.press("enter")
        await here.type("of mine")
        await here.press("escape")
        (note,) = [note for note in here.library.all_notes() if note.title == "A thought"]
        assert note.body == "of mine"
        await stand(here, "notes", note.id)
        await here.press("r", "ctrl+u")
        await here.type("Another")
        await here.press("enter")
        assert here.library.note(note.id).title == "Another"
        assert "deleted the note “Another” — u undoes" in status_line(await here.press("D"))
        await here.press("u")
        assert here.library.note(note.id).body == "of mine"


async def test_what_others_wrote_is_not_ones_own_to_change(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n")
        await stand(here, "notes", 1)
        assert "only its author" in status_line(await here.press("e"))
        assert "Only its author" in status_line(await here.press("D"))
        await stand(here, "marks", here.library.annotations(3)[0].id)
        assert "author" in status_line(await here.press("D"))
        await stand(here, "marks", here.library.annotations(1)[0].id)
        await here.press("e", "end")
        await here.type("er")
        await here.press("enter")
        assert here.library.annotations(1)[0].body == "stronger"


async def test_dead_links_are_listed(lived_in: Path) -> None:
    async with desk(lived_in) as here:
        await here.press("g", "n")
        screen = await here.press("L")
        assert "DEAD LINKS (1)" in screen
        await here.press("enter")
        assert "[[nowhere]]" in here.on(NoteScreen).text
        await here.press("escape")
        assert "DEAD LINKS" not in await here.press("L")


async def test_a_sync_is_looked_at_first_and_done_with_one_key(lived_in: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with desk(lived_in, (140, 40)) as here:
        await here.press("g", "n", "S")
        await here.type(str(vault))
        screen = await here.press("enter")
        assert "↑ 3 to write" in status_line(screen)
        assert "↑ new: Papers/" in screen
        assert not vault.exists()
        assert "3 written, 0 read" in status_line(await here.press("S"))
        assert "vault ↑0 ↓0" in here.text
        assert len(list(vault.rglob("*.md"))) == 3


@pytest.mark.parametrize(("key", "kept"), [("1", "mine"), ("2", "theirs"), ("b", "mine\n\ntheirs")])
async def test_a_conflict_is_shown_and_settled_with_a_key(seeded: Path, tmp_path: Path, key: str, kept: str) -> None:
    vault = tmp_path / "vault"
    with Library.open(seeded, "ann") as library:
        note = library.write_note(1, "one")
        assert isinstance(note, NoteView)
        library.sync_vault(library.plan_vault(vault))
        library.write_note(1, "mine", note_id=note.id, version=note.version)
        (path,) = vault.rglob("*.md")
        path.write_text(path.read_text().replace("\none\n", "\ntheirs\n"))
    async with desk(seeded) as here:
        screen = await here.press("g", "n", "S")
        assert "⚠ 1 waiting" in status_line(screen)
        assert "note was changed on both sides" in screen
        await here.press(key)
        await here.press("S")
        found = here.library.my_note(1)
        assert found
        assert found.body == kept
        assert f"\n{kept}\n" in path.read_text()


async def test_a_file_that_is_gone_is_written_again_or_forgotten(seeded: Path, tmp_path: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "one")
        library.sync_vault(library.plan_vault(tmp_path / "vault"))
    (path,) = (tmp_path / "vault").rglob("*.md")
    async with desk(seeded) as here:
        path.unlink()
        assert "the file is gone" in await here.press("g", "n", "S")
        await here.press("a")
        await here.press("S")
        assert path.exists()
        path.unlink()
        await here.press("S")
        await here.press("f")
        assert "both sides have the same" in here.text
        here.on(SyncScreen)


@pytest.mark.parametrize("size", [(20, 5), (60, 20), (80, 24), (200, 60), (1, 1)])
async def test_the_lists_live_in_every_size(lived_in: Path, size: tuple[int, int]) -> None:
    async with desk(lived_in, size) as here:
        for key in ("g", "n", "tab", "j", "tab", "slash", "escape", "L", "G"):
            screen = await here.press(key)
            assert all(len(line) <= size[0] for line in screen.splitlines())
