"""The wordings that a paper's abstract had, with who brought them, whence and when."""

from __future__ import annotations

import json
from datetime import datetime

from tracker.library.door import Door
from tracker.library.values import WordingView

WORDINGS = """
SELECT v.id, v.text, v.source, v.created_at, p.name
FROM text_version v LEFT JOIN import_batch b ON b.id = v.batch_id LEFT JOIN person p ON p.id = b.person_id
WHERE v.paper_id = :paper AND v.field = 'abstract' ORDER BY v.seq
"""
# Those that no import of new papers brought are rows of a step.
STEPS = """
SELECT c.row_key, p.name FROM change c JOIN step s ON s.id = c.step_id JOIN person p ON p.id = s.person_id
WHERE c.paper_id = :paper AND c.table_name = 'text_version' AND c.before IS NULL
"""


class Wordings(Door):
    def wordings(self, paper_id: int) -> tuple[WordingView, ...]:
        """All wordings of an abstract, the first one first; the last one is what is read now."""
        rows = self.store.read(WORDINGS, {"paper": paper_id})
        people: dict[int, str] = {}
        if len(rows) > 1:
            for key, name in self.store.read(STEPS, {"paper": paper_id}):
                people[(json.loads(key) if isinstance(key, str) else key)["id"]] = name
        return tuple(
            WordingView(number, text, source, datetime.fromisoformat(at), importer or people.get(id, ""))
            for number, (id, text, source, at, importer) in enumerate(rows, 1)
        )
