"""Threads, differences and kinds: what people said is answered, changed and settled on their screens."""

from pathlib import Path

import pytest

from tests.tui.pilot import Desk, desk
from tests.tui.test_library import TITLE, at, status_line
from tests.tui.test_reader import reword
from tracker.library import Library
from tracker.tui.screens.compose import Compose
from tracker.tui.screens.differences import DifferencesScreen
from tracker.tui.screens.kinds import KindsScreen
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.screens.threads import ThreadsScreen


@pytest.fixture
def talked(seeded: Path) -> Path:
    """ann marked a sentence, bob answered below it and asked about the paper."""
    with Library.open(seeded, "ann") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading == TITLE)
        mark = library.annotate(paper, 0, 21, "problem", body="the *gap*")
    with Library.open(seeded, "bob") as library:
        library.comment(paper, "Is it new?", on=mark.id)
        library.comment(paper, "@ann worth a talk?")
        library.annotate(paper, 0, 21, "problem")
    return seeded


async def threads(here: Desk) -> int:
    paper = await at(here, TITLE)
    await here.press("enter", "O")
    assert here.on(ThreadsScreen)
    return paper


async def test_threads_stand_below_their_marks_and_two_people_on_one_span_are_one_line(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        await threads(here)
        lines = [" ".join(line.split()) for line in here.text.splitlines()]
        lines = [line.removeprefix("▌").strip() for line in lines]
        assert "! problem ann bob" in lines
        assert lines.index("@ann worth a talk?") < lines.index("! problem ann bob") < lines.index("Is it new?")
        assert "ann: the *gap*" in lines
        assert "1 mark" in status_line(here.text)


async def test_a_comment_is_answered_edited_resolved_and_deleted(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        paper = await threads(here)
        await here.press("j", "c", *"No, see ", *"@b", "tab", *"above", "enter")
        reply = here.library.comments(paper)[1]
        assert (reply.body, reply.depth, reply.author) == ("No, see @bob above", 1, "ann")
        await here.press("j", "e", *"!", "ctrl+j", *"Two", "enter")
        assert here.library.comments(paper)[1].body == "No, see @bob above!\nTwo"
        assert "edited" in here.text
        await here.press("d")
        assert "resolved by ann" in here.text
        await here.press("d")
        assert "resolved by ann" not in here.text
        await here.press("X")
        assert [view.body for view in here.library.comments(paper)][:1] == ["Is it new?"]
        await here.press("u", "u")
        assert here.library.comments(paper)[0].resolved_by == "ann"


async def test_another_persons_comment_is_not_edited_but_answered(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        await threads(here)
        assert "only your own" in status_line(await here.press("j", "e"))
        assert "Only its author" in status_line(await here.press("X"))


async def test_kind_remark_tags_and_visibility_of_a_mark_are_changed(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        paper = await threads(here)
        await here.press("3")
        mark = next(mark for mark in here.library.annotations(paper) if mark.mine)
        assert mark.kind == "result"
        await here.press("e", *" 2", "enter")
        await here.press("number_sign", *"gap", "enter")
        mark = next(mark for mark in here.library.annotations(paper) if mark.mine)
        assert (mark.body, mark.tags) == ("the *gap* 2", ("gap",))
        assert "Others have written" in status_line(await here.press("v"))
        await here.press("u", "u", "u")
        mark = next(mark for mark in here.library.annotations(paper) if mark.mine)
        assert (mark.kind, mark.body, mark.tags) == ("problem", "the *gap*", ())


async def test_what_is_typed_outlives_escape_and_the_programs_end(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        paper = await threads(here)
        await here.press("c", *"half a thought", "escape")
        assert "half a thought" not in here.text
        assert "half a thought" in await here.press("c")
        await here.type(", and more")
        here.on(Compose).keep_now()
    async with desk(talked, (100, 30)) as here:
        await threads(here)
        await here.press("c", "enter")
        assert "half a thought, and more" in {view.body for view in here.library.comments(paper)}
        await here.press("c")
        assert "half a thought" not in here.on(Compose).area.text


async def test_enter_goes_to_the_words_of_a_mark_and_at_asks_about_the_paper(talked: Path) -> None:
    async with desk(talked, (100, 30)) as here:
        paper = await at(here, TITLE)
        await here.press("enter", "G", "O", "G", "k", "enter")
        assert here.on(ReaderScreen).text.caret.at == 0
        await here.press("at", *"carol look", "enter")
        assert "@carol look" in {view.body for view in here.library.comments(paper)}
    with Library.open(talked, "carol") as carol:
        assert list(carol.find("is:asked").ids) == [paper]


async def test_keys_typed_before_the_next_paper_is_read_act_on_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        await here.press("enter", "1", "J", "2")
        other = here.on(ReaderScreen).current
        assert other is not None
        assert other != paper
        assert [mark.kind for mark in here.library.annotations(paper)] == ["problem"]
        assert [mark.kind for mark in here.library.annotations(other)] == ["method"]
        assert (
            here.library.annotations(other)[0].text
            == here.on(ReaderScreen).text.passage.text[slice(*here.on(ReaderScreen).text.passage.sentences[0])]
        )


async def test_differences_show_both_wordings_and_doubtful_marks_are_settled_there(seeded: Path) -> None:
    words = "regression-like loss that operates purely on token level"
    with Library.open(seeded, "ann") as library:
        paper = next(row.id for row in library.rows(library.find("").ids) if row.heading.startswith("Regress, Don’t"))
        library.annotate_quote(paper, words, "method")
        library.annotate_quote(paper, "improves performance", "result")
    reword(seeded, paper, lambda text: text.replace(words, "regression-like loss working only upon the token level"))
    async with desk(seeded, (100, 40)) as here:
        await at(here, here.library.rows([paper])[0].heading)
        screen = await here.press("enter", "D")
        assert here.on(DifferencesScreen)
        assert "that operates purely on working only upon the token level" in " ".join(screen.split())
        assert "proceedings · bob" in screen
        assert "wording 2 of 2 · marks: 1 to check, 0 lost, 0 reworded" in status_line(screen)
        assert "made on “regression-like loss that operates" in screen
        assert "oldest wording" in status_line(await here.press("p"))
        await here.press("A")
        assert {mark.state.value for mark in here.library.annotations(paper)} == {"ok", "moved"}
        await here.press("u")
        await here.press("X")
        assert [mark.kind for mark in here.library.annotations(paper)] == ["result"]
        await here.press("escape")
        assert here.on(ReaderScreen)


async def test_a_paper_with_one_wording_has_no_differences(seeded: Path) -> None:
    async with desk(seeded) as here:
        await at(here, TITLE)
        screen = await here.press("enter", "D")
        assert "only ever had one wording" in screen
        await here.press("n", "A", "X", "j", "escape")
        assert here.on(ReaderScreen)


async def test_kinds_are_made_named_signed_coloured_ordered_and_put_away(seeded: Path) -> None:
    async with desk(seeded) as here:
        await at(here, TITLE)
        await here.press("enter", "g", "k")
        assert here.on(KindsScreen)
        await here.press("n", *"gap", "enter")
        assert here.library.kinds()[-1]._replace(annotations=0)[:3] == ("gap", "7", "G")
        await here.press("s", "%", "enter", "9", "c", *"#e56eee", "enter")
        assert here.library.kinds()[-1][:4] == ("gap", "9", "%", "#e56eee")
        await here.press("r", *"gaps", "enter", "K")
        assert [kind.name for kind in here.library.kinds()][-2:] == ["gaps", "note"]
        await here.press("x")
        assert here.library.kinds()[-1][:2] == ("gaps", "")
        assert "put away" in here.text
        await here.press("x", "u", "u")
        assert [kind.name for kind in here.library.kinds() if not kind.archived][-2:] == ["gaps", "note"]
        assert "written as in #5fb236" in status_line(await here.press("c", *"zz", "enter"))
