"""What Triage and its neighbours promise: one key a vote, nothing lost, nothing told too early."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.pilot import Desk, desk
from tests.tui.test_library import status_line
from tracker.library import Library
from tracker.terms import Blind, Decision
from tracker.tui.app import Settings
from tracker.tui.screens.agreement import AgreementScreen
from tracker.tui.screens.rounds import RoundsScreen
from tracker.tui.screens.screening import ScreeningScreen
from tracker.tui.widgets.ballot import VoteBar

YES, MAYBE, NO = Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE
Make = Callable[..., Library]


@pytest.fixture
def make(seeded: Path, open_library: Callable[..., Library]) -> Make:
    """Make the round “first” in ann's name; the library as bob has it."""

    def made(query: str = "#reasoning", people: tuple[str, ...] = ("ann", "bob"), **more: Any) -> Library:
        open_library("ann").new_round("first", query, people, **({"reasons": ["off topic", "only theory"]} | more))
        return open_library("bob")

    return made


def votes(here: Desk, name: str = "first") -> dict[int, tuple[Decision, tuple[str, ...], str, bool]]:
    view = here.library.round(name)
    return {b.paper_id: (b.decision, b.reasons, b.note, b.sure) for b in here.library.ballots(view) if b.mine}


def current(here: Desk) -> int:
    card = here.on(ScreeningScreen).sheaf.current
    assert card
    return card.paper_id


async def test_a_key_votes_and_the_next_paper_is_there(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        screen = await here.press("g", "t")
        assert "Triage ▸ round “first”" in screen.splitlines()[0]
        assert "blind · 0/19" in screen.splitlines()[0]
        seen = []
        for key in ("y", "m", "n", "Y", "right"):
            seen.append(current(here))
            screen = await here.press(key)
        assert len(set(seen)) == 5
        assert [votes(here)[paper][0] for paper in seen] == [YES, MAYBE, NO, YES, NO]
        assert [votes(here)[paper][3] for paper in seen] == [False, False, False, True, False]
        assert "blind · 5/19" in screen.splitlines()[0]
        assert "yes 2 · maybe 1 · no 2" in screen
        assert "voted exclude on" in status_line(screen)


async def test_keys_typed_faster_than_votes_are_written_lose_none(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        await here.press(*"ynynynynynynynynyny")
        assert len(votes(here)) == 19
        assert "Nothing is left for you" in here.text
        assert "Others still have papers: bob 19" in here.text


async def test_reasons_note_and_tags_go_with_the_vote(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        paper = current(here)
        screen = await here.press("2", "1", "1")
        assert "2✓only theory" in screen
        assert "1✓" not in screen
        await here.press("e")
        await here.type("weak")
        await here.press("enter", "t")
        await here.type("newtag")
        screen = await here.press("enter", "enter", "escape")
        assert "“weak” #newtag" in screen
        screen = await here.press("n")
        assert votes(here)[paper] == (NO, ("only theory",), "weak", False)
        assert "2✓" not in screen
        assert "newtag" not in here.library.rows([paper])[0].tags


async def test_undo_brings_the_paper_back_before_the_eyes(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        paper = current(here)
        await here.press("n", "y")
        screen = await here.press("u", "u")
        assert votes(here) == {}
        assert current(here) == paper
        assert "undid one step" in status_line(screen)
        await here.press("U")
        assert votes(here)[paper][0] is NO
        assert current(here) != paper


async def test_one_vote_goes_for_all_that_are_alike(seeded: Path, make: Make) -> None:
    library = make("id:26,30,1,2,3")
    async with desk(seeded) as here:
        await here.press("g", "t")
        while current(here) not in (26, 30):
            await here.press("n")
        before, (near,) = votes(here), library.alike("first", current(here))
        screen = await here.press("G")
        assert library.rows([near])[0].heading[:30] in screen
        assert "and 1 like it" in screen
        await here.press("n")
        assert votes(here).keys() - before.keys() == {26, 30}
        assert here.on(ScreeningScreen).sheaf.said.keys() >= {26, 30}
        await here.press("u")
        assert votes(here) == before
        assert current(here) in (26, 30)
        await here.press("G", "G", "y")
        assert len(votes(here)) == len(before) + 1


async def test_looking_back_changes_nothing_until_one_votes(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        first = current(here)
        await here.press("n")
        second = current(here)
        await here.press("y")
        third = current(here)
        screen = await here.press("K", "K")
        assert current(here) == first
        assert "looking back at 2 papers ago" in status_line(screen)
        assert here.on(ScreeningScreen).query_one(VoteBar).given is NO
        assert "[✓n  no ]" in screen
        await here.press("J")
        assert current(here) == second
        await here.press("K", "m")
        assert votes(here)[first][0] is MAYBE
        assert current(here) == third
        assert "nothing was voted on before" in status_line(await here.press("K", "K", "K"))


async def test_tab_lets_a_paper_come_again_after_those_at_hand(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        first = current(here)
        await here.press("tab")
        assert current(here) != first
        await here.press(*"n" * 18)
        assert current(here) == first
        assert "no other paper" in status_line(await here.press("tab"))


async def test_the_paper_stays_while_others_vote_and_their_progress_shows(seeded: Path, make: Make) -> None:
    bob = make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        paper, before = current(here), here.text
        bob.vote("first", paper, NO, note="bob's secret")
        screen = await here.press("z")
        assert current(here) == paper
        assert screen.splitlines()[2:3] == before.splitlines()[2:3]
        screen = await here.press("i")
        assert "bob  █" in screen
        assert "1 of 19" in screen
        assert "secret" not in screen


async def test_nothing_of_a_blind_round_is_told_before_it_is_closed(seeded: Path, make: Make) -> None:
    bob = make()
    async with desk(seeded, (140, 40)) as here:
        await here.press("g", "t")
        paper = current(here)
        bob.vote("first", paper, NO, note="bob's secret")
        screen = await here.press("y", "g", "c")
        here.on(AgreementScreen)
        assert "hidden until the round is closed" in screen
        assert "secret" not in screen
        here.library.close_round("first")
        screen = await here.press("j")
        assert "bob  exclude  “bob's secret”" in screen
        assert "1 conflict" in status_line(screen)


async def test_after_ones_own_vote_the_others_show_and_the_vote_is_frozen(seeded: Path, make: Make) -> None:
    bob = make(blind=Blind.OWN)
    for paper in bob.hand_out("first", 19):
        bob.vote("first", paper, NO, note="bob's word")
    async with desk(seeded) as here:
        screen = await here.press("g", "t")
        paper = current(here)
        assert "1 voted, hidden" in screen
        assert "bob's word" not in screen
        screen = await here.press("y", "K")
        assert "bob  exclude" in screen
        screen = await here.press("n")
        assert "frozen" in status_line(screen)
        assert votes(here)[paper][0] is YES


async def test_a_vote_that_cannot_be_kept_is_told_and_its_paper_waits(seeded: Path, make: Make) -> None:
    make()
    async with desk(seeded) as here:
        await here.press("g", "t")
        paper = current(here)
        here.library.close_round("first")
        screen = await here.press("y")
        assert "closed" in status_line(screen)
        assert "The round is closed" in screen
        assert votes(here) == {}
        await here.press("u")
        assert here.on(ScreeningScreen).sheaf.current
        assert paper in here.on(ScreeningScreen).sheaf.papers


async def test_standing_words_are_lit_and_named(seeded: Path, make: Make) -> None:
    make(include_words=["reason"], exclude_words=["train"])
    async with desk(seeded, (140, 40)) as here:
        screen = await here.press("g", "t")
        assert "+reason" in screen
        card = here.on(ScreeningScreen).sheaf.current
        assert card
        lit = {
            card.body.plain[span.start : span.end].lower() for span in card.body.spans if "$success" in str(span.style)
        }
        assert any(word.startswith("reason") for word in lit)
        await here.press("slash")
        await here.type("model")
        await here.press("enter")
        assert here.on(ScreeningScreen).sought == ("model",)


async def test_conflicts_are_talked_about_and_settled_with_a_line(seeded: Path, make: Make) -> None:
    bob = make(blind=Blind.OPEN)
    async with desk(seeded, (140, 40)) as here:
        await here.press("g", "t")
        papers = []
        for key in "yyn":
            papers.append(current(here))
            await here.press(key)
        for paper, decision in zip(papers, (NO, YES, YES), strict=True):
            bob.vote("first", paper, decision, reasons=["1"] if decision is NO else [])
        screen = await here.press("g", "c")
        assert "2 conflicts · you voted on 2" in status_line(screen)
        assert "ann  include" in screen
        assert "    2    0    1     16" in screen, "how often ann said yes, maybe and no, and what is left to her"
        await here.press("c")
        await here.type("Why, @bob?")
        screen = await here.press("enter")
        assert "ann  Why, @bob?" in screen
        assert "↳1" in screen
        assert [comment.body for comment in bob.asked()] == ["Why, @bob?"]
        await here.press("N")
        await here.type("we agree now")
        screen = await here.press("enter")
        assert "1 conflict · you voted on 1" in status_line(screen)
        assert here.library.tally("first").excluded == 1
        await here.press("u")
        assert "2 conflicts" in status_line(here.text)
        await here.press("f")
        assert "between ann and bob" in status_line(here.text)
        await here.press("M")
        assert "0 maybes" in status_line(here.text)
        assert "No paper is left at maybe" in here.text
        await here.press("U")
        screen = await here.press("M")
        assert "1 settled paper" in status_line(screen)
        assert "exclude · ann · “we agree now”" in screen


async def test_who_does_not_lead_a_round_is_not_asked_to_settle_it(seeded: Path, make: Make) -> None:
    bob = make(blind=Blind.OPEN)
    paper = bob.hand_out("first", 1)[0]
    bob.vote("first", paper, YES)
    async with desk(seeded, settings=Settings(me="bob", place=str(seeded))) as here:
        screen = await here.press("g", "t", "g", "c")
        assert "decide: in" not in screen
        screen = await here.press("Y")
        assert "a line that says why" not in screen
    async with desk(seeded) as here:
        assert "decide: in" in await here.press("g", "t", "g", "c")


async def test_a_round_is_made_in_a_form_and_closed_with_a_key(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("g", "t")
        assert "No rounds yet" in screen
        assert "conflicts" not in screen.splitlines()[-1]  # of no round
        await here.press("enter")
        await here.type("Pilot")
        await here.press("enter")
        await here.type("#reasoning")
        await here.press("enter")
        await here.type(", bob")
        screen = await here.press("ctrl+s")
        here.on(RoundsScreen)
        assert "made the round “Pilot” over 19 papers" in status_line(screen)
        assert "19 for you" in screen
        assert [member.name for member in here.library.round("Pilot").people] == ["ann", "bob"]
        screen = await here.press("C")
        assert "close without 38 votes?" in screen
        screen = await here.press("y", "enter")
        assert "closed the round" in status_line(screen)
        await here.press("u")
        assert here.library.round("Pilot").state == "open"


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        (3, "x", "votes is 1, 2"),
        (4, "wide", "blind is closed, own, open"),
        (9, "half", "shared out free"),
        (10, "few", "pilot"),
    ],
)
async def test_what_cannot_be_meant_in_the_form_is_told(seeded: Path, field: int, text: str, told: str) -> None:
    async with desk(seeded) as here:
        await here.press("g", "T", "n")
        await here.press(*["tab"] * field)
        await here.type(text)
        screen = await here.press("ctrl+s")
        assert told in status_line(screen)
        assert here.library.rounds() == []


@pytest.mark.parametrize("size", [(20, 5), (60, 20), (80, 24), (140, 40), (200, 60)], ids=str)
async def test_the_screens_of_a_round_live_in_every_size(seeded: Path, make: Make, size: tuple[int, int]) -> None:
    bob = make(blind=Blind.OPEN, criteria="Uses **judges**.", include_words=["judge"])
    for paper in bob.hand_out("first", 12):
        bob.vote("first", paper, NO)
    async with desk(seeded, size) as here:
        for keys in (
            ("g", "t"),
            ("y",),
            ("n",),
            ("i",),
            ("j",),
            ("escape",),
            ("g", "c"),
            ("j",),
            ("escape",),
            ("escape",),
        ):
            screen = await here.press(*keys)
            assert all(len(line) <= size[0] for line in screen.splitlines())
        for keys in (("g", "T"), ("n",), ("tab",), ("escape",), ("escape",)):
            screen = await here.press(*keys)
            assert all(len(line) <= size[0] for line in screen.splitlines())


async def test_hostile_words_of_a_round_are_shown_as_text(seeded: Path, make: Make) -> None:
    bob = make(
        blind=Blind.OPEN,
        criteria="[@click=app.quit]x[/] \x1b[31m",
        reasons=["[bold]r[/]", "\u202eevil"],
        include_words=["[/"],
    )
    for paper in bob.hand_out("first", 19):
        bob.vote("first", paper, NO, note="[/foo] \x9b31m", reasons=["1"])
    async with desk(seeded, (140, 40)) as here:
        screen = await here.press("g", "t")
        assert "[bold]r[/]" in screen
        assert "[/foo]" in screen
        screen = await here.press("y", "i")
        assert "[@click=app.quit]x[/]" in screen
        screen = await here.press("escape", "g", "c")
        assert "[/foo]" in screen
        assert "\x9b" not in screen
