"""The best of what matches: bounded however much that is.

The engine orders the newest matches by bm25, those in headings come in besides, and the texts of the first of them
decide. A short beginning of a word, which nearly every paper holds, is looked for in those texts and not in the index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.store.search.hits import Stopped
from tracker.store.search.rank import Candidate, Word, holds, holds_all, ranked
from tracker.store.search.sql.gather import Gather
from tracker.store.search.sql.plan import Plan, Start, Value
from tracker.store.search.sql.terms import expression
from tracker.store.search.sql.texts import SOURCES
from tracker.store.search.sql.words import Words
from tracker.text.fold import parted

NEWEST = 400  # matches that the engine puts in order
RANKED = 32  # papers whose texts are looked at, and as many with the words in their headings where all are not met
FEWER = {1: 16, 2: 24}  # for so few words: the engine's own order leaves less to decide
KEPT = 2048  # papers whose texts are kept
ENOUGH = 10  # papers to show; with fewer, all conditions are asked of the index
WEIGHTS = "bm25(3.0, 8.0, 6.0, 4.0, 4.0, 2.0)"  # of the columns of the index


class Head(NamedTuple):
    """The best papers, best first, with their scores. `complete`: nothing else matches."""

    scores: dict[int, float]
    others: list[int]  # newest matches, some of them among the best
    all_met: bool  # nothing else matches, or hardly: short beginnings were looked for in the texts only
    complete: bool


def best(lexicon: Words, gather: Gather, plan: Plan, words: Sequence[Word], stop: Callable[[], bool]) -> Head:
    """The head of what a plan finds; in a hurry, without asking the index for what takes long to gather."""
    loose = loosened(plan)
    starts = [start for start in plan.starts if start not in loose.starts or (start.columns and start.is_short)]
    met = gather.ids(*newest(loose, NEWEST))
    if stop():
        raise Stopped
    ordered, most = _ordered(gather, loose, met) if len(met) > RANKED else [], FEWER.get(len(words), RANKED)
    first = (ordered or met)[: most if ordered else RANKED]
    chosen = first + (_headed(gather, loose, most) if len(met) == NEWEST else [])
    scores = _scores(lexicon, chosen, ordered, starts, words)
    all_met = len(met) <= RANKED and not gather.late
    if starts and len(scores) < ENOUGH and not all_met:
        if gather.hurry and any(start.columns for start in starts):
            return Head(_scores(lexicon, met, ordered, starts, words), [], all_met=False, complete=False)
        # Hardly any of these papers has such a word, so the index has few to gather.
        met = gather.ids(*newest(_narrowed(plan), NEWEST))
        scores = _scores(lexicon, _first(ordered, met)[:RANKED], ordered, (), words)
        all_met = len(met) <= RANKED and not gather.late
        return Head(scores, met, all_met, all_met)
    return Head(scores, [] if starts else met, all_met, all_met and not starts)


def rarest(
    lexicon: Words, gather: Gather, rare: Sequence[Word], words: Sequence[Word], stop: Callable[[], bool]
) -> Head:
    """The first that hold all of so many words that the index is asked for the rare ones only."""
    match = " AND ".join(f"({expression(word, signs=lexicon.signs)})" for word in rare)
    head = best(lexicon, gather, Plan(match=match, telling=match), rare, stop)
    held = {each.paper for each in _candidates(lexicon, list(head.scores), {}) if holds_all(each, words)}
    scores = {paper: points for paper, points in head.scores.items() if paper in held}
    return Head(scores, [], all_met=False, complete=False)


def held(lexicon: Words, papers: Sequence[int], starts: Sequence[Start]) -> list[int]:
    """Those of the papers whose texts hold all the beginnings, in their order."""
    there = {each.paper for each in _candidates(lexicon, papers, {}) if all(holds(each, *start) for start in starts)}
    return [paper for paper in papers if paper in there]


def joined(heads: Sequence[Head]) -> Head:
    """The head of what any of several plans finds."""
    scores = {paper: points for head in heads for paper, points in head.scores.items()}
    ordered = dict(sorted(scores.items(), key=lambda each: (-each[1], -each[0])))
    others = sorted({paper for head in heads for paper in head.others}, reverse=True)[:NEWEST]
    complete = all(head.complete for head in heads)
    return Head(ordered, others, complete, complete)


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
    return ranked((each for each in met if all(holds(each, *start) for start in starts)), words)


def newest(plan: Plan, most: int) -> tuple[str, tuple[Value, ...]]:
    """SQL for the newest papers of a plan; the index leads where it can."""
    if plan.match:
        return _led("search", plan.expression(), plan.rest(), most)
    if plan.starts:
        first, rest = plan.starts[0], plan._replace(starts=plan.starts[1:])
        if not first.is_short:
            return _led("search", first.expression, rest, most)
        return _led("search_start", f'"{first.letters}"', rest, most)
    condition, values = plan.condition()
    return f"SELECT p.id FROM paper p WHERE {condition} ORDER BY p.id DESC LIMIT {most}", values


def _led(table: str, asked: str, rest: Plan, most: int) -> tuple[str, tuple[Value, ...]]:
    condition, values = rest.condition()
    joined = f" CROSS JOIN paper p ON p.id = {table}.rowid" if values or rest != Plan() else ""
    return (
        f"SELECT {table}.rowid FROM {table}{joined} WHERE {table} MATCH ? AND {condition}"
        f" ORDER BY {table}.rowid DESC LIMIT {most}",
        (asked, *values),
    )


def _ordered(gather: Gather, plan: Plan, met: Sequence[int]) -> list[int]:
    """The papers that were met by the engine's own measure of the telling words, which it has to count everywhere."""
    if not plan.telling:
        return []
    only = plan.telling == plan.match
    sql, values = newest(plan._replace(match=plan.telling), NEWEST if only else 2 * NEWEST)
    ranked = sql.replace("SELECT search.rowid", "SELECT search.rowid AS id, rank", 1)
    ranked = ranked.replace("MATCH ?", f"MATCH ? AND rank MATCH '{WEIGHTS}'", 1)
    ordered = gather.ids(f"SELECT id FROM ({ranked}) AS found ORDER BY rank", values)
    return ordered if only else _first(ordered, met)


def _headed(gather: Gather, plan: Plan, most: int) -> list[int]:
    """The newest papers that hold the telling words in their headings; one word alone need not tell much."""
    asked = plan.telling or ("" if " AND " in plan.match else plan.match)
    if not asked:
        return []
    rest = "" if asked == plan.match else f" AND ({plan.match})"
    return gather.ids(*newest(plan._replace(match=f"({{heading}} : ({asked})){rest}"), most))


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
