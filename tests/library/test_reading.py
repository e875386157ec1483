"""What a person decides about papers stays decided, and can be taken back."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from tracker.errors import Unreadable
from tracker.library import Library
from tracker.terms import Depth, Status

MSTAR = "Diving into Self-Evolving Training for Multimodal Reasoning"


def test_a_new_library_holds_the_36_seed_papers_under_their_titles(library: Library) -> None:
    found = library.find("")
    assert found.total == 36
    assert library.collections() == [("ICML 2025", 36)]
    assert MSTAR in {row.heading for row in library.rows(found.ids)}
    assert not any(row.guessed for row in library.rows(found.ids))


def test_a_status_is_kept_when_the_library_is_opened_again(open_library: Callable[..., Library]) -> None:
    first = open_library()
    first.set_status([1, 2], Status.LATER)
    first.close()
    assert [row.status for row in open_library().rows([1, 2, 3])] == [Status.LATER, Status.LATER, Status.INBOX]


def test_a_status_belongs_to_the_person_who_set_it(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.set_status([1], Status.DONE)
    assert bob.rows([1])[0].status is Status.INBOX


def test_skipping_a_paper_can_be_undone_after_a_restart(open_library: Callable[..., Library]) -> None:
    first = open_library()
    first.set_status([1], Status.SKIPPED)
    first.close()
    again = open_library()
    assert [step.title for step in again.undo()] == [f"marked “{MSTAR}” as skipped"]
    assert again.rows([1])[0].status is Status.INBOX


def test_setting_what_is_set_already_leaves_no_step(library: Library) -> None:
    assert library.set_status([1], Status.DONE)
    assert library.set_status([1], Status.DONE) is None
    assert library.set_priority([2], 0) is None
    assert len(library.history()) == 2  # the seeding and the status


def test_one_deed_on_many_papers_is_one_step(library: Library) -> None:
    assert library.set_status(range(1, 37), Status.LATER) == "marked 36 papers as later"
    assert library.status_counts()[Status.LATER] == 36
    library.undo()
    assert library.status_counts()[Status.LATER] == 0


def test_everything_a_person_decides_is_shown(library: Library) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    library.set_priority([1], 3)
    library.set_star([1], True)
    library.set_due([1], date(2026, 12, 24))
    library.snooze([1], tomorrow)
    library.rate([1], 4)
    row, detail = library.rows([1])[0], library.detail(1)
    assert (row.priority, row.starred, row.due_on, row.snoozed) == (3, True, date(2026, 12, 24), True)
    assert (detail.rating, detail.snoozed_until) == (4, tomorrow)
    library.set_status([1], Status.DONE, depth=Depth.FULL)
    assert library.detail(1).depth is Depth.FULL
    assert not library.rows([1])[0].snoozed


def test_toggling_goes_by_what_is_there(library: Library) -> None:
    library.set_star([1], True)
    library.toggle_star([1, 2])
    assert [row.starred for row in library.rows([1, 2])] == [True, True]
    library.toggle_star([1, 2])
    assert [row.starred for row in library.rows([1, 2])] == [False, False]
    for expected in (1, 2, 3, 0):
        library.cycle_priority([5])
        assert library.rows([5])[0].priority == expected


@pytest.mark.parametrize("priority", [-1, 4])
def test_a_priority_outside_its_range_is_refused_in_words(library: Library, priority: int) -> None:
    with pytest.raises(Unreadable, match="0, 1, 2 or 3"):
        library.set_priority([1], priority)


def test_having_seen_a_paper_is_no_step(library: Library) -> None:
    library.mark_seen(1)
    library.mark_seen(1, seconds=20, opened=True)
    assert library.rows([1])[0].seen
    assert library.undoable() is None
