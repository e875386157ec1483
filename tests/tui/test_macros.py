"""Lines of commands behind a key, and words that are always lit."""

from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from tests.tui.pilot import desk
from tracker.config import settings
from tracker.config_file import keep_macro
from tracker.errors import Unreadable
from tracker.library import Library
from tracker.terms import Status
from tracker.text.standing import WordLists, lit
from tracker.tui.app import Settings
from tracker.tui.macros import split
from tracker.tui.recording import Recording
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.reader import ReaderScreen


def dressed(path: Path, macros: dict[str, str] | None = None, words: WordLists | None = None) -> Settings:
    return Settings(me="ann", place=str(path), macros=macros or {}, words=words or WordLists())


async def test_a_macro_does_its_deeds_as_one_step_and_goes_on(seeded: Path) -> None:
    async with desk(seeded, settings=dressed(seeded, macros={"s": "tag +shelf; later; next"})) as here:
        first, second = here.papers.ids[:2]
        screen = await here.press("comma", "s")
        row = here.library.rows([first])[0]
        assert "shelf" in row.tags
        assert row.status is Status.LATER
        assert here.papers.current == second
        assert "u undoes" in screen
        await here.press("u")
        assert here.library.count("#shelf") == 0


async def test_a_macro_finds_and_runs_commands(seeded: Path) -> None:
    macros = {"t": "find #theory", "x": "star; status.done"}
    async with desk(seeded, settings=dressed(seeded, macros=macros)) as here:
        await here.press("comma", "t")
        assert here.on(LibraryScreen).query_text == "#theory"
        paper = here.papers.current
        assert paper
        await here.press("comma", "x")
        row = here.library.rows([paper])[0]
        assert row.starred
        assert row.status is Status.DONE


async def test_a_macro_works_in_the_reader(seeded: Path) -> None:
    async with desk(seeded, settings=dressed(seeded, macros={"n": "skip; next"})) as here:
        paper = here.papers.current
        assert paper
        await here.press("enter")
        await here.press("comma", "n")
        assert here.library.rows([paper])[0].status is Status.SKIPPED
        assert here.on(ReaderScreen).current != paper


async def test_a_macro_that_cannot_be_read_is_named_at_the_start(seeded: Path) -> None:
    async with desk(seeded, (140, 40), dressed(seeded, macros={"s": "dance"})) as here:
        assert "macro , s: “dance” is no deed" in " ".join(here.text.split())


def test_macros_and_words_come_from_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[macros]\ns = "later; next"\n[words]\ninclude = ["calibrat*"]\nexclude = ["survey"]\n')
    found = settings(config=str(file))
    assert dict(found.macros) == {"s": "later; next"}
    assert found.words == WordLists(("calibrat*",), ("survey",))
    for bad in ('macros = "x"', "[macros]\nlong = 'later'", "[words]\nlike = []", "[words]\ninclude = 'a'"):
        file.write_text(bad)
        with pytest.raises(Unreadable):
            settings(config=str(file))


def test_standing_words_are_found_as_words() -> None:
    lists = WordLists(("calibrat*", "human study"), ("survey",))
    text = "A survey of Calibration; surveys and recalibrated human  studies, a human study."
    found = [(text[start:end], wanted) for start, end, wanted in lit(text, lists)]
    assert found == [("survey", False), ("Calibration", True), ("surveys", False), ("human study", True)]
    assert lit("", lists) == lit(text, WordLists()) == lit(text, WordLists(("  ", "*"))) == []


async def test_standing_words_are_lit_in_the_list_and_the_reader(seeded: Path) -> None:
    words = WordLists(("generalization",), ("algorithm",))
    async with desk(seeded, (140, 40), dressed(seeded, words=words)) as here:
        with Library.open(seeded, "ann") as library:
            paper = library.find('"Non-Asymptotic Length Generalization"').ids[0]
        here.papers.go(here.papers.place(paper) or 0)
        await here.press()
        content = here.on(LibraryScreen).query_one("#detail-body", Static).content
        assert isinstance(content, Content)
        styles = {str(span.style) for span in content.spans}
        assert "$success bold underline" in styles
        assert "$error strike" in styles
        await here.press("enter")
        lines = here.on(ReaderScreen).text._painted()
        assert any("strike" in str(span.style) for line in lines for span in line.spans)


async def test_what_is_done_becomes_a_macro_with_a_letter(seeded: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    kept = Settings(me="ann", place=str(seeded), keep_macro=lambda letter, text: keep_macro(config, letter, text))
    async with desk(seeded, settings=kept) as here:
        first, second, third = here.papers.ids[:3]
        await here.press("comma", "comma")
        await here.press("t")
        await here.type("shelf")
        await here.press("enter", "enter", "escape", "w", "asterisk", "j")
        screen = await here.press("comma", "comma")
        assert "tag +shelf; later; star; next" in screen
        await here.press("enter")
        screen = await here.press("backspace", "s", "enter")
        assert "kept in the settings" in screen
        assert here.papers.current == second
        await here.press("comma", "s")
        row = here.library.rows([second])[0]
        assert ("shelf" in row.tags, row.status, row.starred) == (True, Status.LATER, True)
        assert here.papers.current == third
        assert here.library.rows([first])[0].starred
    assert settings(config=str(config), environ={}).macros == {"s": "tag +shelf; later; star; next"}


async def test_a_recording_in_which_nothing_was_done_is_no_macro(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("comma", "comma", "j", "k", "comma", "comma")
        assert "nothing was done that could be repeated" in screen
        assert here.app.recording is None


def test_a_recorded_line_leaves_out_how_one_came_there() -> None:
    recording = Recording()
    for id, section in (
        ("move.down", "move"),
        ("status.later", "do"),
        ("move.down", "move"),
        ("reader.next", "reader"),
    ):
        recording.did(id, section)
    recording.tagged((("a", "b/c"), ("d",)))
    recording.tagged((("two words",), ()))
    recording.did("go.stats", "go")
    recording.did("copy.quote", "out")
    assert recording.line == "later; next; tag +a +b/c -d; copy.quote"
    assert split(recording.line) == ("later; tag +a +b/c -d", ["next", "copy.quote"])
