"""What comes next: one order wherever it is asked for, with its reasons, and the same all day long."""

from array import array
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tracker.later import journal
from tracker.library import Library
from tracker.library.queue import enough
from tracker.store.search.hits import Pool
from tracker.terms import NEXT_UP, Depth, Status

TOMORROW = date.today() + timedelta(days=1)


def terms(library: Library, paper: int) -> set[str]:
    return {reason.term for reason in library.why(paper)} - {"chance"}


def wake(library: Library, paper: int, *, ago: timedelta = timedelta(hours=1)) -> None:
    """Let a snooze have ended: the clock of the library cannot be turned, so its row is."""
    library.snooze([paper], datetime.now(UTC) + timedelta(days=1))
    with library.store.transaction() as session:
        until = (datetime.now(UTC) - ago).isoformat(timespec="microseconds")
        asked = "UPDATE reading_state SET snoozed_until = ? WHERE paper_id = ?"
        journal.raw(session).execute(asked, (until, paper))


def test_an_empty_library_has_an_empty_queue(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty.db", "ann", seed=False) as library:
        assert library.next_up() == []
        assert list(library.find(NEXT_UP).ids) == []
        library.add_paper("One paper about one thing.")
        assert [waiting.row.id for waiting in library.next_up()] == [1]


def test_the_queue_shows_what_comes_next_and_why(library: Library) -> None:
    library.set_due([5], TOMORROW)
    library.set_status([7], Status.READING)
    library.set_priority([9], 3)
    library.set_star([3], True)
    first = library.next_up()
    assert len(first) == 12
    assert [waiting.row.id for waiting in first[:4]] == [5, 7, 9, 3]
    assert [waiting.points for waiting in first[:4]] == [8.3, 8.0, 6.0, 3.0]
    assert [waiting.reasons[0].term for waiting in first[:4]] == ["due", "reading", "priority", "star"]


def test_the_order_is_one_however_it_is_asked_for(library: Library) -> None:
    library.set_priority([4, 8, 15, 16, 23], 2)
    library.set_status([10, 11], Status.LATER)
    library.not_now([12])
    every = list(library.find("is:open sort:next").ids)
    assert [waiting.row.id for waiting in library.next_up(36)] == every
    assert [waiting.row.id for waiting in library.next_up(5)] == every[:5]
    assert list(library.find("is:open", sort="next", limit=20).ids) == every[:20]
    assert list(library.find("is:open sort:-next").ids) == every[::-1]
    assert list(library.find("is:open sort:next").ids) == every  # and it stays so
    assert sorted(every) == list(range(1, 37))


@given(
    st.permutations(range(40)),
    st.dictionaries(st.integers(0, 60), st.integers(-2, 3)),
    st.lists(st.integers(0, 60), unique=True),
    st.integers(1, 4),
)
def test_few_are_looked_at_and_the_first_are_those_of_all(
    waiting: list[int], points: dict[int, int], lots: list[int], want: int
) -> None:
    def ordered(papers: list[int]) -> list[int]:
        return sorted(papers, key=lambda paper: -points.get(paper, 0))

    pool = Pool(
        every=lambda: array("q", waiting),
        first=lambda most: array("q", waiting[:most]),
        among=lambda papers: array("q", [paper for paper in waiting if paper in set(papers)]),
    )
    found = enough(pool, points, lots, want)
    assert ordered(found)[:want] == ordered(waiting)[:want]
    assert set(found) >= set(waiting) & set(lots)
    assert len(set(found)) == len(found)


def test_what_is_closed_or_asleep_does_not_wait(library: Library) -> None:
    library.set_priority([1, 2, 3], 3)
    library.set_status([1], Status.DONE)
    library.set_status([2], Status.SKIPPED)
    library.snooze([3], datetime.now(UTC) + timedelta(days=2))
    assert not {1, 2, 3} & {waiting.row.id for waiting in library.next_up(36)}


def test_a_paper_that_wakes_comes_first_and_says_so(library: Library) -> None:
    wake(library, 20)
    first = library.next_up()[0]
    assert (first.row.id, first.row.woken, first.reasons[0].said) == (20, True, "put off until now")
    assert library.find("").ids[0] == 20  # and on top of every list that has no order of its own
    assert library.find("status:inbox", limit=3).ids[0] == 20
    assert library.find("sort:title").ids[0] != 20
    assert library.find("").total == 36
    library.set_status([20], Status.LATER)
    assert not library.rows([20])[0].woken
    assert "woken" not in terms(library, 20)
    assert library.find("").ids[0] != 20


def test_passing_over_moves_a_paper_back_and_can_be_undone(library: Library) -> None:
    library.set_priority([9], 2)
    library.not_now([9])
    library.not_now([9])
    assert terms(library, 9) == {"priority", "passed"}
    assert library.next_up()[0].points == 0.5
    library.undo(2)
    assert terms(library, 9) == {"priority"}


def test_every_seventh_is_a_paper_never_shown_the_same_all_day(library: Library) -> None:
    picked = [waiting.row.id for waiting in library.next_up() if waiting.chance]
    assert picked == [library.next_up()[6].row.id]
    library.mark_seen(picked[0])
    assert library.next_up()[6].row.id == picked[0]  # it does not jump away while one looks at it
    library.set_status(picked, Status.SKIPPED)
    assert library.next_up()[6].row.id != picked[0]


def test_who_asks_waits_for_an_answer(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.set_star([1], True)  # people are known by what they do
    bob.comment(14, "what do you think, @ann?")
    assert terms(ann, 14) == {"asked"}
    assert [waiting.row.id for waiting in ann.next_up()[:2]] == [14, 1]
    assert terms(bob, 14) == set()


def test_a_status_knows_since_when_it_holds(library: Library) -> None:
    library.set_status([1], Status.LATER)
    library.set_priority([1], 1)
    ((since, decided),) = library.store.read("SELECT status_at, decided_at FROM reading_state WHERE paper_id = 1")
    assert since == decided
    library.set_status([1], Status.READING)
    ((later, same),) = library.store.read("SELECT status_at, decided_at FROM reading_state WHERE paper_id = 1")
    assert later > since
    assert same == decided
    library.set_status([1], Status.INBOX)
    assert library.store.read("SELECT decided_at FROM reading_state WHERE paper_id = 1") == [(None,)]


def test_opening_a_paper_for_later_begins_it_and_done_is_then_in_full(library: Library) -> None:
    library.set_status([2], Status.LATER)
    assert library.open_outside(1) is None
    assert library.rows([1])[0].status is Status.INBOX
    assert library.open_outside(2)
    assert library.rows([2])[0].status is Status.READING
    library.set_status([2, 3], Status.DONE)
    assert library.detail(2).depth is Depth.FULL
    assert library.detail(3).depth is None


def test_too_much_begun_is_told_once(library: Library) -> None:
    library.set_status(range(1, 6), Status.READING)
    assert library.crowding(4) is None
    library.set_status([6], Status.READING)
    assert "6 papers are being read" in (library.crowding(5) or "")
    library.set_status([7], Status.READING)
    assert library.crowding(6) is None
