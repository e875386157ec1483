"""All that people did on papers, for files that lose nothing: older wordings, annotations, comments, votes, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tracker.later import records
from tracker.library.door import numbers
from tracker.library.marks.exchange import Exchange, remark_of
from tracker.store.blind import STANDS, VISIBLE
from tracker.stored import moment

WORDINGS = """
SELECT t.paper_id, t.text, t.source, t.created_at FROM text_version t
WHERE t.paper_id IN ({ids}) AND t.field = 'abstract'
  AND t.seq < (SELECT max(n.seq) FROM text_version n WHERE n.paper_id = t.paper_id AND n.field = 'abstract')
ORDER BY t.paper_id, t.seq
"""
REMARKED = "SELECT DISTINCT paper_id FROM comment WHERE paper_id IN ({ids}) AND annotation_id IS NULL"
NOTES = """
SELECT n.paper_id, n.body, p.name, n.created_at, n.updated_at, n.title, n.visibility = 'private'
FROM note n JOIN person p ON p.id = n.author_id
WHERE n.paper_id {of} AND (n.visibility = 'team' OR n.author_id = :me) ORDER BY n.id
"""
VOTES = f"""
SELECT v.paper_id, r.name, p.name, v.decision, v.at, v.sure, v.reasons, v.note
FROM vote v JOIN screening_round r ON r.id = v.round_id JOIN person p ON p.id = v.person_id
WHERE v.paper_id IN ({{ids}}) AND {VISIBLE} AND {STANDS} ORDER BY v.paper_id, v.at, v.id
"""


class Whole(Exchange):
    def deeds(self, ids: Sequence[int]) -> dict[int, dict[str, tuple[Any, ...]]]:
        """What a record holds of people's deeds on papers, by paper and by the record's field; only what the person
        may see."""
        found: dict[int, dict[str, list[Any]]] = {}
        for paper, name, value in self._each(ids):
            found.setdefault(paper, {}).setdefault(name, []).append(value)
        return {paper: {name: tuple(some) for name, some in told.items()} for paper, told in found.items()}

    def _each(self, ids: Sequence[int]) -> Iterator[tuple[int, str, Any]]:
        for paper, text, source, at in self.store.read(WORDINGS.format(ids=numbers(ids))):
            yield paper, "wordings", records.Wording(text, source, moment(at))
        for paper, mark in self.marks(ids):
            yield paper, "annotations", mark
        for (paper,) in self.store.read(REMARKED.format(ids=numbers(ids))):
            for view in self.comments(paper):
                if view.annotation_id is None:
                    yield paper, "comments", remark_of(view)
        yield from ((paper, "written", note) for paper, note in self._notes(f"IN ({numbers(ids)})"))
        rows = self.store.read(VOTES.format(ids=numbers(ids)), {"me": self.me_id})
        for paper, name, person, decision, at, sure, reasons, note in rows:
            why = tuple(reasons.split("\n")) if reasons else ()
            ballot = records.Ballot(name, person, decision, moment(at), bool(sure), why, note)
            yield paper, "votes", ballot

    def alone(self) -> Iterator[records.Record]:
        """Notes on no paper, a record each."""
        return (records.Record(written=(note,)) for _, note in self._notes("IS NULL"))

    def _notes(self, of: str) -> Iterator[tuple[int, records.Written]]:
        rows = self.store.read(NOTES.format(of=of), {"me": self.me_id})
        for paper, body, author, made, changed, title, private in rows:
            times = moment(made), moment(changed)
            yield paper, records.Written(body, author, *times, title, bool(private))
