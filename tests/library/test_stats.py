"""Figures that hold: every number is that of the papers that its query finds."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from tracker.later import journal
from tracker.library import Library
from tracker.library.stats.drawing import page, svg
from tracker.library.stats.lines import lines
from tracker.library.stats.values import Figure, Pace, Stats
from tracker.terms import Status
from tracker.text.cells import cells

TODAY = date.today()


def backdate(library: Library, papers: range, days: int) -> None:
    """Let papers have been decided at noon of an earlier day: the clock of the library cannot be turned."""
    at = datetime.combine(TODAY - timedelta(days=days), time(12)).astimezone(UTC).isoformat(timespec="microseconds")
    asked = "UPDATE reading_state SET decided_at = ?, status_at = ?, finished_at = CASE WHEN finished_at IS NULL"
    asked += f" THEN NULL ELSE ? END WHERE paper_id IN ({','.join(map(str, papers))})"
    with library.store.transaction() as session:
        journal.raw(session).execute(asked, (at, at, at))


@pytest.fixture
def lived(library: Library) -> Library:
    """Three days of deciding, the last of them today."""
    library.set_status(range(1, 5), Status.LATER)
    library.set_status(range(5, 9), Status.SKIPPED)
    library.set_status(range(9, 11), Status.DONE)
    backdate(library, range(1, 5), 70)
    backdate(library, range(5, 9), 1)
    library.tag([1, 2, 9], add=["kept-one"])
    library.annotate(3, 0, 20, "question")
    library.annotate(4, 0, 20, "result")
    return library


def figures(stats: Stats) -> Iterator[Figure]:
    yield from stats.standing
    yield from (stats.decided, stats.today, stats.unanswered, stats.stale)
    yield from stats.kept


@pytest.mark.parametrize("scope", ["", "#reasoning", "#reasoning OR #theory", "length", "sort:title"])
def test_every_number_is_that_of_the_papers_it_opens(lived: Library, scope: str) -> None:
    stats = lived.stats(scope)
    assert stats.papers == lived.count(scope)
    for figure in figures(stats):
        assert lived.count(figure.query) == figure.papers, figure
    for day in stats.days:
        assert lived.count(day.query) == day.decided
    for week in stats.weeks:
        decided, read, notes, marks = map(lived.count, week.queries)
        assert (decided, read) == (week.decided, week.read)
        assert 0 <= notes <= week.notes <= notes * week.notes  # several stand on one paper
        assert 0 <= marks <= week.annotations <= marks * week.annotations


def test_what_is_left_is_counted_back_from_today(lived: Library) -> None:
    stats = lived.stats()
    assert [figure.papers for figure in stats.standing] == [26, 4, 0, 2, 4]
    assert stats.today.papers == 2
    assert [day.decided for day in stats.days[-3:]] == [0, 4, 2]
    assert stats.days[-1].left == 26
    assert stats.stale.papers == 4
    assert stats.unanswered.papers == 1


def test_an_answered_question_is_open_no_more(lived: Library) -> None:
    mark = next(mark for mark in lived.annotations(3) if mark.kind == "question")
    comment = lived.comment(3, "because of this", on=mark.id)
    assert lived.stats().unanswered.papers == 1
    lived.resolve(comment.id)
    assert lived.stats().unanswered.papers == 0


def test_opening_a_paper_makes_it_stale_no_more(lived: Library) -> None:
    lived.mark_seen(1, opened=True)
    assert lived.stats().stale.papers == 3
    assert lived.count("is:stale") == 3


def test_the_time_for_a_decision_is_what_was_measured_else_what_lies_between(lived: Library) -> None:
    for paper, seconds in ((20, 10), (21, 20), (22, 60)):
        lived.set_status([paper], Status.LATER, seconds=seconds)
    stats = lived.stats()
    assert stats.seconds == (20.0, 52.0, 3, True)
    assert stats.spent == 90
    lived.set_status([20, 21, 22], Status.INBOX)
    assert lived.stats().spent == 0
    pace = lived.stats().seconds
    assert pace is None or not pace.measured


def test_the_figures_are_those_of_one_person(open_library: Callable[..., Library]) -> None:
    open_library("ann").set_status([1, 2], Status.DONE)
    stats = open_library("bob").stats()
    assert stats.decided.papers == 0
    assert stats.emptied is None


def test_an_empty_library_and_one_paper_have_figures(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty.db", "ann", seed=False) as library:
        for _ in range(2):
            stats = library.stats()
            assert list(lines(stats, 80, TODAY))
            ET.fromstring(svg(stats, TODAY))
            library.add_paper("One paper about one thing.")
        library.set_status([1], Status.DONE)
        assert library.stats().standing[0].papers == 0
        assert list(lines(library.stats(), 80, TODAY))


def test_a_decision_dated_ahead_by_a_clock_set_back_breaks_nothing(lived: Library) -> None:
    backdate(lived, range(9, 11), -20)
    stats = lived.stats()
    assert stats.today.papers == 0
    assert min(day.left for day in stats.days) >= 0


@pytest.mark.parametrize("width", [30, 40, 60, 68, 80, 140])
def test_the_lines_keep_to_the_width(lived: Library, width: int) -> None:
    stats = lived.stats()._replace(seconds=Pace(0.5, 0.9, 3, measured=False))
    for line in lines(stats, width, TODAY):
        assert cells("".join(piece.text for piece in line).rstrip()) <= width, line


def test_the_picture_is_xml_and_says_what_the_figures_say(lived: Library) -> None:
    drawn = svg(lived.stats(), TODAY)
    texts = {element.text for element in ET.fromstring(drawn).iter() if element.tag.endswith("text")}
    assert {"inbox 26", "later 4", "skipped 4", "#kept-one"} <= texts


def test_a_hostile_name_is_text_in_the_picture_and_the_page(lived: Library) -> None:
    lived.tag([1], add=["<script>alert(1)</script>", "a&b"])
    stats = lived.stats("<b>")._replace(kept=lived.stats().kept)
    ET.fromstring(svg(stats, TODAY))
    assert "<script" not in page(stats, TODAY)
    assert "<b>" not in page(stats, TODAY)
