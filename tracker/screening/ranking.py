"""The order in which papers come to be voted on: what is likely to be included first, and now and then what is unclear.

Before there are votes, the round's criteria stand for an included text, which counts less and less as real ones come
in; without criteria, papers come that are as unlike one another as can be. All chance follows from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from tracker.screening import features, rocchio
from tracker.screening.features import Weighted
from tracker.terms import Decision

CERTAINTY = {Decision.INCLUDE: 1.0, Decision.MAYBE: 0.5, Decision.EXCLUDE: -1.0}  # below zero: excluded
FADES = 0.5  # what the criteria count after each included text, of what they counted before
UNCLEAR = 5  # every so many papers, the one whose score says least
ENOUGH = 10  # included and excluded, below which a score is too early to be shown
SPREAD = 20  # papers at the start that are chosen to be unlike one another
SAMPLE = 500  # of which they are chosen


class Ground(StrEnum):
    """What an order goes by."""

    VOTES = "votes"
    CRITERIA = "criteria"
    CHANCE = "chance"


class Ranking(NamedTuple):
    """Papers that were not voted on, in the order in which they should be."""

    order: tuple[int, ...]
    scores: Mapping[int, float]  # above zero: rather included; empty where chance ordered them
    unclear: frozenset[int]  # those that are there because their score says least
    ground: Ground
    included: int
    excluded: int

    @property
    def early(self) -> bool:
        """Whether there are too few votes for a score to mean something."""
        return min(self.included, self.excluded) < ENOUGH


class Model(Protocol):
    """Scores texts by votes on some of them."""

    def learn(self, certainties: Mapping[int, float]) -> Sequence[float]:
        """A score for each text, from how certainly some are included (above zero) or excluded; numbered from 0."""

    def pulls(self, number: int) -> Iterator[tuple[int, float]]:
        """How much each word of a text adds to its score."""


class Ranker:
    """Orders the papers of one round, again after every few votes."""

    def __init__(
        self,
        papers: Mapping[int, str],
        *,
        criteria: str = "",
        seed: int = 0,
        stop: Callable[[], bool] = bool,
        plain: bool = False,
        pairs: bool = False,
    ) -> None:
        """`papers`: their texts. `plain`: rank without numpy, as is done where it is not there. `pairs`: go by words
        that follow one another too, which takes three times as long and as much memory, and finds the last ones sooner.
        """
        self.papers = tuple(papers)
        self.seed = seed
        self._number = {paper: number for number, paper in enumerate(self.papers)}
        self._words, self._texts = features.weigh(papers.values(), stop, pairs=pairs)
        self._criteria = self._words.weigh(criteria)
        self._names = list(self._words.numbers)
        self._model = _model([*self._texts, self._criteria], len(self._names), plain=plain)

    def rank(self, votes: Mapping[int, Decision]) -> Ranking:
        """The order of what was not voted on."""
        known = {self._number[paper]: CERTAINTY[vote] for paper, vote in votes.items() if paper in self._number}
        included = sum(certainty > 0 for certainty in known.values())
        excluded = len(known) - included
        left = [paper for paper in self.papers if paper not in votes]
        if self._criteria.words and (criteria := FADES**included) > 0.01:
            known[len(self.papers)] = criteria
        if not any(certainty > 0 for certainty in known.values()):
            return Ranking(tuple(self._spread(left)), {}, frozenset(), Ground.CHANCE, included, excluded)
        learnt = self._model.learn(known)
        scores = {paper: float(learnt[self._number[paper]]) for paper in left}
        order, unclear = _mixed(scores, certain=not excluded)
        ground = Ground.VOTES if included else Ground.CRITERIA
        return Ranking(tuple(order), scores, frozenset(unclear), ground, included, excluded)

    def why(self, paper: int, most: int = 6) -> list[str]:
        """The words of a paper that spoke most for it when it was last ranked."""
        pulls = sorted(self._model.pulls(self._number[paper]), key=lambda pull: -pull[1])
        return [self._names[word] for word, pull in pulls[:most] if pull > 0]

    def _spread(self, left: Sequence[int]) -> list[int]:
        """In the order of chance, the first ones each as unlike those before as can be found among some."""
        order = sorted(left)
        random.Random(self.seed).shuffle(order)
        sample, chosen = order[:SAMPLE], list[int]()
        nearest = dict.fromkeys(sample, 0.0)
        for _ in range(min(SPREAD, len(sample))):
            paper = min(nearest, key=nearest.__getitem__)
            chosen.append(paper)
            del nearest[paper]
            text = dict(zip(*self._texts[self._number[paper]], strict=True))
            for other in nearest:
                nearest[other] = max(nearest[other], rocchio.dot(self._texts[self._number[other]], text))
        taken = set(chosen)
        return chosen + [paper for paper in order if paper not in taken]


def _mixed(scores: Mapping[int, float], *, certain: bool) -> tuple[list[int], list[int]]:
    """Four of five by score, one of five the least clear; and which those are."""
    best = sorted(scores, key=lambda paper: (-scores[paper], paper))
    if certain:
        return best, []
    doubtful = iter(sorted(scores, key=lambda paper: (abs(scores[paper]), paper)))
    by_score = iter(best)
    order, unclear, taken = list[int](), list[int](), set[int]()
    while len(order) < len(best):
        doubt = len(order) % UNCLEAR == UNCLEAR - 1
        paper = next(paper for paper in (doubtful if doubt else by_score) if paper not in taken)
        order.append(paper)
        taken.add(paper)
        unclear += [paper] if doubt else []
    return order, unclear


def _model(texts: Sequence[Weighted], words: int, *, plain: bool) -> Model:
    if not plain:
        try:
            return _Machine(texts, words)
        except ImportError:
            pass
    return _Nearness(texts)


class _Machine:
    """The support vector machine; while nothing is excluded, likeness to what is included."""

    def __init__(self, texts: Sequence[Weighted], words: int) -> None:
        import numpy as np

        from tracker.screening import svm

        self._numpy, self._svm = np, svm
        self._rows = svm.rows_of(texts, words)
        self._weights = np.zeros(words + 1)

    def learn(self, certainties: Mapping[int, float]) -> Sequence[float]:
        np = self._numpy
        chosen = np.fromiter(certainties, np.int64, len(certainties))
        certainty = np.fromiter(certainties.values(), np.float64, len(certainties))
        rows, signs = self._rows.some(chosen), np.sign(certainty)
        if (signs > 0).all():
            per_word = rows.weights * np.repeat(certainty, np.diff(rows.starts))
            self._weights = np.bincount(rows.words, per_word, minlength=rows.size)
            self._weights[-1] = 0
        else:
            costs = self._svm.costs(signs, np.abs(certainty))
            self._weights = self._svm.fit(rows, signs, costs, self._weights)
        scores: Sequence[float] = self._rows.scores(self._weights).tolist()
        return scores

    def pulls(self, number: int) -> Iterator[tuple[int, float]]:
        words, weights = self._rows.row(number)
        return zip(words.tolist(), (weights * self._weights[words]).tolist(), strict=True)


class _Nearness:
    """Rocchio's way."""

    def __init__(self, texts: Sequence[Weighted]) -> None:
        self._texts = texts
        self._sides = rocchio.sides((), ())

    def learn(self, certainties: Mapping[int, float]) -> Sequence[float]:
        rows = [(self._texts[number], certainty) for number, certainty in certainties.items()]
        included = [(text, certainty) for text, certainty in rows if certainty > 0]
        self._sides = rocchio.sides(included, [(text, -certainty) for text, certainty in rows if certainty < 0])
        return [rocchio.score(text, self._sides) for text in self._texts]

    def pulls(self, number: int) -> Iterator[tuple[int, float]]:
        text = self._texts[number]
        for word, weight in zip(text.words, text.weights, strict=True):
            against = rocchio.AGAINST * self._sides.excluded.get(word, 0.0)
            yield word, weight * (self._sides.included.get(word, 0.0) - against)
