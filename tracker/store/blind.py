"""Blindness, as SQL: each round says how long its people do not see one another's votes, nor what else they say.

One rule for both engines: a server's policies hold it (`postgres/policies.py`), on a file the views of `veil.py` do.
`me` is SQL for the person who asks; `main` is put before the names of tables where views of the same names stand.
"""

from collections.abc import Callable, Mapping

# Whether the person `:me` sees everybody's votes in `r`, a screening_round.
SEES = """(r.blind = 'open' OR r.closed_at IS NOT NULL OR r.unblinded_at IS NOT NULL OR EXISTS (
  SELECT 1 FROM round_person d WHERE d.round_id = r.id AND d.person_id = :me AND d.role = 'decider'
  AND d.left_at IS NULL))"""

# Whether the person sees the votes on one paper of such a round because they voted on it.
_BY_VOTING = """(r.blind = 'own' AND EXISTS (
  SELECT 1 FROM vote k WHERE k.round_id = r.id AND k.paper_id = {paper} AND k.person_id = :me))"""

# A vote `v` in a round `r` that the person may see: their own, or what the round shows.
VISIBLE = f"(v.person_id = :me OR {SEES} OR {_BY_VOTING.format(paper='v.paper_id')})"

# That nothing took the place of a vote `v`, and that it was not taken back.
STANDS = """NOT EXISTS (SELECT 1 FROM vote w WHERE w.round_id = v.round_id AND w.paper_id = v.paper_id
  AND w.person_id = v.person_id AND w.seq > v.seq) AND v.decision <> 'withdrawn'"""

# The same of a decision `s`.
SETTLES = """NOT EXISTS (SELECT 1 FROM resolution t WHERE t.round_id = s.round_id AND t.paper_id = s.paper_id
  AND t.seq > s.seq) AND s.decision <> 'withdrawn'"""

# What people do with papers beside voting: whose each row is, and when they last had a hand in it.
WRITTEN: Mapping[str, tuple[str, str]] = {
    "note": ("author_id", "updated_at"),
    "annotation": ("author_id", "updated_at"),
    "comment": ("author_id", "coalesce(comment.edited_at, comment.created_at)"),
    "paper_tag": ("person_id", "at"),
}
_TOLD = (*WRITTEN, "reading_state")  # what the journal tells of people and papers

# Whether a round `r` goes on blind, so that it hides something from somebody.
HIDES = "r.blind <> 'open' AND r.closed_at IS NULL AND r.unblinded_at IS NULL"

# What a voter does on a paper of a blind round while it goes on is held back from its other voters.
_HELD = f"""SELECT 1 FROM round_paper rp JOIN screening_round r ON r.id = rp.round_id
  JOIN round_person o ON o.round_id = r.id AND o.person_id = {{who}} AND o.role <> 'decider' {{more}}
  WHERE rp.paper_id = {{paper}} AND {{when}} >= r.created_at AND {HIDES}"""


def held(alias: str, who: str, when: str) -> str:
    """Whether a row that `alias` names is held back from anybody at all."""
    return f"EXISTS ({_HELD.format(who=who, paper=f'{alias}.paper_id', when=when, more='')})"


def veiled(paper: str, who: str, when: str) -> str:
    """Whether what `who` did on a paper at a time is held back from `:me`; who once voted there goes on to count."""
    voter = "JOIN round_person i ON i.round_id = r.id AND i.person_id = :me"
    covered = _HELD.format(who=who, paper=paper, when=when, more=voter)
    return f"{who} <> :me AND EXISTS ({covered} AND NOT {SEES} AND NOT {_BY_VOTING.format(paper='rp.paper_id')})"


def shown(table: str, me: str, since: str, hidden: Callable[[str, str, str], str] = veiled) -> str:
    """The condition on a table of WRITTEN that its row may be seen. `since`: when the first blind round began."""
    who, when = WRITTEN[table]
    when = when if "(" in when else f"{table}.{when}"
    return f"({when} < {since} OR NOT ({hidden(f'{table}.paper_id', f'{table}.{who}', when)}))".replace(":me", me)


def hides_step(me: str, main: str = "") -> str:
    """Whether a `step` tells what is held back."""
    tables = ", ".join(f"'{table}'" for table in _TOLD)
    hidden = veiled("c.paper_id", "step.person_id", "step.at")
    return f"""(EXISTS (SELECT 1 FROM {main}change c WHERE c.step_id = step.id AND c.table_name IN ({tables})
  AND {hidden}))""".replace(":me", me)


# When the first of the rounds began that hide something from `:me`, a voter in them; NULL where none does.
SINCE = f"""SELECT min(r.created_at) FROM screening_round r
JOIN round_person i ON i.round_id = r.id AND i.person_id = :me WHERE NOT {SEES}"""

# Papers that somebody wrote on since `:since`: what the search index holds of them depends on rounds.
TOUCHED = " UNION ".join(
    f"SELECT paper_id FROM {table} WHERE paper_id IS NOT NULL AND {when.replace('comment.', '')} >= :since"
    for table, (_, when) in WRITTEN.items()
    if table != "paper_tag"
)
