"""Papers on their way out: as records, which every format can write and the importer takes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.later import records, registry
from tracker.library.door import numbers
from tracker.library.exporting.whole import Whole
from tracker.stored import moment_or_none

RECORD = """
SELECT p.id, p.title, p.headline, p.system_name, p.authors, p.year, p.venue, p.proceedings, p.pages, p.doi, p.arxiv_id,
       p.openreview_id, p.url, p.pdf_url, p.code_url, p.project_url, p.key, r.status,
       r.priority, r.starred, r.rating, r.due_on, r.depth, r.snoozed_until, r.decided_at, r.finished_at,
       (SELECT t.text FROM text_version t WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1)
FROM paper p
LEFT JOIN reading_state r ON r.paper_id = p.id AND r.person_id = :me
WHERE p.id IN ({ids})
"""
NAMES = (
    *("title", "headline", "system_name", "authors", "year", "venue", "proceedings", "pages", "doi", "arxiv_id"),
    *("openreview_id", "url", "pdf_url", "code_url", "project_url", "key", "status", "priority"),
    *("starred", "rating", "due", "depth", "snoozed", "decided", "finished", "abstract"),
)
NOTES = """
SELECT n.paper_id, n.body FROM note n
WHERE n.paper_id IN ({ids}) AND (n.visibility = 'team' OR n.author_id = :me) AND n.body <> '' ORDER BY n.id
"""
WHOLE = "jsonl"  # the format that loses nothing
PIECE = 500  # papers held at a time


class Exports(Whole):
    def export_records(
        self, query: str = "", *, sort: str | None = None, whole: bool = False
    ) -> Iterator[records.Record]:
        """The papers that match, in the order of the list, with the person's status, the notes that they may see, and
        their collections. `whole`: with all that people did on them, too, and with notes on no paper where all
        papers are asked for. What of the query cannot be understood is left out, as in `find`."""
        ids = self.find(query, sort=sort).ids
        for start in range(0, len(ids), PIECE):
            yield from self._records(ids[start : start + PIECE], whole=whole)
        if whole and not query.strip():
            yield from self.alone()

    def export_papers(self, ids: Sequence[int], format: str) -> Iterator[str]:
        """Papers as text in a format, in pieces."""
        parts = (ids[start : start + PIECE] for start in range(0, len(ids), PIECE))
        records = (record for part in parts for record in self._records(part, whole=format == WHOLE))
        return iter(registry.writing(format).write(records))

    def _records(self, ids: Sequence[int], *, whole: bool = False) -> Iterator[records.Record]:
        tags = self._names("tag", "paper_tag", "tag_id", ids)
        lists = self._names("collection", "collection_paper", "collection_id", ids)
        variants = self._several(
            f"SELECT paper_id, title FROM title_variant WHERE paper_id IN ({numbers(ids)}) ORDER BY id"
        )
        deeds = self.deeds(ids) if whole else {}
        notes = self._several(NOTES.format(ids=numbers(ids)))
        rows = {row[0]: row[1:] for row in self.store.read(RECORD.format(ids=numbers(ids)), {"me": self.me_id})}
        for paper in ids:
            if paper in rows:
                first, *others = lists.get(paper, ()) or (None,)
                more = {"tags": tags.get(paper, ()), "collection": first, "collections": tuple(others)}
                more |= {"title_variants": variants.get(paper, ()), "notes": notes.get(paper, ())}
                more |= deeds.get(paper, {})
                yield self._record(paper, dict(zip(NAMES, rows[paper], strict=True)) | more)

    def _record(self, paper: int, values: Mapping[str, Any]) -> records.Record:
        headline = values["headline"] or (self._headline(paper) if not values["title"] else None)
        authors = tuple(values["authors"].split("\n")) if values["authors"] else ()
        reading = {"priority": values["priority"] or 0, "starred": bool(values["starred"])}
        reading |= {"due": str(values["due"])[:10] if values["due"] else None}
        moments = {name: moment_or_none(values[name]) for name in ("snoozed", "decided", "finished")}
        reading |= {name: moment.isoformat() if moment else None for name, moment in moments.items()}
        return records.Record(**{**values, **reading, "authors": authors, "headline": headline or None})

    def _several(self, statement: str) -> dict[int, tuple[str, ...]]:
        """Texts of papers, several for each."""
        found: dict[int, list[str]] = {}
        for paper, text in self.store.read(statement, {"me": self.me_id} if ":me" in statement else {}):
            found.setdefault(paper, []).append(text)
        return {paper: tuple(texts) for paper, texts in found.items()}
