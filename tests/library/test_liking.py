"""What a person likes is learnt from their own decisions, said in words, and forgotten with them."""

from collections.abc import Callable
from datetime import date

import pytest

from tracker.library import Library
from tracker.library.stats.lines import lines
from tracker.terms import Status

SUBJECTS = (
    "We calibrate language models that judge essays; judges are biased, calibration number {} removes it.",
    "Diffusion priors restore photographs: deblurring and inpainting of image {} in the wild.",
)


@pytest.fixture
def mixed(library: Library) -> Library:
    """Forty papers, of which twelve on judges are kept and twelve on photographs skipped."""
    papers = [[library.add_paper(text.format(f"x{n}y")) for n in range(20)] for text in SUBJECTS]
    library.set_status(papers[0][:12], Status.LATER)
    library.set_status(papers[1][:12], Status.SKIPPED)
    return library


def test_nothing_is_said_until_there_are_ten_of_each(library: Library) -> None:
    library.set_status(range(1, 21), Status.LATER)
    library.set_status(range(21, 30), Status.SKIPPED)
    assert not library.liking_due()
    library.set_status([30], Status.SKIPPED)
    assert library.liking_due()


def test_what_is_like_the_kept_comes_before_what_is_like_the_skipped(mixed: Library) -> None:
    assert mixed.learn_liking() > 0
    assert not mixed.liking_due()
    order = [row.heading for row in mixed.rows(mixed.find("status:inbox (judge OR photographs) sort:next").ids)]
    judges = [number for number, heading in enumerate(order) if "photograph" not in heading.lower()]
    assert len(order) == 16
    assert sum(judges) / len(judges) < 6  # the eight on judges stand before, but for the paper by chance
    liked = next(each for each in mixed.next_up(40) if each.row.status is Status.INBOX and not each.chance)
    (reason,) = [reason for reason in liked.reasons if reason.term == "like"]
    assert reason.points > 2
    assert "calibrat" in reason.said or "judge" in reason.said or "essays" in reason.said


def test_a_few_decisions_more_and_it_is_learnt_anew(mixed: Library) -> None:
    mixed.learn_liking()
    mixed.set_status([1, 2, 3, 4], Status.SKIPPED)
    assert not mixed.liking_due()
    mixed.set_status([5], Status.SKIPPED)
    assert mixed.liking_due()


def test_what_was_learnt_goes_with_the_decisions(mixed: Library) -> None:
    mixed.learn_liking()
    mixed.undo(2)
    assert mixed.liking_due()
    assert mixed.learn_liking() == 0
    assert not mixed.liking_due()
    assert not any(reason.term == "like" for each in mixed.next_up(20) for reason in each.reasons)


def test_each_person_has_their_own(mixed: Library, open_library: Callable[..., Library]) -> None:
    mixed.learn_liking()
    bob = open_library("bob")
    assert not any(reason.term == "like" for each in bob.next_up(40) for reason in each.reasons)


def test_stopping_changes_nothing(mixed: Library) -> None:
    assert mixed.learn_liking(lambda: True) == 0
    assert mixed.liking_due()


def test_papers_are_found_by_how_likely_they_are_kept(mixed: Library) -> None:
    mixed.learn_liking()
    judges, photographs = (set(mixed.find(f"status:inbox {word}").ids) for word in ("judge", "photographs"))
    assert set(mixed.find("status:inbox score>=0.8").ids) == judges
    assert set(mixed.find("score<0.5").ids) == photographs
    assert not judges & set(mixed.find("-score>=0.8").ids)
    between = set(mixed.find("score:0.5..0.8").ids)
    assert not between & (judges | photographs)
    assert judges | photographs | between <= set(mixed.find("score:0..1").ids)
    assert [problem.message for problem in mixed.find("score>1").problems] == ["score: is a number from 0 to 1"]


def test_papers_are_ordered_by_how_likely_they_are_kept(mixed: Library) -> None:
    mixed.learn_liking()
    judges, photographs = (set(mixed.find(f"status:inbox {word}").ids) for word in ("judge", "photographs"))
    asked = "status:inbox (judges OR photographs)"
    for limit in (None, 5, 12):
        found = [*mixed.find(f"{asked} sort:score", limit=limit).ids]
        assert len(found) == (limit or 16)
        assert (set(found[:8]) <= judges, set(found[8:]) <= photographs) == (True, True)
        assert set([*mixed.find(f"{asked} sort:-score", limit=limit).ids][:8]) <= photographs


def test_papers_nobody_judged_come_last_either_way(mixed: Library) -> None:
    mixed.learn_liking()
    judged = set(mixed.find("score:0..1").ids)
    for order in ("sort:score", "sort:-score"):
        found = [*mixed.find(order).ids]
        assert set(found) == set(mixed.find("").ids)
        assert set(found[: len(judged)]) == judged


def test_the_figures_say_how_many_of_the_likely_and_the_unlikely_were_kept(mixed: Library) -> None:
    assert mixed.stats().bands == ()
    mixed.learn_liking()
    stats = mixed.stats()
    assert sum(band.decided.papers for band in stats.bands) == 24  # each judged by what the others taught
    likely, *others = stats.bands
    assert likely.kept.papers > 8
    assert likely.kept.papers == likely.decided.papers
    assert sum(band.decided.papers - band.kept.papers for band in others) == 12
    for figure in (stats.missed, *(each for band in stats.bands for each in (band.kept, band.decided))):
        assert mixed.count(figure.query) == figure.papers, figure
    told = ["".join(piece.text for piece in line) for line in lines(stats, 80, date.today())]
    assert any(line.startswith("kept, by how likely") for line in told)
