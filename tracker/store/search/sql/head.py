"""The best of what matches: bounded however much that is.

The newest matches and those in headings are met, and the texts of the first of them decide. The beginning of a word
that very many papers hold is looked for in those texts and not in the index.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from tracker.store.search.hits import Stopped
from tracker.store.search.rank import Candidate, Word, holding, holds, ranked
from tracker.store.search.sql.clock import TEXTS
from tracker.store.search.sql.gather import Gather
from tracker.store.search.sql.plan import EVERYTHING, Plan, Start, Value, Window
from tracker.store.search.sql.standing import asks_texts
from tracker.store.search.sql.terms import about, headed
from tracker.store.search.sql.texts import SOURCES
from tracker.store.search.sql.words import Words
from tracker.text.fold import parted

NEWEST = 200  # matches among which the best are looked for
LOOKED = 64  # papers whose texts are looked at
FIRSTS = 32  # of them that hold the telling words in more telling places than the others, which come first
FEW = 6  # words of which one may stand elsewhere
KEPT = 1024  # papers whose texts are kept
FIRST, MORE = 1000, 4  # papers that are looked at first, and how many times as many after each time
BY_ONE = 100  # papers that are asked for one by one
ENOUGH = 10  # papers to show; with fewer, all conditions are asked of the index


class Head(NamedTuple):
    """The best papers, best first, with their scores. `complete`: nothing else matches."""

    scores: dict[int, float]
    others: list[int]  # newest matches, some of them among the best
    complete: bool


def best(lexicon: Words, gather: Gather, plan: Plan, words: Sequence[Word], stop: Callable[[], bool]) -> Head:
    """The head of what a plan finds; in a hurry, without asking the index for what takes long to gather."""
    loose, starts = loosened(lexicon, plan), _unasked(lexicon, plan)
    met = newest(gather, loose, LOOKED if asks_texts(plan) else NEWEST)
    if stop():
        raise Stopped
    first = _firsts(lexicon, gather, plan) if len(met) >= LOOKED or gather.clock.cut else []
    scores = _scores(lexicon, [*first, *met], starts, words)
    all_met = len(met) < LOOKED and not gather.late
    if not starts or len(scores) >= ENOUGH or all_met:
        return Head(scores, [] if starts else met, all_met and not starts)
    # Hardly any of these papers has such a word, so the index has few to gather.
    met = newest(gather, _narrowed(plan), NEWEST)
    return Head(_scores(lexicon, met, (), words), met, len(met) < LOOKED and not gather.late)


def rarest(
    lexicon: Words,
    gather: Gather,
    plan: Plan | None,
    rare: Sequence[Word],
    words: Sequence[Word],
    stop: Callable[[], bool],
) -> Head:
    """The first that hold all of so many words that the index is asked for the rare ones only, or for a plan."""
    parts = tuple(lexicon.expression(word) for word in rare)
    head = best(lexicon, gather, plan or Plan(match=_all(parts), telling=parts), rare, stop)
    held = holding(_candidates(lexicon, list(head.scores)), words)
    scores = {paper: points for paper, points in head.scores.items() if paper in held}
    return Head(scores, [], complete=False)


def joined(heads: Sequence[Head]) -> Head:
    """The head of what any of several plans finds."""
    if len(heads) == 1:
        return heads[0]
    scores = {paper: points for head in heads for paper, points in head.scores.items()}
    ordered = dict(sorted(scores.items(), key=lambda each: (-each[1], -each[0])))
    others = sorted({paper for head in heads for paper in head.others}, reverse=True)[:NEWEST]
    complete = all(head.complete for head in heads)
    return Head(ordered, others, complete)


def loosened(lexicon: Words, plan: Plan) -> Plan:
    """The plan with as much of its common beginnings as the index has lists of, or as there has to be to begin with."""
    if lexicon.placed and plan.match:
        return plan._replace(starts=())
    leading = [start.leading for start in (plan.starts[:1] if lexicon.placed else plan.starts)]
    return _narrowed(plan, leading) if leading else plan


def _unasked(lexicon: Words, plan: Plan) -> Sequence[Start]:
    """The beginnings that the loosened plan leaves to the texts."""
    if lexicon.placed:
        return plan.starts if plan.match else plan.starts[1:]
    return [start for start in plan.starts if start.leading != start.expression]


def _narrowed(plan: Plan, asked: Sequence[str] = ()) -> Plan:
    """The plan with its beginnings, or something instead of them, asked of the index together with the rest."""
    asked = asked or [start.expression for start in plan.starts]
    return plan._replace(match=" AND ".join(f"({part})" for part in (plan.match, *asked) if part), starts=())


def _scores(lexicon: Words, papers: Iterable[int], starts: Sequence[Start], words: Sequence[Word]) -> dict[int, float]:
    """The scores of the first of the papers whose texts hold all the beginnings, best first."""
    met = _candidates(lexicon, list(dict.fromkeys(papers)))
    fitting = (each for each in met if all(holds(each, start.letters, start.columns) for start in starts))
    return ranked(islice(fitting, LOOKED), words)


def newest(gather: Gather, plan: Plan, most: int) -> list[int]:
    """The newest papers of a plan. In a hurry by and by: what else is asked of the index has to be gathered for the
    papers that are looked at, and those of a common word are many."""
    until = gather.clock.passed() + TEXTS if asks_texts(plan) else None
    alone = plan.only_matches or plan == Plan(starts=plan.starts[:1])
    if not gather.hurry or alone or (plan.is_led and isinstance(gather.connection, sqlite3.Connection)):
        return gather.ids(*_newest(plan, most), until)
    met: list[int] = []
    if 0 < len(named := plan.named) <= BY_ONE:  # a common word is not gone through for these
        for paper in sorted(named, reverse=True):
            met += gather.ids(*_newest(plan, most, Window(paper - 1, paper)))
        return met[:most]
    (last,) = gather.connection.execute("SELECT coalesce(max(id), 0) FROM paper").fetchone()
    few = FIRST
    while last > 0 and len(met) < most and not gather.late and not (until and gather.clock.is_over(until)):
        met += gather.ids(*_newest(plan, most - len(met), Window(last - few, last)), until)
        last, few = last - few, MORE * few
    return met


def _newest(plan: Plan, most: int, window: Window | None = None) -> tuple[str, tuple[Value, ...]]:
    """SQL for the newest papers of a plan; the index leads where it can."""
    if plan.match:
        return _led(plan.expression(), plan.rest(), most, window)
    if plan.starts:
        return _led(plan.starts[0].expression, plan._replace(starts=plan.starts[1:]), most, window)
    condition, values = plan.condition(window)
    return f"SELECT p.id FROM paper p WHERE {condition} ORDER BY p.id DESC LIMIT {most}", values


def _led(asked: str, rest: Plan, most: int, window: Window | None) -> tuple[str, tuple[Value, ...]]:
    alone = rest == EVERYTHING
    condition, values = ("TRUE", ()) if alone else rest.condition(window)
    joined = "" if alone else " CROSS JOIN paper p ON p.id = search.rowid"
    within = f" AND {window.of('search.rowid')}" if window else ""
    return (
        f"SELECT search.rowid FROM search{joined} WHERE search MATCH ?{within} AND {condition}"
        f" ORDER BY search.rowid DESC LIMIT {most}",
        (asked, *values),
    )


def _firsts(lexicon: Words, gather: Gather, plan: Plan) -> list[int]:
    """The newest papers of each layer until there are enough; their texts tell of the beginnings. Where no word tells
    much, all together may."""
    is_soon = not lexicon.placed or " AND " not in plan.match
    parts = plan.telling or ((plan.match,) if plan.match and is_soon else ())
    are_all = plan.match in (_all(parts), *parts[:1])
    met: dict[int, None] = {}
    for asked, whole in _layers(parts, placed=lexicon.placed) if parts else ():
        rest = "" if whole and are_all else f" AND ({plan.match})"
        met |= dict.fromkeys(newest(gather, plan._replace(match=f"({asked}){rest}", starts=()), FIRSTS))
        if len(met) >= FIRSTS:
            break
    return list(met)


def _layers(parts: Sequence[str], *, placed: bool) -> Iterator[tuple[str, bool]]:
    """What is asked of papers that may come first, and whether that is all of the parts: those that hold these in the
    heading and in the abstract, all or all but one, for they are about that; then those with them in the heading."""
    heads = [headed(part, placed=placed) for part in parts]
    if placed:
        yield _all(heads), True
        return
    both = [about(part) for part in parts]
    for held, fewest in ((both, 2), (heads, 3)):  # one word alone in a heading tells little
        yield _all(held), True
        if fewest <= len(held) <= FEW:
            yield _but_one(held), False


def _all(parts: Sequence[str]) -> str:
    return " AND ".join(f"({part})" for part in parts)


def _but_one(parts: Sequence[str]) -> str:
    """Any of the parts may be missing."""
    return " OR ".join(f"({_all([*parts[:at], *parts[at + 1 :]])})" for at in range(len(parts)))


def _candidates(lexicon: Words, papers: Sequence[int]) -> Iterator[Candidate]:
    """The papers that are there with their texts, some at a time; from key to key much the same papers are met."""
    kept = lexicon.parted
    if len(kept) > KEPT:
        kept.clear()
    columns = ", ".join(SOURCES[column] for column in ("heading", "authors", "abstract"))
    sql = f"SELECT p.id, {columns} FROM paper p WHERE p.id IN (SELECT value FROM json_each(?))"
    for at in range(0, len(papers), LOOKED):
        part = papers[at : at + LOOKED]
        fresh = [paper for paper in part if paper not in kept]
        for paper, *texts in lexicon.connection.execute(sql, (f"[{','.join(map(str, fresh))}]",)) if fresh else ():
            heading, authors, abstract = (_parted(text or "") for text in texts)
            kept[paper] = heading, authors, abstract
        yield from (Candidate(paper, *kept[paper]) for paper in part if paper in kept)


_parted = lru_cache(maxsize=3 * KEPT)(parted)  # also while somebody writes, and nothing else may be kept
