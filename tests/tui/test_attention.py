"""How long a paper was looked at is recorded with the decision, where it can be known."""

from pathlib import Path

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.terms import Status
from tracker.tui.attention import AWAY, Attention
from tracker.tui.screens.reader import ReaderScreen

SECONDS = "SELECT seconds FROM reading_state WHERE paper_id = :paper"


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def looked_at(library: Library, paper: int) -> int | None:
    row = library.store.one(SECONDS, {"paper": paper})
    return row[0] if row else None


def test_time_counts_from_when_a_paper_is_shown() -> None:
    clock = Clock()
    attention = Attention(clock)
    attention.turn(7)
    clock.now += 20
    attention.touch()
    attention.turn(7)
    clock.now += 22.4
    assert attention.seconds(7) == 42
    assert attention.seconds(8) is None
    attention.turn(8)
    assert attention.seconds(8) == 0


def test_nobody_knows_how_long_it_was_looked_at_after_a_long_silence() -> None:
    clock = Clock()
    attention = Attention(clock)
    attention.turn(7)
    clock.now += AWAY + 1
    assert attention.seconds(7) is None
    attention.turn(7)  # shown anew
    clock.now += 5
    assert attention.seconds(7) == 5


async def test_a_decision_keeps_how_long_it_took_and_undo_takes_it_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        clock = Clock()
        here.app.attention = Attention(clock)
        await here.press("j")
        paper = here.papers.current
        assert paper
        clock.now += 31
        await here.press("w")
        assert looked_at(here.library, paper) == 31
        here.library.set_status([paper], Status.DONE, seconds=99)
        assert looked_at(here.library, paper) == 31  # what it was decided after
        await here.press("u", "u")
        assert looked_at(here.library, paper) is None
        await here.press("space", "j", "space", "w")  # several at once: nobody knows
        assert [row[0] for row in here.library.store.read("SELECT seconds FROM reading_state")] == [None, None]


async def test_the_reader_measures_as_the_list_does(seeded: Path) -> None:
    async with desk(seeded) as here:
        clock = Clock()
        here.app.attention = Attention(clock)
        await here.press("j", "enter", "J")
        paper = here.on(ReaderScreen).current
        assert paper
        clock.now += 12
        await here.press("d")
        assert looked_at(here.library, paper) == 12


async def test_an_abstract_that_is_read_late_takes_no_time_from_the_reader(seeded: Path) -> None:
    async with desk(seeded) as here:
        clock = Clock()
        here.app.attention = Attention(clock)
        await here.press("enter", "J")
        paper, first = here.on(ReaderScreen).current, here.app.first
        assert paper
        assert first
        assert first.papers.current
        assert first.papers.current != paper
        clock.now += 12
        first.read(first.papers.current, "", typing=False)
        await here.press("d")
        assert looked_at(here.library, paper) == 12
