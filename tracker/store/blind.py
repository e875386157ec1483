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

# Rounds that hide from the person what others write on their papers; `r` with the paper `rp.paper_id`.
VEILED = f"""SELECT rp.paper_id, r.created_at FROM round_paper rp JOIN screening_round r ON r.id = rp.round_id
  JOIN round_person m ON m.round_id = r.id AND m.person_id = :me AND m.left_at IS NULL
  WHERE NOT {SEES} AND NOT (r.blind = 'own' AND EXISTS (SELECT 1 FROM round_claim k WHERE k.round_id = r.id
    AND k.paper_id = rp.paper_id AND k.person_id = :me AND k.voted_at IS NOT NULL))"""
