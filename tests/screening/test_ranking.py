"""The order of papers: likely ones first, unclear ones in between, chance by the seed; with numpy and without."""

import random

import numpy as np
import pytest

from tracker.screening import features, svm
from tracker.screening.ranking import Ground, Ranker
from tracker.terms import Decision

YES, NO = Decision.INCLUDE, Decision.EXCLUDE
TOPICS = {
    "yes": ("judge", "calibration", "verdict", "length", "bias", "evaluation", "preference", "chat"),
    "no": ("protein", "folding", "structure", "residue", "enzyme", "binding", "molecule", "design"),
    "both": ("we", "propose", "a", "method", "and", "show", "results", "on", "with", "data", "for", "learning"),
}


def papers(count: int = 120, seed: int = 0) -> dict[int, str]:
    """Texts of two topics in turn, with words that both have."""
    chance = random.Random(seed)

    def text(number: int) -> str:
        own = chance.choices(TOPICS["yes" if number % 2 else "no"], k=8)
        other = chance.choices(TOPICS["no" if number % 2 else "yes"], k=1)
        return " ".join([*own, *other, *chance.choices(TOPICS["both"], k=12)])

    return {number: text(number) for number in range(1, count + 1)}


def wanted(order: tuple[int, ...], most: int = 40) -> float:
    """The part of the first papers that are of the topic."""
    return sum(paper % 2 for paper in order[:most]) / most


@pytest.fixture(params=[False, True], ids=["numpy", "plain"])
def plain(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_votes_bring_what_is_like_the_included_to_the_top(plain: bool) -> None:
    ranking = Ranker(papers(), plain=plain).rank({1: YES, 3: YES, 2: NO, 4: NO})
    assert wanted(tuple(paper for paper in ranking.order[:40] if paper not in ranking.unclear), 30) > 0.9
    assert (ranking.ground, ranking.included, ranking.excluded, ranking.early) == (Ground.VOTES, 2, 2, True)
    assert not {1, 2, 3, 4} & set(ranking.order)
    assert len(ranking.order) == 116


def test_one_of_five_is_the_least_clear(plain: bool) -> None:
    ranking = Ranker(papers(), plain=plain).rank({1: YES, 3: YES, 2: NO, 4: NO})
    assert all(ranking.order[place] in ranking.unclear for place in range(4, 100, 5))
    assert len(ranking.unclear) == 116 // 5
    first = ranking.order[4]
    surer = [paper for paper in ranking.order[5:] if abs(ranking.scores[paper]) < abs(ranking.scores[first])]
    assert not surer


def test_criteria_help_before_anything_is_included_and_fade_afterwards(plain: bool) -> None:
    texts = papers()
    guided = Ranker(texts, criteria="Calibration of a judge's verdict", plain=plain)
    assert wanted(guided.rank({}).order, 20) > 0.9
    assert guided.rank({}).ground is Ground.CRITERIA
    assert wanted(guided.rank({2: NO, 4: NO}).order, 20) > 0.7
    misled = Ranker(texts, criteria="protein folding enzyme", plain=plain)
    votes = {paper: YES if paper % 2 else NO for paper in range(1, 25)}
    assert wanted(misled.rank(votes).order) > 0.75


def test_without_criteria_the_start_is_spread_by_the_seed(plain: bool) -> None:
    texts = {**papers(40), 100: "quantum error correction codes", 101: "birds of the northern sea"}
    first = Ranker(texts, seed=1, plain=plain).rank({})
    assert first.ground is Ground.CHANCE
    assert {100, 101} <= set(first.order[:5])
    assert first == Ranker(texts, seed=1, plain=plain).rank({})
    assert first.order != Ranker(texts, seed=2, plain=plain).rank({}).order


def test_the_order_does_not_hang_on_the_order_of_the_votes(plain: bool) -> None:
    votes = {paper: YES if paper % 2 else NO for paper in range(1, 13)}
    backwards = dict(reversed(votes.items()))
    assert Ranker(papers(), plain=plain).rank(votes).order == Ranker(papers(), plain=plain).rank(backwards).order


def test_taking_a_vote_back_gives_the_order_before(plain: bool) -> None:
    ranker = Ranker(papers(), plain=plain)
    before = ranker.rank({1: YES, 2: NO}).order
    ranker.rank({1: YES, 2: NO, 3: YES})
    again = ranker.rank({1: YES, 2: NO}).order
    assert again[:20] == before[:20]


def test_the_words_that_weighed_most_are_told(plain: bool) -> None:
    ranker = Ranker(papers(), plain=plain)
    ranking = ranker.rank({paper: YES if paper % 2 else NO for paper in range(1, 21)})
    words = ranker.why(ranking.order[0])[:3]
    assert words
    assert set(words) <= set(TOPICS["yes"]) | set(TOPICS["both"])


@pytest.mark.parametrize("texts", [{}, {1: ""}, {1: "", 2: ""}, {1: "a b c", 2: "one two"}, {1: "same", 2: "same"}])
def test_any_papers_can_be_ranked(texts: dict[int, str], plain: bool) -> None:
    ranker = Ranker(texts, criteria="one", plain=plain)
    for votes in ({}, dict.fromkeys(texts, YES), dict.fromkeys(list(texts)[:1], NO), {9: YES}):
        assert set(ranker.rank(votes).order) == set(texts) - set(votes)


def test_the_machine_finds_the_lowest_value_there_is() -> None:
    """At the minimum the gradient is zero; starting elsewhere ends at the same weights."""
    texts = papers()
    vocabulary, weighted = features.weigh(texts.values())
    rows = svm.rows_of(weighted, len(vocabulary.numbers))
    signs = np.array([1.0 if paper % 2 else -1.0 for paper in texts])
    costs = svm.costs(signs, np.ones(len(signs)))
    cold = svm.fit(rows, signs, costs, np.zeros(rows.size))
    warm = svm.fit(rows, signs, costs, np.random.default_rng(0).normal(size=rows.size))
    short = np.maximum(0, 1 - signs * rows.scores(cold))
    per_row = np.repeat(2 * costs * signs * short, np.diff(rows.starts))
    gradient = cold - np.bincount(rows.words, rows.weights * per_row, minlength=rows.size)
    assert np.abs(gradient).max() < 2e-2
    assert np.abs(rows.scores(cold) - rows.scores(warm)).max() < 0.03


def test_what_is_included_weighs_nearly_ten_times_what_is_excluded_however_many() -> None:
    signs = np.array([1.0] * 2 + [-1.0] * 50)
    costs = svm.costs(signs, np.ones(52))
    assert costs[:2].sum() / costs[2:].sum() == pytest.approx(9.8)
    assert costs.sum() == pytest.approx(0.11 * 52)
