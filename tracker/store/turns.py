"""Which step of a person `:me` is taken back next, and which one is done again next; both as conditions on `step s`."""


def _frozen(step: str) -> str:
    """Whether a step is one that nobody takes back any more."""
    # A vote, where its round is closed or it showed the others' votes; in an archived round a decision, too.
    said = f"""EXISTS (SELECT 1 FROM screening_round r JOIN change c ON c.step_id = {step}.id
  WHERE r.id = {step}.round_id
  AND ((c.table_name = 'vote' AND (r.closed_at IS NOT NULL OR (r.blind = 'own' AND r.unblinded_at IS NULL)))
    OR (c.table_name = 'resolution' AND r.archived_at IS NOT NULL)))"""
    # The making of a round on whose papers somebody voted or decided: what was said stays, also if it was taken back.
    said_of = f"""({step}.batch_id < 0 AND (EXISTS (SELECT 1 FROM vote v WHERE v.round_id = -{step}.batch_id)
  OR EXISTS (SELECT 1 FROM resolution d WHERE d.round_id = -{step}.batch_id)))"""
    return f"({said} OR {said_of})"


FROZEN = _frozen("s")
_STANDS = "WHERE s.person_id = :me AND s.undone_at IS NULL"
NEWEST = f"{_STANDS} ORDER BY s.id DESC LIMIT 1"
LEFT = f"{_STANDS} AND NOT {FROZEN}"
UNDOABLE = f"{LEFT} ORDER BY s.id DESC LIMIT 1"

# A step made after another one was taken back ends the chance to redo that one, also when it is itself taken back. One
# that was only passed over does not.
REDOABLE = f"""
WHERE s.person_id = :me AND s.undone_at IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM step later WHERE later.person_id = :me AND later.id > s.id
    AND (later.at > s.undone_at OR (later.undone_at IS NULL AND NOT {_frozen("later")})))
ORDER BY s.id LIMIT 1
"""
