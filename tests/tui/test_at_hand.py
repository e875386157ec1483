"""Papers in hand when others come and go: who waits is told for how long, and gets what was given back."""

from collections.abc import Callable
from pathlib import Path

from tests.tui.pilot import desk
from tests.tui.test_library import status_line
from tests.tui.test_screening import current, votes
from tracker.library import Library
from tracker.terms import Decision, Role
from tracker.tui.screens.screening import ScreeningScreen

Open = Callable[..., Library]


async def test_who_waits_for_the_last_papers_is_told_until_when_and_gets_them(seeded: Path, open_library: Open) -> None:
    bob = open_library("bob")
    bob.new_round("first", "id:1,2,3", ["ann", "bob"], votes=1)
    bob.hand_out("first")
    async with desk(seeded) as here:
        screen = await here.press("g", "t")
        assert "No paper is free at the moment" in screen
        assert "3 papers are in others' hands; what has no vote by " in screen
        bob.give_back("first")
        here.on(ScreeningScreen).fetch_again()
        await here.press("j")
        await here.press("y")
        assert len(votes(here)) == 1


async def test_who_leaves_gives_back_what_was_in_hand(seeded: Path, open_library: Open) -> None:
    bob = open_library("bob")
    bob.new_round("first", "id:1,2,3", ["ann", "bob"], votes=1)
    async with desk(seeded) as here:
        await here.press("g", "t")
        await here.press("y")
        assert bob.hand_out("first") == []
        await here.press("escape")
        assert len(bob.hand_out("first")) == 2


async def test_a_new_place_in_the_round_shows_at_once(seeded: Path, open_library: Open) -> None:
    bob = open_library("bob")
    bob.new_round("first", "id:1,2,3", ["ann", "bob"])
    async with desk(seeded) as here:
        await here.press("g", "t")
        bob.join_round("first", ["ann"], role=Role.DECIDER)
        here.on(ScreeningScreen).read_standing(told=True)
        screen = await here.press("j")
        assert "you settle conflicts in the round from now on" in status_line(screen)
        assert "have no vote in it" in screen
        bob.join_round("first", ["ann"])
        here.on(ScreeningScreen).read_standing(told=True)
        screen = await here.press("j")
        assert "you can vote in the round" in status_line(screen)
        assert current(here) in (1, 2, 3)


async def test_when_all_votes_are_in_the_key_that_closes_is_told(seeded: Path, open_library: Open) -> None:
    open_library("ann").new_round("first", "id:1", ["ann", "bob"], votes=1)
    async with desk(seeded) as here:
        await here.press("g", "t")
        screen = await here.press("y")
        assert "C closes the round, and all votes show" in screen
        screen = await here.press("C")
        assert "closed the round" in status_line(screen)
        assert "The round is closed" in screen


async def test_asking_somebody_keeps_their_name_before_the_question(seeded: Path, open_library: Open) -> None:
    bob = open_library("bob")
    open_library("ann").new_round("first", "id:1", ["ann", "bob"])
    open_library("ann").vote("first", 1, Decision.INCLUDE)
    bob.vote("first", 1, Decision.EXCLUDE)
    async with desk(seeded) as here:
        await here.press("g", "t", "g", "c")
        await here.press("B")
        await here.press("y", "enter")
        await here.press("@")
        await here.type("why?")
        await here.press("enter")
        assert [comment.body for comment in bob.asked()] == ["@bob why?"]
