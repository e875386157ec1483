"""Papers that may be one: pairs to decide, and the word that two are two."""

from __future__ import annotations

from tracker.errors import Unreadable
from tracker.later import models
from tracker.library.finding import Finding
from tracker.library.importing.reports import Pair
from tracker.library.marks.annotations import Annotations

PAIRS = """
SELECT l.paper_id, l.other_id, l.score, l.sure FROM likeness l
WHERE NOT EXISTS (SELECT 1 FROM not_same n WHERE n.paper_id = l.paper_id AND n.other_id = l.other_id)
ORDER BY l.sure DESC, l.score DESC, l.paper_id, l.other_id
"""


class Duplicates(Annotations, Finding):
    def duplicates(self, query: str = "") -> list[Pair]:
        """Pairs of papers that may be one, the surest first: all, or those with a paper that a query finds."""
        self._compare_all()
        pairs = self.store.read(PAIRS)
        if query.strip():
            found = set(self.find(query).ids)
            pairs = [pair for pair in pairs if found.intersection(pair[:2])]
        rows = {row.id: row for row in self.rows(list({paper for pair in pairs for paper in pair[:2]}))}
        there = [pair for pair in pairs if pair[0] in rows and pair[1] in rows]
        return [Pair(rows[one], rows[other], score, bool(sure)) for one, other, score, sure in there]

    def comparing(self) -> bool:
        """Whether papers of a large import are still to be compared by their wording, which `catch_up` does."""
        return self.store.compares()

    def not_same(self, one: int, other: int) -> str | None:
        """Remember that two papers are two, so that nobody is asked again."""
        low, high = sorted((one, other))
        if low == high:
            raise Unreadable("A paper is always the same as itself; name another one")
        with self.step(f"found {self.told([low])} and {self.told([high])} to be two papers") as step:
            if step.session.get(models.NotSame, (low, high)) is None:
                step.session.add(models.NotSame(paper_id=low, other_id=high, person_id=step.person_id))
        return step.said

    def _compare_all(self) -> None:
        """A library of an older program has its papers compared when somebody asks."""
        if self.store.one("SELECT 1 FROM meta WHERE name = 'alike'"):
            return
        from tracker.store import alike

        with self.store.transaction() as session:
            alike.ensure(session)
        self.store.catch_up()
