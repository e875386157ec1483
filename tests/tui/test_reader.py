"""What the Reader promises: a caret in the abstract, guesses, marks."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.pilot import Desk, desk, settled
from tests.tui.test_library import TITLE, at, status_line
from tracker.formats.record import Record
from tracker.library import Library
from tracker.tui.passage import Caret, passage
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.widgets.layers import web

FIRST = "Length generalization is the ability of a learning algorithm"


def gutter(screen: str) -> str:
    """What stands before the bar of each line of the abstract."""
    lines = [line for line in screen.splitlines() if line[3:].lstrip(" !M=*?+⚠")[:1] in ("│", "▌")]
    return "\n".join(line.split("│")[0].split("▌")[0] for line in lines)


async def read(here: Desk) -> int:
    paper = await at(here, TITLE)
    await here.press("enter")
    return paper


async def test_the_current_sentence_is_told_by_a_bar_in_the_gutter(seeded: Path) -> None:
    async with desk(seeded) as here:
        await read(here)
        assert f"▌ {FIRST}"[:40] in here.text
        screen = await here.press("j", "j")
        assert f"│ {FIRST}"[:40] in screen
        text = here.on(ReaderScreen).text
        assert text.passage.sentence(text.caret.at) == 2
        await here.press("G", "$")
        assert text.passage.word(text.caret.at) == len(text.passage.words) - 1
        await here.press("g", "g", "l", "l", "h")
        assert text.passage.word(text.caret.at) == 1


async def test_guessed_roles_are_signs_until_one_key_keeps_them_all(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await read(here)
        assert {"M", "="} <= set(gutter(here.text))
        said = [status_line(await here.press("j")) for _ in here.library.guesses(paper)]
        assert any("likely method · 1–6 marks the sentence" in line for line in said)
        assert not here.library.annotations(paper)
        screen = await here.press("a")
        assert "accepted 8 guessed roles" in status_line(screen)
        assert {mark.origin for mark in here.library.annotations(paper)} == {"guess"}
        await here.press("u")
        assert not here.library.annotations(paper)


async def test_a_digit_marks_the_sentence_and_takes_the_mark_off_again(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await read(here)
        assert "1–6 marks the sentence" in status_line(here.text)
        screen = await here.press("j", "1", "j", "2", "j", "j", "3")
        assert [mark.kind for mark in here.library.annotations(paper)] == ["problem", "method", "result"]
        assert "marked as result — u undoes" in status_line(screen)
        await here.press("3")
        assert len(here.library.annotations(paper)) == 2
        await here.press("u")
        assert len(here.library.annotations(paper)) == 3


async def test_selected_words_are_marked_and_the_smallest_mark_is_removed_first(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await read(here)
        screen = await here.press("5", "v", "l")
        assert "selected 2 words of sentence 1" in status_line(screen)
        assert screen.splitlines()[-1].strip().startswith("1! 2M 3= 4* 5? 6+")
        assert "marked as claim — u undoes" in status_line(await here.press("o", "4"))
        assert [mark.text for mark in here.library.annotations(paper)][1] == "Length generalization"
        await here.press("g", "g", "X")
        assert [mark.kind for mark in here.library.annotations(paper)] == ["question"]


async def test_a_selection_grows_from_word_to_all_and_shrinks_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        await read(here)
        text = here.on(ReaderScreen).text
        held = []
        for _ in range(4):
            await here.press("plus")
            held.append(text.target or (0, 0))
        assert held == sorted(set(held), key=lambda place: place[1])
        for place in held[-2::-1]:
            await here.press("minus")
            assert text.target == place
        await here.press("escape")
        assert not text.caret.selecting


async def test_two_people_on_one_sentence_are_one_line_with_two_names(seeded: Path) -> None:
    with Library.open(seeded, "bob") as other:
        paper = next(row.id for row in other.rows(other.find("").ids) if row.heading == TITLE)
        other.annotate(paper, *passage(other.abstract(paper)).sentences[0], "problem")
    async with desk(seeded, (140, 40)) as here:
        await read(here)
        assert "MARKS 1" in here.text
        assert "ann" not in here.text.splitlines()[4]
        screen = await here.press("1")
        assert "MARKS 1" in screen
        assert "ann bob" in screen or "bob ann" in screen
        await here.press("X")
        assert [mark.author for mark in here.library.annotations(paper)] == ["bob"]


async def test_narrow_screens_list_the_marks_below_the_abstract(seeded: Path) -> None:
    async with desk(seeded, (80, 60)) as here:
        await read(here)
        screen = await here.press("1")
        assert "─ marks (1) ─" in screen
        assert "! problem" in screen


async def test_a_remark_makes_a_note_of_the_sentence_or_a_comment_on_the_mark(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        paper = await read(here)
        await here.press("c")
        await here.type("check this")
        screen = await here.press("enter")
        assert [mark.body for mark in here.library.annotations(paper)] == ["check this"]
        assert "ann: check this" in screen
        await here.press("c")
        await here.type("why")
        screen = await here.press("enter")
        assert "ann: why" in screen
        assert [comment.body for comment in here.library.comments(paper)] == ["why"]


async def test_brackets_hop_from_mark_to_mark(seeded: Path) -> None:
    async with desk(seeded) as here:
        await read(here)
        await here.press("j", "1", "j", "j", "2", "g", "g")
        text = here.on(ReaderScreen).text
        await here.press("]", "]")
        assert text.passage.sentence(text.caret.at) == 3
        await here.press("[")
        assert text.passage.sentence(text.caret.at) == 1
        assert "no more marks that way" in status_line(await here.press("["))


async def test_an_acronym_is_explained_by_its_paper_else_by_another_one(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await at(here, "Steer LLM Latents for Hallucination Detection")
        screen = await here.press("enter")
        assert "ACRONYMS" in screen
        assert "TSV  Truthfulness Separator Vector" in screen
        text = here.on(ReaderScreen).text
        text.caret = Caret(text.passage.text.index("TSV"))
        assert "TSV: Truthfulness Separator Vector — says this paper" in status_line(await here.press("="))
        text.caret = Caret(text.passage.text.index("LLM"))
        assert "arge language models — says " in status_line(await here.press("="))


async def test_a_link_in_the_text_is_one_of_the_terminal_and_enter_opens_it(
    seeded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    async with desk(seeded, (140, 40)) as here:
        monkeypatch.setattr(here.app, "open_url", lambda url, **_: opened.append(url))
        await at(here, "Spatial Reasoning with Denoising Models")
        await here.press("enter")
        text = here.on(ReaderScreen).text
        text.caret = Caret(text.passage.text.index("website"))
        assert "⏎ opens the link" in status_line(await here.press())
        lines = here.app.screen._compositor.render_strips()
        links = {segment.style.link for strip in lines for segment in strip if segment.style and segment.style.link}
        assert links == {"https://geometric-rl.mpi-inf.mpg.de/srm/"}
        assert "opened https://geometric-rl" in status_line(await here.press("enter"))
        assert opened == ["https://geometric-rl.mpi-inf.mpg.de/srm/"]


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "https://a.b/\x1b]0;x", "https://a b"])
def test_only_addresses_of_the_web_reach_the_terminal(url: str) -> None:
    assert not web(url)


async def test_others_marks_can_be_hidden(seeded: Path) -> None:
    with Library.open(seeded, "bob") as other:
        paper = next(row.id for row in other.rows(other.find("").ids) if row.heading == TITLE)
        other.annotate(paper, 0, 21, "claim")
    async with desk(seeded, (140, 40)) as here:
        await read(here)
        assert "* claim" in here.text
        screen = await here.press("H")
        assert "MARKS none yet" in screen
        assert "* claim" in await here.press("H")


async def test_a_mark_in_doubt_is_accepted_and_a_lost_one_is_put_on_selected_words(seeded: Path) -> None:
    words = "regression-like loss that operates purely on token level"
    with Library.open(seeded, "ann") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading.startswith("Regress, Don’t"))
        library.annotate_quote(paper, words, "method")
    async with desk(seeded, (140, 40)) as here:
        await at(here, here.library.rows([paper])[0].heading)
        reword(
            seeded, paper, lambda text: text.replace(words, "regression-like loss working only upon the token level")
        )
        await others_heard(here)
        screen = await here.press("enter")
        assert "⚠ M method" in screen
        assert "the text changed on" in screen
        assert "⚠ M method" not in await here.press("A")
        reword(seeded, paper, lambda _: "Quite another abstract is here now, and not a word of the old one.")
        await others_heard(here)
        await here.press("escape", "enter")
        assert "∅ M method" in here.text
        assert "has lost its place" in here.text
        assert "select words with v" in status_line(await here.press("A"))
        await here.press("v", "l", "A")
        assert [mark.text for mark in here.library.annotations(paper)] == ["Quite another"]


async def others_heard(here: Desk) -> None:
    """Wait until what somebody else changed is told: what is said after it stays."""
    end = asyncio.get_running_loop().time() + 5
    while "changed elsewhere" not in here.text and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.01)
    await settled(here.pilot)


def reword(path: Path, paper: int, change: Callable[[str], str]) -> None:
    """Somebody else imports the abstract anew, changed so."""
    with Library.open(path, "bob") as other:
        old = other.detail(paper)
        record = Record(openreview_id=old.openreview_id, abstract=change(old.abstract))
        other.import_records([record], names="proceedings", format="test")


async def test_a_kind_of_ones_own_marks_with_its_key_and_its_sign(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.save_kind("limitation", key="7", sign="限", colour="#e56eee")
    async with desk(seeded) as here:
        paper = await read(here)
        screen = await here.press("7")
        assert [mark.kind for mark in here.library.annotations(paper)] == ["limitation"]
        assert f" 限▌ {FIRST}"[:40] in screen
        assert "no kind has the key 8" in status_line(await here.press("8"))


async def test_any_remark_shows_as_text(seeded: Path) -> None:
    nasty = "[/x] [@click=app.quit]x[/] \x1b]0;title\x07"
    with Library.open(seeded, "[b]bob") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading == TITLE)
        mark = library.annotate(paper, 0, 21, "note", body=nasty)
        library.comment(paper, nasty, on=mark.id)
    async with desk(seeded, (140, 40)) as here:
        await read(here)
        assert "[b]bob: [/x]" in here.text
        assert "\x1b" not in here.text


async def test_a_changed_abstract_shows_what_changed_and_what_a_doubtful_mark_stood_on(seeded: Path) -> None:
    words = "regression-like loss that operates purely on token level"
    with Library.open(seeded, "ann") as library:
        paper = next(row for row in library.rows(range(1, 37)) if row.heading.startswith("Regress, Don’t Guess"))
        library.annotate_quote(paper.id, words, "method")
        old = library.detail(paper.id)
        new = old.abstract.replace(words, "regression-like loss working only upon the token level")
        library.import_records([Record(openreview_id=old.openreview_id, abstract=new)], names="x", format="test")
    async with desk(seeded, (140, 60)) as here:
        await at(here, paper.heading)
        screen = await here.press("enter")
        assert "─ the text changed · today · D shows all ─" in screen
        assert "loss that operates purely on working only upon the token" in screen
        assert "1 ⚠ M method" in screen
        assert "was: regression-like loss" in screen
        assert not here.app.screen_stack[-2].is_current  # so that it does not read along below
        here.on(ReaderScreen).look_for_near(paper.id)
        await settled(here.pilot)
        assert "alike · C puts them side by side" in here.text
        assert "here only" in here.text


async def test_notes_in_the_reader_say_what_links_here(seeded: Path) -> None:
    async with desk(seeded, (80, 70)) as here:
        paper = await at(here, TITLE)
        key = here.library.rows([paper])[0].key
        here.library.write_note(None, f"Compare with [[{key}]] soon.", title="Judge audit plan")
        here.library.write_note(paper, "# Plan\n- look at *length*")
        screen = await here.press("enter")
        assert "← Judge audit plan" in screen
        assert "• look at length" in screen
