"""Keeps in step with the rows which papers are worded alike, within the transaction of each write.

Each paper has the numbers of its sketch; papers that share some are compared, and the pairs that may be one are kept.
Of very many papers at once this is done behind the write, a few at a time: `meta` says from which paper on some may
wait. A program that is killed leaves that, and the next one goes on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple
from zlib import crc32

import sqlalchemy as sa
from sqlmodel import Session

from tracker.models import Likeness, Meta, Sketch, Sketched
from tracker.store.reader import raw
from tracker.text.alike import Face, Known, compare, face, known
from tracker.text.bands import Band
from tracker.text.sketch import TEXT, TITLE

STAMP = "2"  # another number: what is kept differs, and all of it is made anew behind the next write
COMMON = 30  # papers with one number: from here on it tells nothing, and no more are kept
CANDIDATES = 8  # papers that one is compared with, those that share most numbers
SHARED = 3  # numbers that two papers share at least; two where one has a text alone, one where it has a title alone
PART = 500  # papers that are read and written at a time

IDS = ("doi", "arxiv_id", "openreview_id")
_FACES = """
SELECT p.id, p.title, p.authors, p.year, p.doi, p.arxiv_id, p.openreview_id, p.venue, p.proceedings, p.pages, p.url,
       (SELECT t.text FROM text_version t WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1)
FROM paper p WHERE p.id IN ({papers})
"""
_NAMES = "SELECT paper_id, title FROM title_variant WHERE paper_id IN ({papers})"


class Pair(NamedTuple):
    """Two papers that may be one; `paper` has the lower id."""

    paper: int
    other: int
    score: float
    sure: bool


def pair(one: int, other: int, score: float, *, sure: bool) -> Pair:
    return Pair(min(one, other), max(one, other), score, sure)


def faces(session: Session, papers: Iterable[int]) -> dict[int, Face]:
    """What the rows say of papers, to compare them by."""
    names: dict[int, list[str]] = {}
    asked = _numbers(papers)
    for paper, title in _read(session, _NAMES.format(papers=asked)):
        names.setdefault(paper, []).append(title)
    return {
        paper: face(
            [title or "", *names.get(paper, ())],
            text or "",
            authors.split("\n") if authors else (),
            year,
            dict(zip(IDS, (doi, arxiv, openreview), strict=True)),
            place,
        )
        for paper, title, authors, year, doi, arxiv, openreview, *place, text in _read(
            session, _FACES.format(papers=asked)
        )
    }


_SHARING = """
SELECT number, count(*), group_concat(CAST(paper_id AS TEXT), ',') FROM sketch
WHERE number IN (SELECT value FROM json_each(?)) GROUP BY number
"""
_MANY = (0,) * COMMON  # stands for the papers with a number that tells nothing


def sharing(session: Session, numbers: Iterable[int]) -> dict[int, Sequence[int]]:
    """Of these numbers, those that some papers have, and which; where COMMON have one, it is not said which."""
    rows = raw(session).execute(_SHARING, (f"[{','.join(map(str, numbers))}]",)).fetchall()
    return {n: _MANY if count >= COMMON else tuple(map(int, told.split(","))) for n, count, told in rows}


def nearest(sharing: Mapping[int, Sequence[int]], numbers: Sequence[int]) -> list[int]:
    """The papers to compare one with that has these numbers, those that share most first."""
    found = [papers for number in numbers if (papers := sharing.get(number)) and len(papers) < COMMON]
    least = SHARED if len(numbers) > TEXT else 2 if len(numbers) > TITLE else 1
    if len(found) < least:
        return []
    counts = Counter(chain.from_iterable(found))
    return [paper for paper, count in counts.most_common(CANDIDATES) if count >= least]


def keep(
    session: Session,
    known: Mapping[int, Known],
    pairs: Iterable[Pair],
    shared: Mapping[int, Sequence[int]] | None = None,
) -> None:
    """Put in papers that are not there yet, and what they were found to be like. `shared`: what `sharing` found."""
    numbers = sorted((number, paper) for paper, each in known.items() for number in each.numbers)
    shared = sharing(session, {n for n, _ in numbers}) if shared is None else shared
    held = {number: len(papers) for number, papers in shared.items()}
    rows = []
    for number, paper in numbers:
        count = held.get(number, 0)
        if count < COMMON:
            held[number] = count + 1
            rows.append(f"({number},{paper})")
    for start in range(0, len(rows), PART):  # numbers only, and too many for a statement each
        told = ",".join(rows[start : start + PART])
        _run(session, f"INSERT INTO sketch (number, paper_id) VALUES {told} ON CONFLICT DO NOTHING")
    sums = [f"({paper},{sum_of(each.face)},'{' '.join(map(str, each.numbers))}')" for paper, each in known.items()]
    for start in range(0, len(sums), PART):
        _run(session, f"INSERT INTO sketched (paper_id, sum, numbers) VALUES {','.join(sums[start : start + PART])}")
    _keep_pairs(session, pairs)


def index(session: Session, papers: Iterable[int]) -> None:
    """Bring papers to what their rows say now, and find anew what is like those that changed."""
    if not _stamped(session):
        return
    asked = sorted(papers)
    for start in range(0, len(asked), PART):
        _index(session, asked[start : start + PART])


def waiting(session: Session) -> int | None:
    """From which paper on some are not as their rows say; None where all are."""
    told = _stamp(session)
    if told is None or told[0] != STAMP:
        return 0
    return int(told[1]) if told[1] else None


def postpone(session: Session, papers: Iterable[int]) -> None:
    """Have papers that are new, changed or gone brought in by `catch_up`."""
    first, since = min(papers, default=None), waiting(session)
    if first is not None and _stamped(session):
        _wait(session, first if since is None else min(first, since))


def ensure(session: Session) -> None:
    """Begin anew where an older program kept something else; all papers wait for `catch_up` then."""
    if _stamped(session):
        return
    for table in (Sketch, Sketched, Likeness):
        session.connection().execute(sa.delete(table))
    _wait(session, _read(session, "SELECT min(id) FROM paper")[0][0])


def catch_up(session: Session, most: int) -> int:
    """Bring in the next of the papers that wait; how many were looked at."""
    ensure(session)
    since = waiting(session)
    if since is None:
        return 0
    papers = [row[0] for row in _read(session, _FOLLOWING.format(since=since, most=most))]
    _index(session, papers)
    _wait(session, papers[-1] + 1 if len(papers) == most else None)
    return len(papers)


_FOLLOWING = """
SELECT id FROM paper WHERE id >= {since} UNION SELECT paper_id FROM sketched WHERE paper_id >= {since}
ORDER BY 1 LIMIT {most}
"""


def _stamp(session: Session) -> tuple[str, str] | None:
    row = session.connection().execute(sa.text("SELECT value FROM meta WHERE name = 'alike'")).first()
    stamp, _, since = str(row[0]).partition(":") if row else ("", "", "")
    return (stamp, since if since.isdecimal() else "") if row else None


def _stamped(session: Session) -> bool:
    told = _stamp(session)
    return told is not None and told[0] == STAMP


def _wait(session: Session, since: int | None) -> None:
    """Put down from which paper on some wait; None: no paper does."""
    session.merge(Meta(name="alike", value=STAMP if since is None else f"{STAMP}:{since}"))
    session.flush()


def sum_of(face: Face) -> int:
    """A checksum of what a paper is compared by."""
    told = (*face.titles, " ".join(face.text), *face.authors, str(face.year), *sorted(face.ids.values()))
    return crc32("\n".join(told).encode("utf-8", "replace"))


def _index(session: Session, papers: Sequence[int]) -> None:
    rows = _read(session, f"SELECT paper_id, sum, numbers FROM sketched WHERE paper_id IN ({_numbers(papers)})")
    kept = {paper: (int(checksum), numbers) for paper, checksum, numbers in rows}
    now = faces(session, papers)
    changed = {p: known(face) for p, face in now.items() if kept.get(p, (None,))[0] != sum_of(face)}
    _drop(session, {paper: numbers for paper, (_, numbers) in kept.items() if paper in changed or paper not in now})
    keep(session, changed, ())
    _keep_pairs(session, _pairs(session, changed))


def _pairs(session: Session, papers: Mapping[int, Known]) -> Iterable[Pair]:
    """What these papers are like, among all that are in."""
    shared = sharing(session, {number for each in papers.values() for number in each.numbers})
    named = _named(session, papers)
    near = {p: {*nearest(shared, each.numbers), *named.get(p, ())} for p, each in papers.items()}
    others = faces(session, {other for some in near.values() for other in some})
    for paper, some in near.items():
        for other in sorted(some.intersection(others) - {paper}):
            verdict = compare(papers[paper].face, others[other])
            if verdict.band in (Band.LIKELY, Band.SAME):
                yield pair(paper, other, verdict.score, sure=verdict.band is Band.SAME)


_HAVE = "SELECT p.id FROM paper p WHERE p.id IN ({papers}) AND EXISTS (SELECT 1 FROM paper o WHERE {same})"
_NAMED = "SELECT o.id FROM paper p JOIN paper o ON {same} WHERE p.id IN ({papers}) LIMIT {most}"


def _named(session: Session, papers: Iterable[int]) -> dict[int, set[int]]:
    """Papers with an identifier or the whole title of some."""
    asked, found = _numbers(papers), dict[int, set[int]]()
    for field in (*IDS, "title_key"):
        same = f"o.{field} = p.{field} AND o.id <> p.id"
        for (paper,) in _read(session, _HAVE.format(same=same, papers=asked)):
            others = _read(session, _NAMED.format(same=same, papers=paper, most=CANDIDATES))
            found.setdefault(paper, set()).update(row[0] for row in others)
    return found


def _keep_pairs(session: Session, pairs: Iterable[Pair]) -> None:
    """Each of two changed papers finds the other, at once or among the papers that are looked at next."""
    once = sorted({(each.paper, each.other): each for each in pairs}.values())
    rows = [f"({each.paper},{each.other},{each.score!r},{str(each.sure).upper()})" for each in once]
    for start in range(0, len(rows), PART):
        told = ",".join(rows[start : start + PART])
        _run(session, f"INSERT INTO likeness (paper_id, other_id, score, sure) VALUES {told} ON CONFLICT DO NOTHING")


def _drop(session: Session, sketched: Mapping[int, str]) -> None:
    """Take papers out, with the numbers that they are kept under."""
    if not sketched:
        return
    connection = session.connection()
    numbers = [(paper, number) for paper, some in sketched.items() for number in some.split()]
    keys = [{"number": int(number), "paper": paper} for paper, number in numbers if number.isdecimal()]
    if keys:
        connection.execute(sa.text("DELETE FROM sketch WHERE number = :number AND paper_id = :paper"), keys)
    papers = _numbers(sketched)
    _run(session, f"DELETE FROM sketched WHERE paper_id IN ({papers})")
    _run(session, f"DELETE FROM likeness WHERE paper_id IN ({papers}) OR other_id IN ({papers})")


def _read(session: Session, statement: str) -> Sequence[Any]:
    return session.connection().exec_driver_sql(statement).fetchall()


def _run(session: Session, statement: str) -> None:
    session.connection().exec_driver_sql(statement)


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in numbers) or "NULL"
