"""What a member of a team may see and do, as the server enforces it: functions, grants and row policies.

A member is a role of the server; their person is that of the same name. Functions run with the owner's rights, since a
policy that reads its own table never ends. They give sets, not answers about one row, which would tell who voted.
"""

from collections.abc import Iterator, Mapping

from tracker.store.blind import SINCE, WRITTEN, hides_step, shown, veiled
from tracker.store.postgres import fence

RULES = 3  # raised with every change of what is below: libraries with older rules get these when their owner opens them

_MINE = "tracker_me()"

FUNCTIONS = (
    (
        "tracker_me()",
        "integer",
        "SELECT id FROM person WHERE name_key = lower(session_user)",
    ),
    (  # where everybody's votes are there to be seen, by everybody or by this person, who settles what differs
        "tracker_seen_rounds()",
        "SETOF integer",
        """SELECT r.id FROM screening_round r
        WHERE r.blind = 'open' OR r.closed_at IS NOT NULL OR r.unblinded_at IS NOT NULL OR EXISTS (
          SELECT 1 FROM round_person d WHERE d.round_id = r.id AND d.person_id = tracker_me()
          AND d.role = 'decider' AND d.left_at IS NULL)""",
    ),
    (
        "tracker_led_rounds()",
        "SETOF integer",
        """SELECT r.id FROM screening_round r WHERE r.created_by = tracker_me() UNION
        SELECT m.round_id FROM round_person m
        WHERE m.person_id = tracker_me() AND m.role <> 'reviewer' AND m.left_at IS NULL""",
    ),
    (
        "tracker_voting_rounds()",
        "SETOF integer",
        """SELECT r.id FROM screening_round r JOIN round_person m ON m.round_id = r.id
        WHERE m.person_id = tracker_me() AND m.role <> 'decider' AND m.left_at IS NULL AND r.closed_at IS NULL""",
    ),
    (  # papers whose votes this person has seen by voting, so that their own is frozen
        "tracker_frozen_votes()",
        "TABLE (round_id integer, paper_id integer)",
        """SELECT v.round_id, v.paper_id FROM vote v JOIN screening_round r ON r.id = v.round_id
        WHERE v.person_id = tracker_me() AND r.blind = 'own'""",
    ),
    (
        "tracker_own_step(step integer)",
        "boolean",
        "SELECT EXISTS (SELECT 1 FROM step s WHERE s.id = step AND s.person_id = tracker_me())",
    ),
    (  # when the first round began that holds something back from this person; after everything where none does
        "tracker_veiled_since()",
        "text",
        f"SELECT coalesce(({SINCE.replace(':me', _MINE)}), '9999')",
    ),
    (  # of what is everybody's to know and of one's own votes: nothing is learnt by asking it about others
        "tracker_veils(paper integer, who integer, at text)",
        "boolean",
        f"SELECT {veiled('$1', '$2', '$3').replace(':me', _MINE)}",
    ),
    (
        "tracker_hides_step(number integer)",
        "boolean",
        f"SELECT EXISTS (SELECT 1 FROM step WHERE step.id = number AND {hides_step(_MINE)})",
    ),
)

# Asked with the rights of who asks. As a function it is planned only when it is asked: every deed puts down a step, and
# planning the rules of what steps tell takes longer than all the rest of a vote. It names the schema, or a table of the
# member's own that is called so would answer.
TELLS = """CREATE OR REPLACE FUNCTION tracker_tells(number integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $body$
BEGIN RETURN EXISTS (SELECT 1 FROM {schema}.change c WHERE c.step_id OPERATOR(pg_catalog.=) number); END $body$"""

ME = "(SELECT tracker_me())"
SEEN = "(SELECT tracker_seen_rounds())"
LED = "(SELECT tracker_led_rounds())"
LATE = "until < to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') || '+00:00' AND voted_at IS NULL"

OWN = ("reading_state", "seen", "draft", "unsent", "liking", "review_card", "search_private")
SHARED = (
    *("paper", "text_version", "title_variant", "collection", "collection_paper", "tag", "kind"),
    *(
        "merged_paper",
        "not_same",
        "rule",
        "import_batch",
        "screening_round",
        "round_person",
        "round_reason",
        "round_paper",
    ),
)


def _veils(paper: str, who: str, when: str) -> str:
    """`veiled` by a function: the rules of one table stand in those of others, and planning them would take longer
    than to keep them."""
    return f"{who} <> {ME} AND tracker_veils({paper}, {who}, {when})"


_SHOWN = {table: shown(table, ME, "(SELECT tracker_veiled_since())", _veils) for table in WRITTEN}
_NOTED = f"(visibility = 'team' OR author_id = {ME}) AND {_SHOWN['note']}"
_MARKED = f"(visibility = 'team' OR author_id = {ME}) AND {_SHOWN['annotation']}"
_OF_MARK = "annotation_id IS NULL OR EXISTS (SELECT 1 FROM annotation a WHERE a.id = annotation_id)"
_SAID = f"({_OF_MARK}) AND {_SHOWN['comment']}"
_VOTED = f"""person_id = {ME} OR round_id IN {SEEN}
 OR (round_id, paper_id) IN (SELECT f.round_id, f.paper_id FROM tracker_frozen_votes() f)"""
_LINKED = """CASE from_kind
 WHEN 'note' THEN EXISTS (SELECT 1 FROM note n WHERE CAST(n.id AS text) = from_id)
 WHEN 'comment' THEN EXISTS (SELECT 1 FROM comment c WHERE c.id = from_id)
 ELSE EXISTS (SELECT 1 FROM annotation a WHERE a.id = from_id) END"""
# Of what others did, a member sees what they see of the thing itself.
_FOR_ALL = ", ".join(f"'{table}'" for table in SHARED)
_TOLD = f"""tracker_own_step(step_id) OR NOT tracker_hides_step(step_id) AND (table_name IN ({_FOR_ALL})
 OR CASE table_name
 WHEN 'note' THEN EXISTS (SELECT 1 FROM note n WHERE CAST(n.id AS text) = row_key ->> 'id')
 WHEN 'comment' THEN EXISTS (SELECT 1 FROM comment c WHERE c.id = row_key ->> 'id')
 WHEN 'annotation' THEN EXISTS (SELECT 1 FROM annotation a WHERE a.id = row_key ->> 'id')
 ELSE table_name = 'paper_tag' END)"""
_DONE = f"""person_id = {ME} OR CASE WHEN round_id IS NOT NULL THEN round_id IN {SEEN}
 ELSE batch_id IS NOT NULL OR tracker_tells(id) END"""
_CLAIMED = f"person_id = {ME} OR round_id IN {LED}"

# What an import puts down: that papers can be compared, and what columns of a table hold.
_PUT_DOWN = "name = 'alike' OR starts_with(name, 'columns:')"

# table → what of: (rows that may be seen or changed, rows that may come of it); one alone holds for both.
POLICIES: dict[str, dict[str, tuple[str, str]]] = {
    **{table: {"ALL": (f"person_id = {ME}", "")} for table in OWN},
    "vault": {"SELECT": ("TRUE", ""), "ALL": (f"person_id = {ME}", "")},  # whose a folder is, all may know
    "vault_page": {"ALL": (f"EXISTS (SELECT 1 FROM vault v WHERE v.id = vault_id AND v.person_id = {ME})", "")},
    "person": {"SELECT": ("TRUE", ""), "INSERT": ("", "TRUE")},
    "meta": {"SELECT": ("TRUE", ""), "INSERT": ("", _PUT_DOWN), "UPDATE": (_PUT_DOWN, _PUT_DOWN)},
    "saved_search": {"ALL": (f"shared OR owner_id IS NULL OR owner_id = {ME}", "")},
    "note": {
        "SELECT": (_NOTED, ""),
        "INSERT": ("", f"author_id = {ME}"),
        "UPDATE": (_NOTED, _NOTED),
        "DELETE": (f"author_id = {ME}", ""),
    },
    "annotation": {
        "SELECT": (_MARKED, ""),
        "INSERT": ("", f"author_id = {ME}"),
        "UPDATE": (_MARKED, _MARKED),
        "DELETE": (f"author_id = {ME}", ""),
    },
    "annotation_tag": {"ALL": (_OF_MARK, "")},
    "comment": {
        "SELECT": (_SAID, ""),
        "INSERT": ("", f"author_id = {ME} AND ({_OF_MARK})"),
        "UPDATE": (_SAID, _OF_MARK),
        "DELETE": (f"author_id = {ME}", ""),
    },
    "paper_tag": {
        "SELECT": (_SHOWN["paper_tag"], ""),
        "INSERT": ("", "TRUE"),
        "UPDATE": (_SHOWN["paper_tag"], "TRUE"),
        "DELETE": (_SHOWN["paper_tag"], ""),
    },
    "ask": {"ALL": ("EXISTS (SELECT 1 FROM comment c WHERE c.id = comment_id)", "")},
    "link": {"ALL": (_LINKED, "")},
    "step": {
        "SELECT": (_DONE, ""),
        "INSERT": ("", f"person_id = {ME}"),
        "UPDATE": (f"person_id = {ME}", f"person_id = {ME}"),
    },
    "change": {
        "SELECT": (_TOLD, ""),
        "INSERT": ("", "tracker_own_step(step_id)"),
        "DELETE": ("tracker_own_step(step_id) AND rows IS NOT NULL", ""),
    },
    "screening_round": {
        "SELECT": ("TRUE", ""),
        "INSERT": ("", f"created_by = {ME}"),
        "UPDATE": (f"id IN {LED}", f"id IN {LED}"),
        "DELETE": (f"created_by = {ME}", ""),
    },
    "round_person": {
        "SELECT": ("TRUE", ""),
        "INSERT": ("", f"round_id IN {LED}"),
        "UPDATE": (_CLAIMED, f"round_id IN {LED} OR (person_id = {ME} AND role = 'reviewer')"),
        "DELETE": (f"round_id IN {LED}", ""),
    },
    "round_reason": {"SELECT": ("TRUE", ""), "ALL": (f"round_id IN {LED}", "")},
    "round_paper": {"SELECT": ("TRUE", ""), "ALL": (f"round_id IN {LED}", "")},
    "round_claim": {
        "SELECT": ("TRUE", ""),
        "INSERT": ("", _CLAIMED),
        "UPDATE": (_CLAIMED, _CLAIMED),
        "DELETE": (f"{_CLAIMED} OR ({LATE})", ""),
    },
    "vote": {
        "SELECT": (_VOTED, ""),
        "INSERT": (
            "",
            f"person_id = {ME} AND round_id IN (SELECT tracker_voting_rounds()) AND (round_id, paper_id) NOT IN"
            " (SELECT f.round_id, f.paper_id FROM tracker_frozen_votes() f"
            " JOIN screening_round r ON r.id = f.round_id AND r.unblinded_at IS NULL)",
        ),
    },
    "resolution": {
        "SELECT": (f"{_VOTED} OR round_id IN {LED}", ""),
        "INSERT": ("", f"person_id = {ME} AND round_id IN {LED}"),
    },
}

# What is not changed by hand, whatever the rows: rights on the table itself. All others: everything but its shape.
RIGHTS = {
    "alembic_version": "SELECT",
    "meta": "SELECT, INSERT, UPDATE",
    "person": "SELECT, INSERT",
    "round_person": "SELECT, INSERT, UPDATE (role, joined_at, left_at), DELETE",
    "vote": "SELECT, INSERT",
    "resolution": "SELECT, INSERT",
    "step": "SELECT, INSERT, UPDATE",
    "change": "SELECT, INSERT, DELETE",
}
EVERYTHING = "SELECT, INSERT, UPDATE, DELETE"


def statements(schema: str, tables: list[str], members: str) -> Iterator[str]:
    """All that protects a library, repeatable. `members`: the role that every member has. Names come quoted."""
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC"  # so that nothing stands in for what the rules call
    yield f"GRANT USAGE ON SCHEMA {schema} TO {members}"
    for name, returns, body in FUNCTIONS:
        yield (
            f"CREATE OR REPLACE FUNCTION {name} RETURNS {returns} LANGUAGE sql STABLE SECURITY DEFINER"
            f" SET search_path = {schema}, pg_temp AS $body$ {body} $body$"
        )
    yield TELLS.format(schema=schema)
    yield (
        f"INSERT INTO meta (name, value) VALUES ('rules', '{RULES}')"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    )
    for table in tables:
        yield f'REVOKE ALL ON "{table}" FROM {members}'
        yield f'GRANT {fence.rights(table, RIGHTS.get(table, EVERYTHING))} ON "{table}" TO {members}'
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {members}"
    for table, rules in POLICIES.items():
        yield f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY'
        for deed, (using, check) in rules.items():
            name = f"tracker_{deed.lower()}"
            yield f'DROP POLICY IF EXISTS {name} ON "{table}"'
            using, check = (f" USING ({using})" if using else ""), (f" WITH CHECK ({check})" if check else "")
            yield f'CREATE POLICY {name} ON "{table}" FOR {deed} TO {members}{using}{check}'
    yield from fence.views({table: _seen(rules) for table, rules in POLICIES.items()}, members)


def _seen(rules: Mapping[str, tuple[str, str]]) -> str:
    """The rows that show, of the rules of a table."""
    return rules["SELECT" if "SELECT" in rules else "ALL"][0]
