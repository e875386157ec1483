"""How soon the relevant papers are found: `python -m tests.benchmarks.screening [--seeds N] [--asreview PYTHON] [SET]`.

A SET is a CSV file, perhaps gzipped, with the columns title, abstract and included (or label_included) of 0 and 1; the
sets beside the checkout unless some are named. Every run begins from the same two papers, one of each label, drawn by
its seed, and asks for one label after another. With --asreview, the Python of an environment in which ASReview is
installed, its default model runs from the same two papers, and wins and losses are counted over the pairs.

WSS@95: the work saved, against chance, when 95 % of the relevant papers are found. RRF@10: the part of them that is in
the first tenth. Loss: the area between the curve and the best possible one, as ASReview's `metrics.loss` defines it.
"""

import argparse
import csv
import gzip
import json
import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.screening import ranking
from tracker.screening.ranking import Ranker
from tracker.terms import Decision

SETS = Path(__file__).parents[2].parent / "shared" / "data" / "screening"
# What the reviews were after, in the words of their titles: the criteria of the cold start.
SOUGHT = {
    "Bannach-Brown_2019": "Non-human animal models of depression: laboratory animals with depressive-like behaviour",
    "Kitchenham_2010": "Systematic literature reviews in software engineering, meta-analysis of software studies",
    "Nagtegaal_2019": "Nudging healthcare professionals towards evidence-based medicine: interventions in choice",
}
LEAST_UNCLEAR = 10**9  # never an unclear paper in between: by score alone

THEIRS = """
import json, sys
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
import pandas as pd
asked = json.load(sys.stdin)
texts = pd.DataFrame({"title": asked["titles"], "abstract": asked["abstracts"]})
labels = asked["labels"]
cycle = ActiveLearningCycle.from_meta(get_ai_config("elas_u4")["value"])
rows = cycle.transform(texts)
for known in asked["priors"]:
    order = []
    known = list(known)
    left = [paper for paper in range(len(labels)) if paper not in known]
    wanted = sum(labels) - sum(labels[paper] for paper in known)
    while wanted:
        cycle.fit(rows[known], pd.Series([labels[paper] for paper in known]).to_numpy())
        paper = left.pop(int(cycle.rank(rows[left])[0]))
        known.append(paper)
        order.append(paper)
        wanted -= labels[paper]
    print(json.dumps(order), flush=True)
"""


class Labelled(NamedTuple):
    """A review whose labels are known."""

    name: str
    titles: Sequence[str]
    abstracts: Sequence[str]
    labels: Sequence[int]

    def texts(self) -> dict[int, str]:
        return {n: f"{title} {text}" for n, (title, text) in enumerate(zip(self.titles, self.abstracts, strict=True))}

    def priors(self, seed: int) -> tuple[int, int]:
        """One relevant and one irrelevant paper, by chance."""
        chance = random.Random(seed)
        both = [[paper for paper, label in enumerate(self.labels) if label == wanted] for wanted in (1, 0)]
        return chance.choice(both[0]), chance.choice(both[1])


class Scores(NamedTuple):
    saved: float
    early: float
    loss: float


def load(path: Path) -> Labelled:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        rows = list(csv.DictReader(file))
    labels = [int(row.get("included") or row.get("label_included") or 0) for row in rows]
    name = path.name.removesuffix(".gz").removesuffix(".csv")
    return Labelled(name, [row["title"] or "" for row in rows], [row["abstract"] or "" for row in rows], labels)


def run(data: Labelled, ranker: Ranker, known: Sequence[int], times: list[float]) -> list[int]:
    """The order in which papers were asked for, until every relevant one is found."""
    votes = {paper: _label(data, paper) for paper in known}
    wanted = sum(data.labels) - sum(data.labels[paper] for paper in known)
    order: list[int] = []
    while wanted:
        begun = time.process_time()
        paper = _asked(ranker.rank(votes), len(votes))
        times.append(time.process_time() - begun)
        votes[paper] = _label(data, paper)
        order.append(paper)
        wanted -= data.labels[paper]
    return order


def _asked(found: ranking.Ranking, asked: int) -> int:
    """The paper that a person gets after so many: the fifth of each five is the least clear one."""
    unclear = asked % ranking.UNCLEAR == ranking.UNCLEAR - 1
    return found.order[min(ranking.UNCLEAR, len(found.order)) - 1] if unclear else found.order[0]


def _label(data: Labelled, paper: int) -> Decision:
    return Decision.INCLUDE if data.labels[paper] else Decision.EXCLUDE


def scores(data: Labelled, order: Sequence[int], known: Sequence[int]) -> Scores:
    """Of an order that ends with the last relevant paper."""
    papers = len(data.labels) - len(known)
    found = [place for place, paper in enumerate(order, 1) if data.labels[paper]]
    enough = found[math.ceil(0.95 * len(found)) - 1]
    early = sum(place <= 0.1 * papers for place in found) / len(found)
    area = sum(papers - place + 1 for place in found)
    best = len(found) * (papers - (len(found) - 1) / 2)
    return Scores(0.95 - enough / papers, early, (best - area) / (len(found) * (papers - len(found))))


def theirs(data: Labelled, priors: Sequence[Sequence[int]], python: str) -> Iterator[list[int]]:
    """ASReview's orders, from an environment of its own."""
    asked = {"titles": data.titles, "abstracts": data.abstracts, "labels": data.labels, "priors": priors}
    with subprocess.Popen([python, "-c", THEIRS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(asked))
        process.stdin.close()
        for line in process.stdout:
            yield json.loads(line)


def compared(data: Labelled, seeds: int, python: str | None, *, plain: bool) -> dict[str, list[Scores]]:
    """The scores of every way over the seeds."""
    priors = [data.priors(seed) for seed in range(seeds)]
    ways: dict[str, Callable[[], Ranker]] = {
        "ours": lambda: Ranker(data.texts(), pairs=True),
        "ours, single words": lambda: Ranker(data.texts()),
    }
    if plain:
        ways["ours, no numpy"] = lambda: Ranker(data.texts(), plain=True)
    found: dict[str, list[Scores]] = {}
    for name, make in ways.items():
        times: list[float] = []
        ranker = make()
        found[name] = [scores(data, run(data, ranker, known, times), known) for known in priors]
        print(told(name, found[name]), f"  rank p50 {1000 * statistics.median(times):5.1f} ms CPU", flush=True)
    if python:
        orders = zip(theirs(data, priors, python), priors, strict=True)
        found["ASReview"] = [scores(data, order, known) for order, known in orders]
        print(told("ASReview default", found["ASReview"]), flush=True)
    return found


def cold(data: Labelled, seeds: int) -> tuple[list[Scores], list[Scores]]:
    """From no label at all: with the criteria, and by chance until something relevant is found."""
    sought = SOUGHT.get(data.name, "")
    guided = [
        scores(data, run(data, Ranker(data.texts(), criteria=sought, seed=seed, pairs=True), (), []), ())
        for seed in range(seeds)
    ]
    blind: list[Scores] = []
    for seed in range(seeds):
        papers = list(range(len(data.labels)))
        random.Random(seed).shuffle(papers)
        first = next(place for place, paper in enumerate(papers) if data.labels[paper])
        begun = papers[: first + 1]
        order = [*begun, *run(data, Ranker(data.texts(), seed=seed, pairs=True), begun, [])]
        blind.append(scores(data, order, ()))
    print(told("cold, by criteria", guided), flush=True)
    print(told("cold, by chance", blind), flush=True)
    return guided, blind


def told(name: str, found: Sequence[Scores]) -> str:
    middle = [statistics.mean(column) for column in zip(*found, strict=True)]
    return f"  {name:20} WSS@95 {middle[0]:.3f}  RRF@10 {middle[1]:.3f}  loss {middle[2]:.4f}"


def duel(name: str, one: Sequence[Scores], other: Sequence[Scores]) -> str:
    """Pair by pair: how often the first is better, by more than a rounding; a sign test of the losses."""
    counts = []
    for column, sign in (("saved", 1), ("early", 1), ("loss", -1)):
        apart = [sign * (getattr(a, column) - getattr(b, column)) for a, b in zip(one, other, strict=True)]
        counts.append((sum(d > 1e-4 for d in apart), sum(d < -1e-4 for d in apart)))
    better, worse = counts[2]
    p = min(1.0, 2 * sum(math.comb(better + worse, k) for k in range(min(better, worse) + 1)) / 2 ** (better + worse))
    words = ", ".join(
        f"{what} {a} won {b} lost" for what, (a, b) in zip(("WSS@95", "RRF@10", "loss"), counts, strict=True)
    )
    return f"{name}: {words} of {len(one)} pairs (loss: p = {p:.3f})"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--asreview", metavar="PYTHON")
    parser.add_argument("--plain", action="store_true", help="also without numpy, which takes long")
    parser.add_argument("--mixed", action="store_true", help="one of five papers unclear, as in the program")
    parser.add_argument("sets", nargs="*", type=Path)
    given = parser.parse_args(arguments)
    if not given.mixed:
        ranking.UNCLEAR = LEAST_UNCLEAR
    paths = given.sets or sorted(SETS.glob("*.csv.gz"))
    if not paths:
        print(f"skipped: no labelled sets in {SETS}")
        return
    all_found: dict[str, list[Scores]] = {}
    for path in paths:
        data = load(path)
        print(f"{data.name}: {len(data.labels)} papers, {sum(data.labels)} relevant", flush=True)
        found = compared(data, given.seeds, given.asreview, plain=given.plain)
        found["criteria"], found["chance"] = cold(data, given.seeds)
        for name, some in found.items():
            all_found.setdefault(name, []).extend(some)
    print("all")
    for name, some in all_found.items():
        print(told(name, some))
    if given.asreview:
        print(duel("ours against ASReview", all_found["ours"], all_found["ASReview"]))
    print(duel("criteria against chance", all_found["criteria"], all_found["chance"]))


if __name__ == "__main__":
    main(sys.argv[1:])
