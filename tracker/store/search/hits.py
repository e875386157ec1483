"""What a search hands back, whatever the engine."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tracker.errors import TrackerError
from tracker.query.tree import Problem


class Stopped(TrackerError):
    """A search that was interrupted before its end."""

    def __init__(self) -> None:
        super().__init__("The search was stopped")


class Correction(NamedTuple):
    """A word that nothing holds, alone or together with the others, and the near word that was looked for instead."""

    typed: str
    used: str
    start: int  # where it stands in the query text
    end: int
    papers: int = 0  # that hold the word used; about so many where they are many


class Hits(NamedTuple):
    """What a query found: ids in the order asked for, and what had to be bent or left out."""

    ids: "array[int]"
    total: int  # all matches, also those beyond the limit
    corrections: tuple[Correction, ...] = ()
    problems: tuple[Problem, ...] = ()
    scores: Mapping[int, float] = {}  # of the best, where the query has words
    complete: bool = True  # False: these are the first rows, and `total` counts only what was met


class Pool(NamedTuple):
    """What a query found, for somebody who puts it in order: asked for no more than that takes."""

    every: Callable[[], "array[int]"]  # all of it, in the usual order
    first: Callable[[int], "array[int]"]  # the first of it
    among: Callable[[Sequence[int]], "array[int]"]  # those of some papers that are in it


Queue = Callable[[Pool, int | None], "array[int]"]  # the first so many (None: all) in another order
