"""Which step of a person `:me` is taken back next, and which one is done again next; both as conditions on `step s`."""

UNDOABLE = "WHERE s.person_id = :me AND s.undone_at IS NULL ORDER BY s.id DESC LIMIT 1"

# A step made after another one was taken back ends the chance to redo that one, also when it is itself taken back.
REDOABLE = """
WHERE s.person_id = :me AND s.undone_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM step later WHERE later.person_id = :me AND later.id > s.id
    AND (later.undone_at IS NULL OR later.at > s.undone_at))
ORDER BY s.id LIMIT 1
"""
