"""Who may see which votes, as SQL: each round says how long its people do not see one another's."""

# Whether the person `:me` sees everybody's votes in `r`, a screening_round.
SEES = """(r.blind = 'open' OR r.closed_at IS NOT NULL OR r.unblinded_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM round_person d WHERE d.round_id = r.id AND d.person_id = :me AND d.role = 'decider'
  AND d.left_at IS NULL))"""

# A vote `v` in a round `r` that the person may see: their own, or what the round shows.
VISIBLE = f"""(v.person_id = :me OR {SEES} OR (r.blind = 'own' AND EXISTS (
  SELECT 1 FROM round_claim k WHERE k.round_id = v.round_id AND k.paper_id = v.paper_id AND k.person_id = :me
  AND k.voted_at IS NOT NULL)))"""

# That nothing took the place of a vote `v`, and that it was not taken back.
STANDS = """v.seq = (SELECT max(w.seq) FROM vote w WHERE w.round_id = v.round_id AND w.paper_id = v.paper_id
  AND w.person_id = v.person_id) AND v.decision <> 'withdrawn'"""


def veiled(alias: str) -> str:
    """Whether a round hides from the person what `alias`, a comment or a note, says: another of its voters wrote it on
    one of its papers since it began, and the person may not see their vote on that paper yet."""
    return f"""EXISTS (SELECT 1 FROM round_paper rp JOIN screening_round r ON r.id = rp.round_id
  JOIN round_person i ON i.round_id = r.id AND i.person_id = :me AND i.left_at IS NULL
  JOIN round_person o ON o.round_id = r.id AND o.person_id = {alias}.author_id AND o.role <> 'decider'
  WHERE rp.paper_id = {alias}.paper_id AND {alias}.created_at >= r.created_at AND {alias}.author_id <> :me
  AND NOT {SEES} AND NOT (r.blind = 'own' AND EXISTS (SELECT 1 FROM round_claim k WHERE k.round_id = r.id
    AND k.paper_id = rp.paper_id AND k.person_id = :me AND k.voted_at IS NOT NULL)))"""
