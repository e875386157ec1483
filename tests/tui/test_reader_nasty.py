"""The Reader lives with any text, any terminal, and other people at work on the same paper."""

from pathlib import Path

import pytest

from tests.tui.pilot import Desk, desk, settled
from tests.tui.test_library import TITLE, at, status_line
from tracker.formats.record import Record
from tracker.later import journal
from tracker.library import Library
from tracker.text.clean import clean
from tracker.tui.opening import NARROWEST
from tracker.tui.screens.reader import ReaderScreen

TEXTS = {
    "none": "",
    "one letter": "x",
    "long": "A sentence of some words, e.g. of ten or so. " * 2300,
    "one word": "A" * 100_000,
    "chinese": "本文提出一种新方法。实验表明该方法有效！真的吗？" * 20,
    "hebrew": "שלום עולם. זהו תקציר של מאמר, והוא קצר.",
    "combining": "e\u0301t\u0301e\u0301 " * 30 + "\u0301" * 200,
    "emoji": "👩‍👩‍👧‍👦 family. 🏳️‍🌈 flag! Done?",
    "markup": "[/x] [@click=app.quit]x[/] $x_{[i]}$ **b** \x1b]0;t\x07 end.",
    "blank lines": "One.\n\n\n\nTwo.\n- three\n- four",
}
KEYS = [
    *("j", "l", "dollar_sign", "0", "G", "g", "g", "1", "v", "l", "o", "plus", "plus", "2", "V", "j", "3", "f", "a"),
    *("f", "w", "e", "s", "escape", "slash", "e", "enter", "n", "N", "escape", "right_square_bracket", "L", "H", "a"),
    *(
        "left_square_bracket",
        "equals_sign",
        "X",
        "y",
        "q",
        "c",
        "h",
        "i",
        "enter",
        "enter",
        "j",
        "escape",
        "D",
        "escape",
    ),
    *("A", "u", "u", "u", "U", "ctrl+d", "ctrl+u"),
]


async def pressed(here: Desk) -> None:
    for key in KEYS:
        if here.app.screen is here.app.first:  # Esc had nothing else to end
            await here.press("enter")
        screen = await here.press(key)
        assert here.app.is_running, key
        assert screen == clean(screen), key
        assert all(len(line) <= here.app.size.width for line in screen.splitlines()), key
    assert here.on(ReaderScreen)


@pytest.fixture
def nasty(seeded: Path) -> Path:
    with Library.open(seeded, "ann") as library:
        records = [Record(title=f"Paper {name}", abstract=text or None) for name, text in TEXTS.items()]
        library.import_records(records, names="nasty", format="test")
    return seeded


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "markup" else pytest.mark.slow) for name in TEXTS]
)
async def test_every_key_of_the_reader_bears_any_text(nasty: Path, name: str) -> None:
    async with desk(nasty, (80, 24)) as here:
        await at(here, f"Paper {name}")
        await here.press("enter")
        await pressed(here)


@pytest.mark.parametrize(
    "size",
    [(20, 5), *(pytest.param(size, marks=pytest.mark.slow) for size in ((NARROWEST, 1), (34, 8), (200, 60)))],
    ids=str,
)
async def test_every_key_of_the_reader_works_in_any_terminal(seeded: Path, size: tuple[int, int]) -> None:
    async with desk(seeded, size) as here:
        await here.press("enter")
        await pressed(here)


async def test_what_another_person_marks_shows_and_moves_nothing(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        paper = await at(here, TITLE)
        await here.press("enter", "j", "l", "v", "l")
        text = here.on(ReaderScreen).text
        was = text.caret
        with Library.open(seeded, "bob") as other:
            other.annotate(paper, 0, 21, "claim")
            mine = here.library.annotate(paper, 0, 21, "claim")
            other.comment(paper, "me too", on=mine.id)
        here.library.store.watch()
        here.on(ReaderScreen).reread()
        screen = await here.press()
        assert text.caret == was
        assert "* claim" in screen
        assert "bob ann" in " ".join(screen.split())
        assert "bob: me too" in screen


async def test_words_that_are_selected_while_the_abstract_changes_are_not_mistaken_for_others(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        paper = await at(here, TITLE)
        await here.press("enter", "v", "l", "l", "c")
        await here.type("of these words")
        with Library.open(seeded, "bob") as other:
            old = other.detail(paper)
            change = Record(openreview_id=old.openreview_id, abstract="An added sentence in front. " + old.abstract)
            assert other.import_records([change], names="x", format="test").changed == 1
        await here.press("enter")
        (mark,) = here.library.annotations(paper)
        assert (mark.text, mark.body) == ("Length generalization is", "of these words")
        screen = await here.press("g", "g", "v", "l", "plus")
        assert "selected" in status_line(screen)
        with Library.open(seeded, "bob") as other:
            change = Record(openreview_id=old.openreview_id, abstract="Nothing is as it was.")
            other.import_records([change], names="x", format="test")
        here.on(ReaderScreen).reread()
        await settled(here.pilot)
        assert not here.on(ReaderScreen).text.caret.selecting
        assert "selected" not in status_line(here.text)


async def test_chinese_is_read_by_sentence_and_letter(nasty: Path) -> None:
    async with desk(nasty, (80, 24)) as here:
        paper = await at(here, "Paper chinese")
        await here.press("enter", "j", "1", "v", "l", "2")
        assert [mark.text for mark in here.library.annotations(paper)] == ["实验表明该方法有效！", "实验"]


async def test_signs_and_underlines_tell_marks_without_colours(seeded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with Library.open(seeded, "ann") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading == TITLE)
        library.annotate(paper, 0, 21, "claim")
        library.annotate(paper, 0, 6, "problem")
    async with desk(seeded) as here:
        await at(here, TITLE)
        await here.press("enter", "j")
        text = here.on(ReaderScreen).text
        segments = [s for s in here.app.screen._compositor.render_strips()[text.region.y] if s.text.strip()]
        assert "*!" in "".join(s.text for s in segments)
        assert [s.text for s in segments if s.style and s.style.underline] == ["Length"]


async def test_signs_keep_to_their_cells_however_wide_they_are(seeded: Path) -> None:
    """Also one that another program wrote, which this one would refuse."""
    with Library.open(seeded, "ann") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading == TITLE)
        for name, sign in (("wide", "漢"), ("long", "x"), ("narrow", "y")):
            library.save_kind(name, sign=sign)
            library.annotate(paper, 0, 60, name)
        with library.store.transaction() as session:
            journal.raw(session).execute("UPDATE kind SET sign = '[/]' WHERE name = 'long'")
    async with desk(seeded) as here:
        await at(here, TITLE)
        screen = await here.press("enter")
        (first,) = [line for line in screen.splitlines() if "Length generalization is" in line]
        assert first.index("▌") == 4  # a wide sign takes two cells
        assert "漢y▌" in first
