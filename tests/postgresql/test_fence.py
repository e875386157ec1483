"""What a server would tell of hidden rows by how it works, not by its answers, tried by a member who writes SQL.

Of each kind of hidden row there are two that differ only in what they say. However a statement is put, EXPLAIN ANALYZE
must tell the same of both; so must an error.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import errors

from tests.postgresql.server import Server
from tracker.library import Library
from tracker.store.journal import TABLES
from tracker.store.postgres.address import address
from tracker.store.postgres.connection import connect
from tracker.store.postgres.fence import BARE, fenced
from tracker.store.postgres.policies import POLICIES
from tracker.terms import Decision, Status, Visibility

Members = psycopg.Connection[Any]


class Secret(NamedTuple):
    """Two hidden rows: how each is looked up, a column of which the first says `value` and the second does not."""

    table: str
    keys: tuple[str, str]
    column: str
    value: str


VOTES = ("round_id = 1 AND paper_id = 1", "round_id = 1 AND paper_id = 2")
PAPERS = ("paper_id = 1", "paper_id = 2")
SECRETS = (
    *(Secret("vote", VOTES, column, value) for column, value in (("decision", "'include'"), ("note", "'quagga'"))),
    *(Secret("vote", VOTES, column, value) for column, value in (("sure", "TRUE"), ("seconds", "7"))),
    *(Secret("reading_state", PAPERS, column, value) for column, value in (("status", "'done'"), ("starred", "TRUE"))),
    Secret("seen", PAPERS, "seconds", "7"),
    Secret("note", PAPERS, "body", "'quagga'"),
    Secret("annotation", PAPERS, "body", "'quagga'"),
    Secret("comment", PAPERS, "body", "'quagga'"),
    Secret("draft", PAPERS, "text", "'quagga'"),
)

# How it may be asked: `{t}` is the table or its view, `{k}` what looks the row up, `{c}` what is to be told.
SHAPES = (
    *(f"SELECT 1 FROM {{t}} WHERE {{k}} AND {{c}} {how} {{v}}" for how in ("=", "<>", "<", "<=", ">", ">=")),
    "SELECT 1 FROM {t} WHERE {c} = {v} AND {k}",
    "SELECT 1 FROM {t} WHERE {k} AND {c} IS NULL",
    "SELECT 1 FROM {t} WHERE {k} AND {c} IS NOT NULL",
    "SELECT 1 FROM {t} WHERE {k} AND {c} IN ({v})",
    "SELECT 1 FROM {t} WHERE {k} AND {c} IS NOT DISTINCT FROM {v}",
    "SELECT 1 FROM {t} WHERE {k} AND {c} BETWEEN {v} AND {v}",
    "SELECT 1 FROM {t} WHERE {k} AND ({c}, paper_id) >= ({v}, 0)",
    "SELECT 1 FROM {t} WHERE {k} AND CAST({c} AS text) LIKE 'q%'",
    "SELECT 1 FROM {t} WHERE {k} AND CASE WHEN {c} = {v} THEN 1 / (paper_id - paper_id) = 1 END",
    "SELECT 1 FROM {t} WHERE {k} AND CAST(CAST({c} AS text) AS integer) = 1",
    "SELECT 1 FROM {t} WHERE {k} AND NOT pg_temp.spies(CAST({c} AS text))",
    "SELECT 1 FROM {t} t WHERE {k} AND (SELECT count(*) FROM generate_series(1, 9)) = 9 AND {c} = {v}",
    "SELECT 1 FROM {t} WHERE {k} AND EXISTS (SELECT 1 FROM (VALUES ({v})) AS told(said) WHERE said = {c})",
    "SELECT 1 FROM (VALUES ({v})) AS told(said) JOIN {t} ON said = {c} AND {k}",
    "SELECT 1 FROM (VALUES ({v})) AS told(said), LATERAL (SELECT FROM {t} WHERE {k} AND {c} = said) AS it",
    "SELECT count(*) FILTER (WHERE {c} = {v}) FROM {t} WHERE {k}",
    "SELECT {c} FROM {t} WHERE {k} ORDER BY {c} LIMIT 1",
    "SELECT min({c}) FROM {t} WHERE {k}",
    "SELECT 1 FROM {t} WHERE {k} GROUP BY {c} HAVING {c} = {v}",
    "SELECT 1 FROM {t} WHERE {k} AND {c} = {v} FOR UPDATE SKIP LOCKED",
    "WITH it AS (SELECT * FROM {t}) SELECT 1 FROM it WHERE {k} AND {c} = {v}",
    "UPDATE {t} SET {c} = {c} WHERE {k} AND {c} = {v}",
    "DELETE FROM {t} WHERE {k} AND {c} = {v}",
)
PLANS = (
    "",
    "SET LOCAL enable_seqscan = off;",
    "SET LOCAL cpu_operator_cost = 0;",
    "SET LOCAL from_collapse_limit = 1;",
)
SPIES = "CREATE FUNCTION pg_temp.spies(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN {} END $$"


@pytest.fixture(scope="module")
def cyn(postgres: Server) -> Iterator[Members]:
    """Cyn's own connection to a library in which bob keeps to himself what SECRETS name."""
    with postgres.copied("seeded") as database:
        _filled(postgres, database)
        postgres.run("ANALYZE", database=database)
        with connect(address(postgres.url("cyn", database))) as connection:
            connection.execute(SPIES.format("RAISE EXCEPTION 'It says %', $1;").encode())
            yield connection


def _filled(postgres: Server, database: str) -> None:
    with Library.open(postgres.url("ann", database), "ann") as ann:
        ann.new_round("first", "", ["bob", "cyn"])
    with Library.open(postgres.url("bob", database), "bob") as bob:
        said = ((1, Decision.INCLUDE, "quagga", 7, Status.DONE), (2, Decision.EXCLUDE, "okapi", None, Status.LATER))
        for paper, decision, word, seconds, status in said:
            bob.vote("first", paper, decision, sure=paper == 1, note=word, seconds=seconds)
            bob.set_status([paper], status)
            bob.write_note(paper, word)
            bob.annotate(paper, 0, 20, "claim", body=word, visibility=Visibility.PRIVATE)
            bob.comment(paper, word)
            bob.keep_draft(paper, word)
            bob.mark_seen(paper, seconds=7 if paper == 1 else 3)
        bob.set_star([1], True)
    postgres.run("UPDATE note SET visibility = 'private'", "UPDATE reading_state SET seconds = NULL", database=database)


def told(cyn: Members, plan: str, statement: str) -> str:
    """What the server tells of a statement: how it went about it, or why it did not; without the paper's number."""
    cyn.execute("BEGIN; SET LOCAL statement_timeout = 5000")
    try:
        if plan:
            cyn.execute(plan.encode())
        rows = cyn.execute(f"EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF) {statement}".encode()).fetchall()
        said = "\n".join(row[0] for row in rows)
    except psycopg.Error as error:
        said = str(error)
    cyn.execute("ROLLBACK")
    return re.sub(r"paper_id( = |\) = |, )[12]", "paper_id = ?", said.replace(statement, ""))


@pytest.mark.parametrize("plans", [PLANS[:1], pytest.param(PLANS[1:], marks=pytest.mark.slow)], ids=["one", "all"])
@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.table}.{secret.column}")
def test_however_it_is_asked_a_server_tells_the_same_of_two_hidden_rows(
    cyn: Members, secret: Secret, plans: tuple[str, ...]
) -> None:
    for table in (secret.table, f"{secret.table}_told"):
        for shape in SHAPES:
            for plan in plans:
                one, other = (
                    told(cyn, plan, shape.format(t=table, k=key, c=secret.column, v=secret.value))
                    for key in secret.keys
                )
                assert one == other, shape
                assert "It says" not in one


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.table}.{secret.column}")
def test_what_a_member_does_not_see_may_not_be_compared(cyn: Members, secret: Secret) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        cyn.execute(f"SELECT 1 FROM {secret.table} WHERE {secret.column} = {secret.value}".encode())
    assert cyn.execute(f"SELECT 1 FROM {secret.table}_told WHERE {secret.keys[0]}".encode()).fetchall() == []


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: f"{secret.table}.{secret.column}")
def test_how_many_rows_a_server_expects_does_not_hang_on_what_hidden_rows_say(cyn: Members, secret: Secret) -> None:
    """It counts what columns say, and keeps some of it word for word."""
    for how in ("=", "<", ">="):
        asked = f"EXPLAIN SELECT 1 FROM {secret.table}_told WHERE {secret.column} {how} "
        other = "FALSE" if secret.value == "TRUE" else "8" if secret.value == "7" else "'zzz'"
        one, two = (cyn.execute((asked + value).encode()).fetchall()[0] for value in (secret.value, other))
        assert one == two


def test_a_member_s_own_table_does_not_stand_in_for_one_that_a_rule_asks(cyn: Members) -> None:
    cyn.execute("BEGIN; CREATE TEMP TABLE change (step_id integer); INSERT INTO change SELECT generate_series(1, 999)")
    try:
        assert (
            cyn.execute("SELECT 1 FROM step_told WHERE person_id <> tracker_me() AND title ~ 'marked'").fetchall() == []
        )
    finally:
        cyn.execute("ROLLBACK")


def test_members_make_nothing_where_the_rules_look(cyn: Members) -> None:
    made = "CREATE FUNCTION public.lower(name) RETURNS text LANGUAGE sql AS $$ SELECT 'bob' $$"
    with pytest.raises(errors.InsufficientPrivilege):
        cyn.execute(made)


def test_every_table_with_rules_is_fenced_or_says_nothing_but_that_a_row_is_there(postgres: Server) -> None:
    """A new one has to be thought of."""
    open_to_all = {table for table, rules in POLICIES.items() if rules.get("SELECT", ("", ""))[0] == "TRUE"}
    bare = {"search_private", "vault_page", "annotation_tag", "ask", "link"}
    assert POLICIES.keys() - open_to_all - bare == BARE.keys()
    for table, columns in BARE.items():
        assert set(columns) <= set(TABLES[table].columns.keys())


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("SELECT 1 FROM vote", "SELECT 1 FROM vote_told AS vote"),
        ("SELECT 1 FROM vote v JOIN note AS n ON TRUE", "SELECT 1 FROM vote_told v JOIN note_told AS n ON TRUE"),
        (
            "SELECT note.id \nFROM note \nWHERE note.id = 1",
            "SELECT note.id \nFROM note_told AS note \nWHERE note.id = 1",
        ),
        (
            "DELETE FROM note WHERE id IN (SELECT 1 FROM step)",
            "DELETE FROM note WHERE id IN (SELECT 1 FROM step_told AS step)",
        ),
        ("UPDATE vote SET note = 'x'", "UPDATE vote SET note = 'x'"),
        ("SELECT step.at IS DISTINCT FROM step.undone_at", "SELECT step.at IS DISTINCT FROM step.undone_at"),
        ("SELECT 1 FROM notes", "SELECT 1 FROM notes"),
    ],
)
def test_reading_finds_the_views_and_writing_the_tables(asked: str, read: str) -> None:
    assert fenced(asked) == read
