"""One paper in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker.errors import NotFound
from tracker.library.lines import Row
from tracker.library.listing import Listing, provenance_of
from tracker.library.values import Detail, Link, NoteView
from tracker.stored import moment, moment_or_none, word
from tracker.terms import Depth

DETAIL = """
SELECT p.title, p.headline, p.system_name, p.proceedings, p.pages, p.doi, p.arxiv_id, p.openreview_id,
       p.url, p.pdf_url, p.code_url, p.project_url, p.provenance, b.source, r.rating, r.depth, r.snoozed_until,
       (SELECT t.text FROM text_version t WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1)
FROM paper p
LEFT JOIN import_batch b ON b.id = p.batch_id
LEFT JOIN reading_state r ON r.paper_id = p.id AND r.person_id = :me
WHERE p.id = :paper
"""

NOTE = """
SELECT n.id, n.paper_id, n.title, n.body, a.name, n.author_id = :me, n.version, n.updated_at
FROM note n JOIN person a ON a.id = n.author_id
WHERE (n.visibility = 'team' OR n.author_id = :me)
"""

SEEDED_FIELDS = ("title", "authors", "year", "venue", "abstract", "pages", "doi", "arxiv_id", "openreview_id", "url")


class Details(Listing):
    """Reading all that is known of a paper."""

    def detail(self, paper_id: int) -> Detail:
        """Everything about one paper; NotFound when it is gone."""
        row = self.rows([paper_id])
        facts = self.store.one(DETAIL, {"me": self.me_id, "paper": paper_id})
        if not row or not facts:
            raise NotFound(f"There is no paper {paper_id} any more")
        variants = self.store.read("SELECT title FROM title_variant WHERE paper_id = :p ORDER BY id", {"p": paper_id})
        return _detail(row[0], facts, tuple(v[0] for v in variants), self.notes(paper_id))

    def notes(self, paper_id: int) -> tuple[NoteView, ...]:
        """The notes on a paper that the person may see, oldest first."""
        rows = self.store.read(NOTE + " AND n.paper_id = :p ORDER BY n.id", {"me": self.me_id, "p": paper_id})
        return tuple(note_view(row) for row in rows)


def _detail(row: Row, facts: tuple[Any, ...], variants: tuple[str, ...], notes: tuple[NoteView, ...]) -> Detail:
    title, headline, name, proceedings, pages, doi, arxiv, openreview = facts[:8]
    *urls, told, source, rating, depth, until, text = facts[8:]
    known = (title, row.authors, row.year, row.venue, text, pages, doi, arxiv, openreview, urls[0])
    given = {field: source for field, value in zip(SEEDED_FIELDS, known, strict=True) if value and source}
    return Detail(
        row=row,
        title=title,
        headline=headline,
        system_name=name,
        variants=variants,
        abstract=text or "",
        proceedings=proceedings,
        pages=pages,
        doi=doi,
        arxiv_id=arxiv,
        openreview_id=openreview,
        links=tuple(_links(doi, arxiv, openreview, *urls)),
        notes=notes,
        rating=rating,
        depth=word(Depth, depth) if depth else None,
        snoozed_until=moment_or_none(until),
        provenance=given | provenance_of(told),
    )


def _links(
    doi: str | None,
    arxiv: str | None,
    openreview: str | None,
    url: str | None,
    pdf: str | None,
    code: str | None,
    project: str | None,
) -> Iterable[Link]:
    """A paper's links, the one to read first."""
    candidates = [
        ("pdf", pdf),
        ("arxiv", arxiv and f"https://arxiv.org/abs/{arxiv}"),
        ("openreview", openreview and f"https://openreview.net/forum?id={openreview}"),
        ("url", url),
        ("doi", doi and f"https://doi.org/{doi}"),
        ("project", project),
        ("code", code),
    ]
    return [
        Link(kind, address) for kind, address in candidates if address and address.startswith(("https://", "http://"))
    ]


def note_view(values: tuple[Any, ...]) -> NoteView:
    note, paper, title, body, author, mine, version, updated = values
    return NoteView(note, paper, title, body, author, bool(mine), version, moment(updated))
