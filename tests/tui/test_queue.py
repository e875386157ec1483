"""What to read next, from anywhere, and why it stands where it does."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.terms import NEXT_UP, Status
from tracker.tui.screens.history import HistoryScreen
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.reader import ReaderScreen


@pytest.fixture
def busy(seeded: Path) -> Path:
    """A library in which something is due, something begun and something urgent."""
    with Library.open(seeded, "ann") as library:
        library.set_due([5], date.today() + timedelta(days=1))
        library.set_status([7], Status.READING)
        library.set_priority([9], 2)
    return seeded


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_z_shows_what_comes_next_and_why(busy: Path, size: tuple[int, int]) -> None:
    async with desk(busy, size) as here:
        screen = await here.press("z")
        assert list(here.papers.ids[:3]) == [5, 7, 9]
        assert len(here.papers.ids) == 12
        assert here.papers.current == 5
        assert "Next up" in screen.splitlines()[0]
        assert ("due in 1 day +8.3" if size[0] > 100 else "why: due +8.3") in " ".join(screen.split())
        assert "⇥ not now" in screen.splitlines()[-1]


async def test_z_again_shows_the_one_behind(busy: Path) -> None:
    async with desk(busy) as here:
        await here.press("z")
        screen = await here.press("z")
        assert "why: reading +8.0" in screen
        assert here.papers.current == 7


async def test_tab_passes_over_a_paper_of_the_queue_only(busy: Path) -> None:
    async with desk(busy) as here:
        await here.press("tab")
        assert not here.papers.has_focus
        await here.press("z", "j", "j")
        assert here.papers.current == 9
        screen = await here.press("tab")
        assert "not now: “AdaptiveStep" in screen
        assert here.papers.current != 9
        assert here.library.why(9)[-1].said == "passed over once"
        await here.press("u")
        assert {reason.term for reason in here.library.why(9)} == {"priority"}


async def test_a_decision_moves_no_other_paper_of_the_queue(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("z", "j", "j")
        stood = list(here.papers.ids)
        await here.press("x")
        assert list(here.papers.ids[:-1]) == [*stood[:2], *stood[3:]]
        assert here.papers.current == stood[3]
        await here.press("tab")
        assert list(here.papers.ids[:-2]) == [*stood[:2], *stood[4:]]
        assert here.papers.current == stood[4]
        await here.press("u", "u")
        assert list(here.papers.ids) == stood


async def test_what_is_passed_over_comes_behind_the_others_where_few_are_left(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.set_status(list(library.find("").ids[4:]), Status.DONE)
    async with desk(seeded) as here:
        await here.press("z")
        first, *others = here.papers.ids
        await here.press("tab")
        assert list(here.papers.ids) == [*others, first]
        assert here.papers.current == others[0]


async def test_z_leads_out_of_any_screen(busy: Path) -> None:
    async with desk(busy) as here:
        await here.press("g", "u")
        here.on(HistoryScreen)
        await here.press("z")
        assert here.on(LibraryScreen).query_text == NEXT_UP
        assert here.papers.current == 5


async def test_in_the_reader_z_turns_to_the_queue_and_tab_passes_over(busy: Path) -> None:
    async with desk(busy) as here:
        await here.press("enter")
        screen = await here.press("z")
        assert here.on(ReaderScreen).current == 5
        assert "why here: due in 1 day +8.3" in screen
        await here.press("tab")
        assert here.on(ReaderScreen).current == 7
        assert {reason.term for reason in here.library.why(5)} == {"due"}  # a date is a promise
        assert here.library.undoable() is not None
        screen = await here.press("z")
        assert here.on(ReaderScreen).current == 5


async def test_nothing_waits_in_an_empty_library(tmp_path: Path) -> None:
    Library.open(tmp_path / "empty.db", "ann", seed=False).close()
    async with desk(tmp_path / "empty.db") as here:
        screen = await here.press("z")
        assert "Nothing here yet" in screen
        await here.press("tab")


async def test_a_paper_that_woke_has_a_sign(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.snooze([3], datetime.now(UTC) + timedelta(days=1))
        with library.store.transaction() as session:
            now = datetime.now(UTC).isoformat(timespec="microseconds")
            session.connection().exec_driver_sql("UPDATE reading_state SET snoozed_until = ?", (now,))
    async with desk(seeded) as here:
        screen = await here.press("z")
        assert here.papers.current == 3
        assert "▌☼" in screen


async def test_a_rating_is_two_keys(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        paper = here.papers.current
        assert paper
        await here.press("s", "4")
        assert here.library.detail(paper).rating == 4
        await here.press("s", "0")
        assert here.library.detail(paper).rating is None


async def test_beginning_a_sixth_paper_is_told_and_done(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.set_status(range(1, 6), Status.READING)
    async with desk(seeded) as here:
        here.papers.go(here.papers.place(6) or 0)
        screen = await here.press("r")
        assert "6 papers are being read now" in " ".join(screen.split())
        assert here.library.being_read() == 6


async def test_opening_a_paper_for_later_begins_it(seeded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library.open(seeded, "ann") as library:
        library.set_status([3], Status.LATER)
    async with desk(seeded) as here:
        monkeypatch.setattr(here.app, "open_url", lambda url: None)
        here.papers.go(here.papers.place(3) or 0)
        screen = await here.press("o", "enter")
        assert here.library.rows([3])[0].status is Status.READING
        assert "u undoes" in screen
        await here.press("u")
        assert here.library.rows([3])[0].status is Status.LATER


async def test_leaving_the_queue_leads_back_to_all_papers_and_not_to_the_shell(seeded: Path) -> None:
    async with desk(seeded) as here:
        assert "▸ Next up" in (await here.press("z")).splitlines()[0]
        assert "▸ Next up" not in (await here.press("q")).splitlines()[0]
        assert "36 shown" in here.text
