"""Digests: what to tell others of papers, grouped by tag; nothing that is private goes into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from tracker.later import wikilinks
from tracker.library.details import Details
from tracker.library.door import numbers
from tracker.library.listing import quoted
from tracker.library.marks.views import Annotated
from tracker.library.notes.link_meaning import Meaning
from tracker.library.rounds.tallies import Tallies
from tracker.library.values import Row
from tracker.terms import Visibility

if TYPE_CHECKING:
    from tracker.formats.roundup import Digest, Item, Quote, Section

UNTAGGED = "without a tag"
QUOTED = ("result", "claim")  # kinds of marks that are told
REMARKS = """
SELECT paper_id, body FROM note
WHERE author_id = :me AND visibility = 'team' AND body <> '' AND paper_id IN ({ids}) ORDER BY id
"""


class Digests(Annotated, Tallies, Details):
    def digest(self, query: str, *, title: str = "", sort: str | None = None) -> Digest:
        """The papers of a query by their commonest tag, each with the person's remark, result marks and votes.

        Votes are those of closed rounds, which nobody is blind to any more.
        """
        from tracker.formats.roundup import Digest

        found = self.find(query, sort=sort)
        rows = self.rows(found.ids)
        sections = self._sections(rows)
        return Digest(title or (f"Papers: {query}" if query else "Papers"), date.today(), len(rows), tuple(sections))

    def _sections(self, rows: Sequence[Row]) -> list[Section]:
        """The largest tag first, papers in the order found; what has no tag comes last."""
        from tracker.formats.roundup import Section

        often = Counter(tag for row in rows for tag in row.tags)
        told = self._items(rows)
        held: dict[str, list[Item]] = {}
        for row in rows:
            name = max(row.tags, key=lambda tag: (often[tag], tag)) if row.tags else ""
            held.setdefault(name, []).append(told[row.id])
        ordered = sorted(held, key=lambda name: (not name, -len(held[name]), name))
        return [Section(f"#{name}" if name else UNTAGGED, tuple(held[name])) for name in ordered]

    def _items(self, rows: Sequence[Row]) -> dict[int, Item]:
        from tracker.formats.roundup import Item

        ids = [row.id for row in rows]
        remarks, quotes, votes = self._remarks(ids), self._quotes(ids), self._votes(ids)
        return {
            row.id: Item(
                row.heading,
                row.guessed,
                row.key,
                row.authors,
                row.venue or "",
                next((link.url for link in self.detail(row.id).links), ""),
                row.tags,
                remarks.get(row.id, ""),
                quotes.get(row.id, ()),
                votes.get(row.id, ""),
            )
            for row in rows
        }

    def _remarks(self, ids: Sequence[int]) -> dict[int, str]:
        found: dict[int, str] = {}
        for paper, body in self.store.read(REMARKS.format(ids=numbers(ids)), {"me": self.me_id}):
            told = self._spoken(body)
            found[paper] = f"{found[paper]}\n\n{told}" if paper in found else told
        return found

    def _spoken(self, body: str) -> str:
        """A remark for who has no library: a link to a paper as its heading, any other as its own words."""
        meant = Meaning(self.store.read, self.me_id)
        for link in reversed(wikilinks.wikilinks(body)):
            kind, id = meant.of(link.target)
            shown = body[link.start + 2 : link.end - 2].partition("|")[2].strip() or link.target
            heading = quoted(self.rows([int(id)])[0].heading) if kind == "paper" and id else ""
            body = body[: link.start] + (heading or shown) + body[link.end :]
        return body

    def _quotes(self, ids: Sequence[int]) -> dict[int, tuple[Quote, ...]]:
        from tracker.formats.roundup import Quote

        found: dict[int, tuple[Quote, ...]] = {}
        for mark in self.annotated(ids):
            if mark.kind in QUOTED and mark.visibility is Visibility.TEAM:
                quote = Quote(mark.kind, mark.text or mark.quote, mark.body)
                found[mark.paper_id] = (*found.get(mark.paper_id, ()), quote)
        return found

    def _votes(self, ids: Sequence[int]) -> Mapping[int, str]:
        """What became of papers in closed rounds: `round: 2 include, 1 maybe — included`."""
        wanted, found = set(ids), dict[int, str]()
        for view in self.rounds():
            for case in self.cases(view.name) if view.closed_at else ():
                if case.paper_id in wanted and case.ballots:
                    counted = Counter(str(ballot.decision) for ballot in case.ballots)
                    told = ", ".join(f"{number} {decision}" for decision, number in counted.most_common())
                    line = f"{view.name}: {told} — {case.outcome}"
                    found[case.paper_id] = f"{found[case.paper_id]}; {line}" if case.paper_id in found else line
        return found
