"""The wordings that a paper's abstract had, with who brought them, whence and when."""

from __future__ import annotations

from tracker.library.door import Door
from tracker.library.values import WordingView
from tracker.stored import moment

WORDINGS = """
SELECT v.text, v.source, v.created_at, p.name
FROM text_version v LEFT JOIN import_batch b ON b.id = v.batch_id
LEFT JOIN person p ON p.id = coalesce(v.person_id, b.person_id)
WHERE v.paper_id = :paper AND v.field = 'abstract' ORDER BY v.seq
"""


class Wordings(Door):
    def wordings(self, paper_id: int) -> tuple[WordingView, ...]:
        """All wordings of an abstract, the first one first; the last one is what is read now."""
        rows = self.store.read(WORDINGS, {"paper": paper_id})
        return tuple(
            WordingView(number, text, source, moment(at), person or "")
            for number, (text, source, at, person) in enumerate(rows, 1)
        )
