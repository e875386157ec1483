"""Papers like one paper: near by the words they share, the rare ones counting most (tf–idf)."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import nlargest
from math import log

from tracker.query.tree import Like
from tracker.store.reader import Reader
from tracker.store.search.forms import Form
from tracker.store.search.sql.terms import expression
from tracker.store.search.sql.texts import SOURCES
from tracker.store.search.sql.words import Words
from tracker.text.fold import parted
from tracker.text.vectors import Vector, counts, near, vector

NEAREST = 100  # papers that are like another one, at most
TELLING = 24  # words that lead to others
GATHERED = 3000  # papers gathered for a word
COUNTED = 300  # papers counted for a word; more are reckoned from how soon so many are met
COMMON, FEW = 0.03, 300  # part of the papers, and how many may be more than that: a word in more leads nowhere
LOOKED_AT = 40  # papers whose texts are compared, beyond those asked for

_SIZE = "SELECT (SELECT count(*) FROM search_paper), (SELECT max(paper_id) FROM search_paper)"
_HELD = f"SELECT count(*), max(rowid) FROM (SELECT rowid FROM search WHERE search MATCH ? LIMIT {COUNTED}) AS met"
_HOLDING = (
    f"SELECT json_group_array(rowid) FROM (SELECT rowid FROM search WHERE search MATCH ? LIMIT {GATHERED}) AS met"
)
_TEXT = f"SELECT p.id, {SOURCES['heading']}, {SOURCES['abstract']} FROM paper p"


def paper_named(connection: Reader, term: Like) -> int | None:
    """The paper with this id or key."""
    number = int(term.paper) if term.paper.isascii() and term.paper.isdigit() and len(term.paper) < 19 else -1
    sql = "SELECT id FROM paper WHERE id = ? OR key = ? ORDER BY key = ? DESC LIMIT 1"
    row = connection.execute(sql, (number, term.paper, term.paper)).fetchone()
    return None if row is None else int(row[0])


def similar(words: Words, paper: int, most: int = NEAREST) -> dict[int, float]:
    """The papers nearest to one, nearest first, with how near they are: 0 to 1. Remembered while nothing changes."""
    if (paper, most) not in words.nearest:
        words.nearest[paper, most] = _similar(words, paper, most)
    return words.nearest[paper, most]


def _similar(words: Words, paper: int, most: int) -> dict[int, float]:
    own = _counts(words.connection, [paper]).get(paper)
    if not own:
        return {}
    papers, last = words.connection.execute(_SIZE).fetchone()
    rarity = _rarity(words.connection, own, papers, last)
    point = vector(own, rarity)
    wanted = [other for other in _met(words.connection, point, rarity, papers, most + LOOKED_AT) if other != paper]
    found = {other: near(point, counted, rarity) for other, counted in _counts(words.connection, wanted).items()}
    ordered = sorted(((score, -other) for other, score in found.items() if score > 0), reverse=True)
    return {-other: round(score, 4) for score, other in ordered[:most]}


def _met(connection: Reader, point: Vector, rarity: Mapping[str, float], papers: int, most: int) -> list[int]:
    """Papers that hold telling words, those with the weightiest first."""
    common = max(COMMON, min(1 / 2, FEW / papers))
    rare = (word for word in point if rarity[word] >= -log(common) > 0)
    met: dict[int, float] = {}
    for word in sorted(rare, key=lambda word: -point[word])[:TELLING]:
        (listed,) = connection.execute(_HOLDING, (_asked(word),)).fetchone()
        weight = point[word] * rarity[word]
        for paper in json.loads(listed or "[]"):
            met[paper] = met.get(paper, 0.0) + weight
    return nlargest(most, met, key=lambda paper: met[paper])


def _rarity(connection: Reader, own: Iterable[str], papers: int, last: int) -> dict[str, float]:
    """The logarithm of one in how many papers hold a word; what no other paper holds leads nowhere."""
    rarity = {}
    for word in own:
        held, furthest = connection.execute(_HELD, (_asked(word),)).fetchone()
        reckoned = held if held < COUNTED else min(papers, held * last / furthest)
        rarity[word] = log(papers / reckoned) if reckoned > 1 else 0.0
    return rarity


def _asked(word: str) -> str:
    return expression([Form((word,))])


def _counts(connection: Reader, papers: list[int]) -> dict[int, Counter[str]]:
    """The words of papers' headings and abstracts; those of the heading count twice."""
    sql = f"{_TEXT} WHERE p.id IN (SELECT value FROM json_each(?))"
    rows = connection.execute(sql, (f"[{','.join(map(str, papers))}]",))
    return {paper: counts(parted(f"{heading} {heading} {abstract or ''}").split()) for paper, heading, abstract in rows}
