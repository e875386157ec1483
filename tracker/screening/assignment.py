"""Who gets which papers of a round, where that is fixed from the start; all that is chance follows from the seed."""

import random
import zlib
from collections.abc import Sequence


def shuffled(papers: Sequence[int], seed: int) -> list[int]:
    """The papers in an order that depends on nothing but which they are and the seed."""
    order = sorted(papers)
    random.Random(seed).shuffle(order)
    return order


def seed_of(name: str) -> int:
    """The seed of a round for which nobody named one."""
    return zlib.crc32(name.encode()) % 10_000


def split(papers: Sequence[int], people: Sequence[int], votes: int) -> list[tuple[int, int]]:
    """(paper, person): each paper to `votes` people, each person as many papers as the next, give or take one."""
    count = len(people)
    pairs = range(len(papers) * votes)
    return [(papers[turn // votes], people[turn % count]) for turn in pairs] if votes <= count else []


def shared(papers: Sequence[int], per_cent: int) -> int:
    """How many papers, the first of the order, everybody gets when so many per cent overlap: one at least."""
    return min(len(papers), max(1, round(len(papers) * per_cent / 100))) if per_cent else 0


def overlapping(papers: Sequence[int], people: Sequence[int], per_cent: int) -> list[tuple[int, int]]:
    """(paper, person): the shared papers to everybody, the others in turn to one person each."""
    first = shared(papers, per_cent)
    everybody = [(paper, person) for paper in papers[:first] for person in people]
    return everybody + split(papers[first:], people, 1)
