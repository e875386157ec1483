"""Papers as people see them in a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.errors import NotFound
from tracker.library.door import Door, chunks, numbers
from tracker.library.lines import Row
from tracker.stored import day, mapping, moment, word
from tracker.terms import Status

ROW = """
SELECT p.id, p.key, p.title, p.headline, p.provenance, p.authors, p.year, p.venue, p.added_at,
       r.status, r.priority, r.starred, r.snoozed_until, r.due_on, s.seen_at
FROM paper p
LEFT JOIN reading_state r ON r.paper_id = p.id AND r.person_id = :me AND r.paper_id IN ({ids})
LEFT JOIN seen s ON s.paper_id = p.id AND s.person_id = :me AND s.paper_id IN ({ids})
WHERE p.id IN ({ids})
"""

TEXTS = """
SELECT p.id, coalesce(p.title, p.headline) || ' ' || coalesce((SELECT text FROM text_version t
  WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1), '')
FROM paper p WHERE p.id IN ({ids})
"""

NOTE_COUNTS = """
SELECT n.paper_id, count(*) FROM note n
WHERE n.paper_id IN ({ids}) AND (n.visibility = 'team' OR n.author_id = :me) GROUP BY n.paper_id
"""

TOLD = 90  # characters of a heading in a sentence; where there is less room it is shown shorter

# Without any of these a title is its own rendering (see tracker.text.render).
MARKED = frozenset("\\$*_`[]<&{}~^./\n\t")
PAIRS = ("--", "''", "  ")

CLOSED = (Status.DONE, Status.SKIPPED)


class Listing(Door):
    """Reading papers. Ids that are not there any more are left out."""

    def rows(self, ids: Sequence[int]) -> list[Row]:
        found: dict[int, Row] = {}
        for part in chunks(ids):
            tags = self._names("tag", "paper_tag", "tag_id", part)
            lists = self._names("collection", "collection_paper", "collection_id", part)
            notes = dict(self.store.read(NOTE_COUNTS.format(ids=numbers(part)), {"me": self.me_id}))
            for values in self.store.read(ROW.format(ids=numbers(part)), {"me": self.me_id}):
                found[values[0]] = _row(
                    values, tags.get(values[0], ()), lists.get(values[0], ()), notes.get(values[0], 0)
                )
        return [found[i] for i in ids if i in found]

    def abstract(self, paper_id: int) -> str:
        """The current wording as stored: Markdown and TeX; empty when there is none."""
        row = self.store.one(
            "SELECT text FROM text_version WHERE paper_id = :p AND field = 'abstract' ORDER BY seq DESC LIMIT 1",
            {"p": paper_id},
        )
        return row[0] if row else ""

    def texts(self, ids: Sequence[int]) -> dict[int, str]:
        """Heading and abstract of papers as they are stored."""
        rows = (row for part in chunks(ids) for row in self.store.read(TEXTS.format(ids=numbers(part))))
        return {int(paper): str(text) for paper, text in rows}

    def paper(self, reference: str | int) -> int:
        """The id of the paper with this id or key; NotFound names the nearest keys."""
        text = str(reference).strip().lstrip("#")
        row = self.store.one("SELECT id FROM paper WHERE key = :key", {"key": text})
        if not row and text.isascii() and text.isdigit():
            row = self.store.one("SELECT id FROM paper WHERE id = :id", {"id": min(int(text[:18]), 2**62)})
        row = row or self._former(text)
        if not row:
            raise NotFound(f"There is no paper {text!r}{self._near_keys(text)}")
        return int(row[0])

    def _former(self, text: str) -> tuple[int, ...] | None:
        """The paper of which one with this key or id became a part."""
        row = self.store.one("SELECT paper_id FROM merged_paper WHERE key = :key", {"key": text})
        if not row and text.isascii() and text.isdigit():
            row = self.store.one(
                "SELECT paper_id FROM merged_paper WHERE id = :id", {"id": min(int(text[:18]), 2**31 - 1)}
            )
        return row

    def titles(self, ids: Sequence[int], *, brief: bool = False) -> dict[int, tuple[str | None, str]]:
        """Title (as stored) and headline of papers; a headline that is not kept is made from the abstract.

        That takes milliseconds a paper: `brief` gives the title in its place, where there is one.
        """
        found: dict[int, tuple[str | None, str]] = {}
        for part in chunks(ids):
            for paper, title, kept in self.store.read(
                f"SELECT id, title, headline FROM paper WHERE id IN ({numbers(part)})"
            ):
                headline = kept or (plain(title) if brief and title else self._headline(paper))
                found[paper] = (title, headline)
        return found

    def ids_by_key(self, begin: str, *, limit: int) -> list[int]:
        """Papers whose key begins so, in the order of their keys."""
        span = {"low": begin, "high": begin + "\U0010ffff", "limit": limit}
        rows = self.store.read("SELECT id FROM paper WHERE key BETWEEN :low AND :high ORDER BY key LIMIT :limit", span)
        return [row[0] for row in rows]

    def told(self, ids: Sequence[int]) -> str:
        """Papers in a sentence: `“Heading”`, or `3 papers`."""
        distinct = list(dict.fromkeys(ids))
        if len(distinct) != 1:
            return f"{len(distinct)} papers"
        row = self.store.one(ROW.format(ids=distinct[0]), {"me": self.me_id})
        heading = _row(row, (), (), 0).heading if row else f"paper {distinct[0]}"
        return quoted(heading)

    def _headline(self, paper_id: int) -> str:
        from tracker.text.headline import headline
        from tracker.text.render import render

        return headline(render(self.abstract(paper_id)).text).text

    def _names(self, table: str, link: str, column: str, ids: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
        names: dict[int, tuple[str, ...]] = {}
        for paper, name in self.store.read(
            f"SELECT l.paper_id, t.name FROM {link} l JOIN {table} t ON t.id = l.{column}"
            f" WHERE l.paper_id IN ({numbers(ids)}) ORDER BY t.name_key"
        ):
            names[paper] = (*names.get(paper, ()), name)
        return names

    def _near_keys(self, text: str) -> str:
        from rapidfuzz import process

        keys = [row[0] for row in self.store.read("SELECT key FROM paper LIMIT 50000")]
        near = [key for key, score, _ in process.extract(text, keys, limit=3) if score >= 70]
        return f"; did you mean {' or '.join(near)}?" if near else "; `tracker list` shows them"


def provenance_of(stored: str | None) -> dict[str, str]:
    """Field → source, as a row keeps it."""
    if not stored:
        return {}
    return {str(field): str(source) for field, source in mapping(stored).items()}


def heading_of(title: str | None, headline: str, provenance: str | None) -> tuple[str, bool]:
    """A paper's heading as plain text, and whether it is a guess."""
    if title:
        return plain(title), False
    told = provenance and "headline" in provenance  # as that of few papers does: JSON is read for no others
    return headline, not (told and "headline" in provenance_of(provenance))


def plain(title: str) -> str:
    """A title without markup; most have none, and lists need not import the renderer for them."""
    if MARKED.isdisjoint(title) and not any(pair in title for pair in PAIRS):
        return title
    from tracker.text.render import plain

    return plain(title)


def quoted(text: str) -> str:
    """A text as a sentence quotes it, shortened where it is long."""
    return f"“{text if len(text) <= TOLD else text[: TOLD - 1].rstrip() + '…'}”"


def _row(values: tuple[Any, ...], tags: tuple[str, ...], collections: tuple[str, ...], notes: int) -> Row:
    paper, key, title, headline, provenance, authors, year, venue, added = values[:9]
    status, priority, starred, snoozed, due, seen = values[9:]
    heading, guessed = heading_of(title, headline or key, provenance)
    later = snoozed is not None and moment(snoozed) > datetime.now(UTC)
    return Row(
        id=paper,
        key=key,
        heading=heading,
        guessed=guessed,
        status=word(Status, status or Status.INBOX),
        seen=seen is not None,
        starred=bool(starred),
        priority=priority or 0,
        snoozed=later,
        due_on=day(due),
        tags=tags,
        authors=tuple(authors.split("\n")) if authors else (),
        year=year,
        venue=venue,
        added_at=moment(added),
        notes=notes,
        collections=collections,
        woken=snoozed is not None and not later and status not in CLOSED,
    )
