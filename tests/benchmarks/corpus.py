"""Papers in any number for the benchmarks: real ones first, then new ones put together from their sentences."""

import gzip
import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[2].parent / "shared" / "data" / "papers.jsonl.gz"
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


class Paper(NamedTuple):
    title: str
    authors: str  # one name a line
    year: int
    abstract: str
    real: bool


def missing() -> str | None:
    """Why there are no papers to measure with, or None."""
    return None if SOURCE.exists() else f"skipped: no {SOURCE.name} in {SOURCE.parent}"


def papers(count: int, *, seed: int = 1) -> Iterator[Paper]:
    """`count` papers, the same for the same seed; those beyond the real ones are recombined."""
    real = list(_real())
    chance = random.Random(seed)
    chance.shuffle(real)
    chosen = real[:count] + list(islice(_recombined(real, chance), max(0, count - len(real))))
    chance.shuffle(chosen)
    yield from chosen


def stream(count: int, *, seed: int = 1) -> Iterator[Paper]:
    """The same, one after the other, for more papers than one wants in memory: the real ones come first."""
    real = list(_real())
    yield from islice(real, count)
    yield from islice(_recombined(real, random.Random(seed)), max(0, count - len(real)))


def _real() -> Iterator[Paper]:
    with gzip.open(SOURCE, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            authors = "\n".join(row.get("authors") or ())
            yield Paper(row["title"], authors, row["year"], row["abstract"], real=True)


def _recombined(real: list[Paper], chance: random.Random) -> Iterator[Paper]:
    """Each sentence of a new abstract comes from another paper, and so does each half of its title."""
    sentences = [_SENTENCE_END.split(paper.abstract) for paper in real]
    while True:
        length = len(chance.choice(sentences))
        abstract = " ".join(chance.choice(chance.choice(sentences)) for _ in range(length))
        first, second, authors = (chance.choice(real) for _ in range(3))
        yield Paper(_halves(first.title, second.title), authors.authors, authors.year, abstract, real=False)


def _halves(first: str, second: str) -> str:
    beginning, end = first.split(), second.split()
    return " ".join(beginning[: len(beginning) // 2] + end[len(end) // 2 :])
