"""What helps with reading in the Reader: jump letters, finding words, the mouse, the light on a sentence."""

from pathlib import Path

import pytest
from textual.geometry import Offset

from tests.tui.pilot import Desk, desk
from tests.tui.test_library import TITLE, at, status_line
from tracker.tui.app import Settings
from tracker.tui.jump import LETTERS, Jump, after, to_sentences
from tracker.tui.passage import hits, passage
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.widgets.annotated import AnnotatedText
from tracker.tui.widgets.layers import lettered


async def reader(here: Desk, title: str = TITLE) -> AnnotatedText:
    await at(here, title)
    await here.press("enter")
    return here.on(ReaderScreen).text


# Jump letters


async def test_letters_over_the_sentences_lead_to_them_and_move_nothing(seeded: Path) -> None:
    async with desk(seeded, (80, 40)) as here:
        text = await reader(here)
        before = here.text.splitlines()
        screen = (await here.press("f")).splitlines()
        assert "jump: type the letter over the place · w words" in status_line("\n".join(screen))
        changed = [
            (old, new)
            for line, other in zip(before[4:-2], screen[4:-2], strict=True)
            for old, new in zip(line, other, strict=True)
            if old != new
        ]
        assert [new for _, new in changed] == [letter.upper() for letter in LETTERS[: len(changed)]]
        assert len(changed) == len(text.passage.sentences)
        await here.press("d")
        assert text.passage.sentence(text.caret.at) == 2
        assert "D" not in {line[5:6] for line in here.text.splitlines()}


async def test_letters_over_the_words_of_an_initial_extend_a_selection(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        await here.press("v", "f", "w")
        assert "its first letter?" in status_line(here.text)
        await here.press("a")
        assert text.jump
        label, place = list(text.jump.labels.items())[1]
        await here.press(*label)
        assert text.passage.text[place] in "aA"
        assert text.target is not None
        assert text.target[0] == 0 < place < text.target[1]


async def test_a_letter_that_leads_nowhere_or_escape_end_a_jump(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        for keys in (["f", "m"], ["f", "escape"], ["f", "w", "€"]):
            await here.press(*keys)
            assert text.jump is None
            assert text.caret.at == 0
        assert here.on(ReaderScreen)


def test_where_one_letter_is_not_enough_two_lead_to_each_place() -> None:
    on = passage(" ".join(f"Sentence number {n}." for n in range(40)))
    jump = to_sentences(on, (0, len(on.text)))
    assert len({*jump.labels}) == 40
    assert {len(label) for label in jump.labels} == {2}
    first = after(jump, "A", on, (0, len(on.text)))
    assert isinstance(first, Jump)
    assert set(first.shown.values()) == {letter.upper() for letter in LETTERS}
    assert after(first, "s", on, (0, len(on.text))) == on.sentences[1][0]


@pytest.mark.parametrize("text", ["日本語 text", "e\u0301t\u0301e", "x", "a bc"])
def test_letters_keep_the_width_of_what_they_cover(text: str) -> None:
    from textual.content import Content

    drawn = lettered(Content(text), 0, {0: "A"})
    assert drawn.plain.startswith("A")
    assert drawn.cell_length == Content(text).cell_length


# Finding


async def test_words_are_found_as_they_are_typed_and_n_goes_on(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        text = await reader(here)
        await here.press("slash", *"LENGTH gen")
        places = [start for start, _ in text.hits]
        assert f"{len(places)} places" in here.text
        assert len(places) > 1
        await here.press("enter")
        assert text.caret.at == places[0]
        await here.press("n")
        assert text.caret.at == places[1]
        await here.press("N", "N")
        assert text.caret.at == places[-1]
        assert "nothing is sought" in status_line(await here.press("escape", "n"))
        assert here.on(ReaderScreen)


async def test_a_search_that_is_given_up_leaves_the_caret_where_it_was(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        await here.press("j", "l")
        was = text.caret
        await here.press("slash", *"bound")
        assert text.caret != was
        await here.press("escape")
        assert (text.caret, text.sought) == (was, "")


async def test_a_search_extends_the_selection_and_a_digit_marks_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        await here.press("v", "slash", *"learning", "enter", "3")
        assert (
            [mark.text for mark in text.page.marks if text.page]
            if text.page
            else [] == ["Length generalization is the ability of a learning"]
        )


async def test_n_goes_through_what_the_list_was_filtered_by(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash", *"length generalization", "enter", "enter")
        text = here.on(ReaderScreen).text
        await here.press("n")
        assert text.caret.at in {start for start, _ in text.hits}
        assert text.caret.at > 0


def test_found_words_differ_in_case_and_accents_only() -> None:
    text = "Élan vital, elan  VITAL and elansvital"
    assert [text[a:b] for a, b in hits(text, "elan vital")] == ["Élan vital", "elan  VITAL"]
    assert hits(text, "  ") == ()


# The mouse


def cell_of(text: AnnotatedText, offset: int) -> Offset:
    """Where on the widget the letter at an offset is."""
    line = text.line_at(offset)
    return Offset(text.indent + offset - text.lines(text.size.width)[line][0], line)


async def drag(here: Desk, text: AnnotatedText, start: int, end: int) -> None:
    await here.pilot.mouse_down(text, offset=cell_of(text, start))
    await here.pilot.hover(text, offset=cell_of(text, end))
    await here.pilot.mouse_up(text, offset=cell_of(text, end))
    await here.press()


async def test_dragging_selects_whole_words_and_a_digit_marks_them(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        words = text.passage.words
        await drag(here, text, words[4][0] + 3, words[1][0] + 4)
        assert text.target == (words[1][0], words[4][1])
        assert "selected 4 words" in status_line(here.text)
        await here.press("2")
        assert text.page
        assert [mark.text for mark in text.page.marks] == ["generalization is the ability"]


async def test_a_click_moves_the_caret_two_select_the_word_three_the_sentence(seeded: Path) -> None:
    async with desk(seeded) as here:
        text = await reader(here)
        place = text.passage.words[12]
        await here.pilot.click(text, offset=cell_of(text, place[0] + 1))
        assert text.passage.word(text.caret.at) == 12
        assert not text.caret.selecting
        await here.pilot.click(text, offset=cell_of(text, place[0] + 1), times=2)
        assert text.target == place
        await here.pilot.click(text, offset=cell_of(text, place[0] + 1), times=3)
        assert text.target == text.passage.sentences[0]


# The light


def quiet(here: Desk, line: int) -> bool:
    """Whether the text on a line of the screen has the quiet colour."""
    strip = here.app.screen._compositor.render_strips()[line]
    muted = here.app.theme_variables["muted"].lower()
    colours = {s.style.color.name.lower() for s in list(strip)[3:] if s.style and s.style.color and s.text.strip()}
    return muted in colours


async def test_all_but_the_sentence_is_dim_unless_words_are_selected_or_one_wants_none_of_it(seeded: Path) -> None:
    async with desk(seeded, (80, 40)) as here:
        text = await reader(here)
        last = text.region.y + len(text.lines(text.size.width)) - 1
        assert quiet(here, last)
        await here.press("v")
        assert not quiet(here, last)
        await here.press("escape", "L")
        assert not quiet(here, last)
        await here.press("escape", "enter")
        assert not quiet(here, last)
        await here.press("L")
        assert quiet(here, last)


async def test_a_setting_says_whether_to_dim(seeded: Path) -> None:
    async with desk(seeded, (80, 40), Settings(me="ann", place=str(seeded), dim=False)) as here:
        text = await reader(here)
        assert not quiet(here, text.region.y + len(text.lines(text.size.width)) - 1)
