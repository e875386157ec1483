"""The best of what matches: bounded however much that is.

The engine orders the newest matches by bm25, those in headings come in besides, and the texts of the first of them
decide. A short beginning of a word, which nearly every paper holds, is looked for in those texts and not in the index.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.store.search.hits import Stopped
from tracker.store.search.rank import Candidate, Word, holding, holds, ranked
from tracker.store.search.sql.gather import Gather
from tracker.store.search.sql.plan import EVERYTHING, Plan, Start, Value, Window
from tracker.store.search.sql.terms import expression
from tracker.store.search.sql.texts import SOURCES
from tracker.store.search.sql.words import Words
from tracker.text.fold import parted

NEWEST = 200  # matches that the engine puts in order
RANKED = 32  # papers whose texts are looked at, and as many with the words in their headings where all are not met
FEWER = {1: 16, 2: 20}  # for so few words: the engine's own order leaves less to decide
KEPT = 2048  # papers whose texts are kept
FIRST, MORE = 1000, 4  # papers that are looked at first, and how many times as many after each time
BY_ONE = 100  # papers that are asked for one by one
ENOUGH = 10  # papers to show; with fewer, all conditions are asked of the index
WEIGHTS = "bm25(3.0, 8.0, 6.0, 4.0, 4.0, 2.0)"  # of the columns of the index


class Head(NamedTuple):
    """The best papers, best first, with their scores. `complete`: nothing else matches."""

    scores: dict[int, float]
    others: list[int]  # newest matches, some of them among the best
    complete: bool


def best(lexicon: Words, gather: Gather, plan: Plan, words: Sequence[Word], stop: Callable[[], bool]) -> Head:
    """The head of what a plan finds; in a hurry, without asking the index for what takes long to gather."""
    loose = loosened(plan)
    starts = [start for start in plan.starts if start not in loose.starts or start.in_rows]
    met, ordered = _met(gather, loose)
    if stop():
        raise Stopped
    most = FEWER.get(len(words), RANKED)
    first = (ordered or met)[: most if ordered else RANKED]
    chosen = first + (_headed(gather, loose, most) if len(met) == NEWEST else [])
    scores = _scores(lexicon, chosen, ordered, starts, words)
    all_met = len(met) <= RANKED and not gather.late
    if starts and len(scores) < ENOUGH and not all_met:
        if any(start.in_rows for start in starts):
            return Head(_scores(lexicon, met, ordered, starts, words), [], complete=False)
        # Hardly any of these papers has such a word, so the index has few to gather.
        met = newest(gather, _narrowed(plan), NEWEST)
        scores = _scores(lexicon, _first(ordered, met)[:RANKED], ordered, (), words)
        all_met = len(met) <= RANKED and not gather.late
        return Head(scores, met, all_met)
    return Head(scores, [] if starts else met, all_met and not starts)


def rarest(
    lexicon: Words,
    gather: Gather,
    plan: Plan | None,
    rare: Sequence[Word],
    words: Sequence[Word],
    stop: Callable[[], bool],
) -> Head:
    """The first that hold all of so many words that the index is asked for the rare ones only, or for a plan."""
    match = " AND ".join(f"({expression(word, signs=lexicon.signs)})" for word in rare)
    head = best(lexicon, gather, plan or Plan(match=match, telling=match), rare, stop)
    held = holding(_candidates(lexicon, list(head.scores), {}), words)
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


def loosened(plan: Plan) -> Plan:
    """The plan without the common beginnings that the texts can be asked for."""
    return plan._replace(starts=() if plan.match else plan.starts[:1])


def _narrowed(plan: Plan) -> Plan:
    """The plan with its beginnings asked of the index together with the rest."""
    parts = [f"({part})" for part in (plan.match, *(start.expression for start in plan.starts)) if part]
    return plan._replace(match=" AND ".join(parts), starts=())


def _first(ordered: Sequence[int], met: Sequence[int]) -> list[int]:
    """Those of the papers that come first in the engine's order, then the newest."""
    among = set(met)
    return list(dict.fromkeys([*(paper for paper in ordered if paper in among), *met]))


def _scores(
    lexicon: Words,
    papers: Sequence[int],
    ordered: Sequence[int],
    starts: Sequence[Start],
    words: Sequence[Word],
) -> dict[int, float]:
    """The scores of the first of the papers, best first; of those whose texts hold all the beginnings."""
    place = {paper: 1 - index / RANKED for index, paper in enumerate(ordered[:RANKED])}
    met = _candidates(lexicon, papers, place)
    return ranked((each for each in met if all(holds(each, start.letters, start.columns) for start in starts)), words)


def newest(gather: Gather, plan: Plan, most: int) -> list[int]:
    """The newest papers of a plan. In a hurry by and by: what else is asked of the index has to be gathered for the
    papers that are looked at, and those of a common word are many."""
    alone = plan.only_matches or plan == Plan(starts=plan.starts[:1])
    if not gather.hurry or alone or (plan.is_led and isinstance(gather.connection, sqlite3.Connection)):
        return gather.ids(*_newest(plan, most))
    met: list[int] = []
    if 0 < len(named := plan.named) <= BY_ONE:  # a common word is not gone through for these
        for paper in sorted(named, reverse=True):
            met += gather.ids(*_newest(plan, most, Window(paper - 1, paper)))
        return met[:most]
    (last,) = gather.connection.execute("SELECT coalesce(max(id), 0) FROM paper").fetchone()
    few = FIRST
    while last > 0 and len(met) < most and not gather.late:
        met += gather.ids(*_newest(plan, most - len(met), Window(last - few, last)))
        last, few = last - few, MORE * few
    return met


def _newest(plan: Plan, most: int, window: Window | None = None) -> tuple[str, tuple[Value, ...]]:
    """SQL for the newest papers of a plan; the index leads where it can."""
    if plan.match:
        return _led("search", plan.expression(), plan.rest(), most, window)
    if plan.starts:
        first, rest = plan.starts[0], plan._replace(starts=plan.starts[1:])
        if not first.is_listed:
            return _led("search", first.expression, rest, most, window)
        return _led("search_start", f'"{first.letters}"', rest, most, window)
    condition, values = plan.condition(window)
    return f"SELECT p.id FROM paper p WHERE {condition} ORDER BY p.id DESC LIMIT {most}", values


def _led(table: str, asked: str, rest: Plan, most: int, window: Window | None) -> tuple[str, tuple[Value, ...]]:
    alone = rest == EVERYTHING
    condition, values = ("TRUE", ()) if alone else rest.condition(window)
    joined = "" if alone else f" CROSS JOIN paper p ON p.id = {table}.rowid"
    within = f" AND {window.of(f'{table}.rowid')}" if window else ""
    return (
        f"SELECT {table}.rowid FROM {table}{joined} WHERE {table} MATCH ?{within} AND {condition}"
        f" ORDER BY {table}.rowid DESC LIMIT {most}",
        (asked, *values),
    )


def _met(gather: Gather, plan: Plan) -> tuple[list[int], list[int]]:
    """The newest papers of a plan; and the same, if they are many, in the engine's own order of the telling words."""
    if not plan.telling or plan.telling != plan.match:
        met = newest(gather, plan, NEWEST)
        return met, _first(_ordered(gather, plan, met, 2 * NEWEST), met) if plan.telling and len(met) > RANKED else []
    ordered = _ordered(gather, plan, [], NEWEST)
    return sorted(ordered, reverse=True), ordered if len(ordered) > RANKED else []


def _ordered(gather: Gather, plan: Plan, met: Sequence[int], most: int) -> list[int]:
    """The newest papers by the engine's own measure of the telling words, which it has to count everywhere."""
    window = Window(min(met) - 1, max(met)) if met else None
    sql, values = _newest(plan._replace(match=plan.telling), most, window)
    ranked = sql.replace("SELECT search.rowid", "SELECT search.rowid AS id, rank", 1)
    ranked = ranked.replace("MATCH ?", f"MATCH ? AND rank MATCH '{WEIGHTS}'", 1)
    return gather.ids(f"SELECT id FROM ({ranked}) AS found ORDER BY rank", values)


def _headed(gather: Gather, plan: Plan, most: int) -> list[int]:
    """The newest papers that hold the telling words in their headings; one word alone need not tell much."""
    asked = plan.telling or ("" if " AND " in plan.match else plan.match)
    if not asked:
        return []
    rest = "" if asked == plan.match else f" AND ({plan.match})"
    return newest(gather, plan._replace(match=f"({{heading}} : ({asked})){rest}"), most)


def _candidates(lexicon: Words, papers: Sequence[int], place: Mapping[int, float]) -> Iterator[Candidate]:
    """The papers that are there with their texts; from key to key much the same papers are met."""
    kept = lexicon.parted
    if len(kept) > KEPT:
        kept.clear()
    fresh = [paper for paper in papers if paper not in kept]
    columns = ", ".join(SOURCES[column] for column in ("heading", "authors", "abstract"))
    sql = f"SELECT p.id, {columns} FROM paper p WHERE p.id IN (SELECT value FROM json_each(?))"
    for paper, *texts in lexicon.connection.execute(sql, (f"[{','.join(map(str, fresh))}]",)) if fresh else ():
        heading, authors, abstract = (parted(text or "") for text in texts)
        kept[paper] = heading, authors, abstract
    for paper in dict.fromkeys(papers):
        if paper in kept:
            yield Candidate(paper, *kept[paper], place.get(paper, 0.0))
