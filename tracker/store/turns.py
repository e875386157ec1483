"""Which step of a person `:me` is taken back next, and which one is done again next; both as conditions on `step s`."""

# A vote is frozen where its round is closed or it showed the others' votes; in an archived round a decision is, too.
FROZEN = """EXISTS (SELECT 1 FROM screening_round r JOIN change c ON c.step_id = s.id WHERE r.id = s.round_id
  AND ((c.table_name = 'vote' AND (r.closed_at IS NOT NULL OR (r.blind = 'own' AND r.unblinded_at IS NULL)))
    OR (c.table_name = 'resolution' AND r.archived_at IS NOT NULL)))"""

_STANDS = "WHERE s.person_id = :me AND s.undone_at IS NULL"
NEWEST = f"{_STANDS} ORDER BY s.id DESC LIMIT 1"
LEFT = f"{_STANDS} AND NOT {FROZEN}"
UNDOABLE = f"{LEFT} ORDER BY s.id DESC LIMIT 1"

# A step made after another one was taken back ends the chance to redo that one, also when it is itself taken back.
REDOABLE = """
WHERE s.person_id = :me AND s.undone_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM step later WHERE later.person_id = :me AND later.id > s.id
    AND (later.undone_at IS NULL OR later.at > s.undone_at))
ORDER BY s.id LIMIT 1
"""
