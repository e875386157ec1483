"""What the server keeps apart, tried with raw SQL by members of the team themselves."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from tests.postgresql.server import Server
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.store.postgres.address import address
from tracker.store.postgres.connection import connect
from tracker.store.postgres.fence import fenced
from tracker.store.postgres.policies import POLICIES, RIGHTS
from tracker.terms import Blind, Decision, Status, Visibility

Open = Callable[..., Library]
Raw = Callable[[str, str], list[tuple[Any, ...]]]

AT = "'2026-01-01T00:00:00.000000+00:00'"
VOTE = f"INSERT INTO vote (round_id, paper_id, person_id, seq, decision, sure, reasons, note, tags, at) {{}} {AT}"


@pytest.fixture
def raw(postgres: Server, database: str) -> Raw:
    """Run SQL as somebody, without tracker; the rows, or how many were changed. Members read what is there for them."""

    def run(who: str, statement: str) -> list[tuple[Any, ...]]:
        with connect(address(postgres.url(who, database))) as connection:
            done = connection.execute((statement if who == "ann" else fenced(statement)).encode())
            return done.fetchall() if done.description else [(done.rowcount,)]

    return run


@pytest.fixture
def blind(open_library: Open) -> Library:
    """Ann's library with a blind round in which bob and cyn voted on paper 1 and bob on paper 2; dan is not in it."""
    ann, bob, cyn = (open_library(name) for name in ("ann", "bob", "cyn"))
    ann.new_round("first", "", ["bob", "cyn"], criteria="judges")
    bob.vote("first", 1, Decision.INCLUDE, note="bob's reason")
    cyn.vote("first", 1, Decision.EXCLUDE, note="cyn's reason")
    bob.vote("first", 2, Decision.MAYBE)
    return ann


def person(raw: Raw, name: str) -> int:
    return int(raw("dan", f"SELECT id FROM person WHERE name = '{name}'")[0][0])


@pytest.mark.usefixtures("blind")
def test_in_a_blind_round_one_reads_ones_own_votes_only(raw: Raw) -> None:
    assert [row[0] for row in raw("cyn", "SELECT note FROM vote")] == ["cyn's reason"]
    assert raw("dan", "SELECT * FROM vote") == []
    assert raw("cyn", "SELECT count(*) FROM vote WHERE decision = 'include'") == [(0,)]
    assert raw("cyn", "SELECT max(note) FROM vote WHERE paper_id = 2") == [(None,)]


@pytest.mark.usefixtures("blind")
def test_nobody_reads_the_journal_of_others_votes(raw: Raw) -> None:
    mine, bob = person(raw, "cyn"), person(raw, "bob")
    seen = raw("cyn", "SELECT s.person_id FROM change c JOIN step s ON s.id = c.step_id WHERE c.table_name = 'vote'")
    assert seen == [(mine,)]
    assert raw("cyn", f"SELECT * FROM step WHERE person_id = {bob}") == []
    assert raw("dan", "SELECT * FROM change WHERE table_name IN ('vote', 'resolution', 'reading_state')") == []


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("counted", ["nextval('change_id_seq')", "nextval('step_id_seq')", "nextval('vote_id_seq')"])
def test_numbers_that_the_server_gives_out_do_not_tell_how_somebody_voted(
    open_library: Open, raw: Raw, counted: str
) -> None:
    bob, gaps = open_library("bob"), set[int]()
    before = raw("cyn", f"SELECT {counted}")[0][0]
    said = (Decision.INCLUDE, Decision.EXCLUDE, Decision.MAYBE)
    for turn in (0, 1):  # and when a vote is changed
        for paper in (3, 4, 5):
            bob.vote("first", paper, said[(paper + turn) % 3])
            after = raw("cyn", f"SELECT {counted}")[0][0]
            gaps.add(after - before)
            before = after
    assert len(gaps) == 1


@pytest.mark.usefixtures("blind")
def test_in_a_blind_round_one_reads_nothing_that_another_voter_does_meanwhile(open_library: Open, raw: Raw) -> None:
    bob = open_library("bob")
    mark = bob.annotate(1, 0, 20, "claim", body="an okapi")
    bob.tag([1], add=["watched"])
    bob.comment(1, "@cyn: clearly zebra")
    bob.comment(1, "a quagga", on=mark.id)
    bob.write_note(1, "zebra: out [[2]]")
    number = person(raw, "bob")
    watched = "tag_id = (SELECT id FROM tag WHERE name = 'watched')"
    hidden = (
        *("SELECT * FROM comment", "SELECT * FROM annotation", "SELECT * FROM note", "SELECT * FROM ask"),
        *("SELECT * FROM link", f"SELECT * FROM paper_tag WHERE person_id = {number}"),
        f"SELECT * FROM step WHERE person_id = {number}",
        "SELECT * FROM change c WHERE tracker_hides_step(c.step_id) OR c.paper_id = 1 AND table_name = 'comment'",
        "SELECT * FROM search_word WHERE word IN ('quagga', 'okapi', 'zebra')",
        "SELECT * FROM search WHERE CAST(vector AS text) ~ 'quagga|okapi|zebra'",
        "SELECT * FROM search_private",
        f"UPDATE paper_tag SET at = '' WHERE {watched} RETURNING tag_id",
        f"DELETE FROM paper_tag WHERE {watched} RETURNING tag_id",
    )
    for statement in hidden:
        assert raw("cyn", statement) == [], statement
    assert raw("dan", "SELECT count(*) FROM comment") == [(2,)]  # who has no vote has nothing to be led by
    assert len(bob.comments(1)) == 2
    assert "watched" in bob.rows([1])[0].tags


def test_the_owner_reads_as_a_member_in_the_program(open_library: Open, blind: Library) -> None:
    """With SQL of their own the owner of a database sees everything; the program shows them no more than the others."""
    blind.join_round("first", ["ann"])
    open_library("bob").comment(1, "clearly zebra")
    assert blind.comments(1) == open_library("ann").comments(1) == ()


@pytest.mark.usefixtures("blind")
def test_nobody_votes_for_another(raw: Raw) -> None:
    bob, cyn = person(raw, "bob"), person(raw, "cyn")
    for paper, seq in ((3, 1), (1, 2)):
        forged = VOTE.format(f"VALUES (1, {paper}, {bob}, {seq}, 'exclude', FALSE, '', '', '',") + ")"
        with pytest.raises(errors.InsufficientPrivilege):
            raw("cyn", forged)
    with pytest.raises(errors.InsufficientPrivilege):  # dan is not in the round
        raw("dan", VOTE.format(f"VALUES (1, 3, {person(raw, 'dan')}, 1, 'exclude', FALSE, '', '', '',") + ")")
    own = VOTE.format(f"VALUES (1, 3, {cyn}, 1, 'exclude', FALSE, '', '', '',") + ")"
    assert raw("cyn", own) == [(1,)]


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE vote SET decision = 'exclude'",
        "UPDATE vote SET person_id = tracker_me()",
        "DELETE FROM vote",
        "TRUNCATE vote",
        "INSERT INTO vote SELECT * FROM vote ON CONFLICT (id) DO UPDATE SET decision = 'exclude'",
        "ALTER TABLE vote DISABLE ROW LEVEL SECURITY",
        "DROP POLICY tracker_select ON vote",
        "CREATE POLICY mine ON vote USING (TRUE)",
        "GRANT UPDATE ON vote TO cyn; UPDATE vote SET decision = 'exclude'",
        "SET ROLE ann",
        "SET SESSION AUTHORIZATION bob",
        "CREATE OR REPLACE FUNCTION tracker_me() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "UPDATE person SET name_key = 'bob' WHERE id = tracker_me()",
        "DELETE FROM person",
        "UPDATE alembic_version SET version_num = '9999'",
        "INSERT INTO meta (name, value) VALUES ('mine', 'x')",
        "DELETE FROM meta",
        "UPDATE change SET after = NULL",
        "COPY vote TO PROGRAM 'cat'",
        "CREATE TRIGGER spy AFTER INSERT ON vote EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    ],
)
def test_a_member_cannot_change_votes_nor_the_rules(raw: Raw, statement: str) -> None:
    before = raw("ann", "SELECT * FROM vote ORDER BY id")
    with pytest.raises(psycopg.Error) as told:
        raw("cyn", statement)
    assert isinstance(told.value, errors.InsufficientPrivilege | errors.WrongObjectType), told.value
    assert raw("ann", "SELECT * FROM vote ORDER BY id") == before


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE screening_round SET closed_at = 'x'",
        "UPDATE screening_round SET blind = 'open'",
        "UPDATE screening_round SET created_by = tracker_me()",
        "DELETE FROM round_person WHERE person_id <> tracker_me()",
        "UPDATE step SET title = 'x' WHERE person_id <> tracker_me()",
        "UPDATE round_claim SET voted_at = NULL WHERE person_id <> tracker_me()",
        "DELETE FROM change",
        "UPDATE meta SET value = 'x' WHERE name <> 'alike'",
    ],
)
def test_what_is_another_s_to_change_stays_as_it_is(raw: Raw, statement: str) -> None:
    assert raw("cyn", statement) == [(0,)]


@pytest.mark.usefixtures("blind")
def test_nobody_makes_themselves_the_one_who_sees_all(raw: Raw) -> None:
    for statement in (
        "UPDATE round_person SET role = 'decider' WHERE person_id = tracker_me()",
        "UPDATE round_person SET role = 'lead' WHERE person_id = tracker_me()",
    ):
        with pytest.raises(errors.InsufficientPrivilege):
            raw("cyn", statement)
    with pytest.raises(errors.InsufficientPrivilege):
        raw("dan", f"INSERT INTO round_person VALUES (1, {person(raw, 'dan')}, 'decider', {AT}, NULL)")


@pytest.mark.usefixtures("blind")
def test_nobody_leaves_a_round_without_a_trace_to_see_what_it_hides(open_library: Open, raw: Raw) -> None:
    open_library("cyn").new_round("cyn's", "", ["cyn"])
    open_library("bob").comment(1, "clearly zebra")
    for statement in (
        "UPDATE round_person SET round_id = 2, role = 'reviewer' WHERE round_id = 1 AND person_id = tracker_me()",
        "UPDATE round_person SET person_id = person_id WHERE person_id = tracker_me()",
    ):
        with pytest.raises(errors.InsufficientPrivilege):
            raw("cyn", statement)
    assert raw("cyn", f"UPDATE round_person SET left_at = {AT} WHERE round_id = 1 AND person_id = tracker_me()") == [
        (1,)
    ]
    assert raw("cyn", "SELECT * FROM comment") == []


def test_a_shadow_of_a_table_deceives_no_rule(raw: Raw, blind: Library) -> None:
    shadow = "CREATE TEMP TABLE person (id integer, name_key text); INSERT INTO person VALUES ({}, 'cyn'); {}"
    bob = person(raw, "bob")
    seen = raw("cyn", shadow.format(bob, "SET search_path = pg_temp, public") + "; SELECT tracker_me()")
    assert seen != [(bob,)]


def test_votes_are_there_for_all_when_the_round_is_closed(raw: Raw, blind: Library) -> None:
    blind.close_round("first")
    assert raw("dan", "SELECT count(*) FROM vote") == [(3,)]
    assert raw("cyn", "SELECT count(*) FROM change WHERE table_name = 'screening_round'") != [(0,)]
    late = VOTE.format(f"VALUES (1, 4, {person(raw, 'cyn')}, 1, 'exclude', FALSE, '', '', '',") + ")"
    with pytest.raises(errors.InsufficientPrivilege):
        raw("cyn", late)


def test_who_has_seen_by_voting_cannot_vote_again(open_library: Open, raw: Raw) -> None:
    ann, bob, cyn = (open_library(name) for name in ("ann", "bob", "cyn"))
    ann.new_round("own", "", ["bob", "cyn"], blind=Blind.OWN)
    bob.vote("own", 1, Decision.INCLUDE)
    assert raw("cyn", "SELECT * FROM vote") == []
    cyn.vote("own", 1, Decision.EXCLUDE)
    assert raw("cyn", "SELECT decision FROM vote ORDER BY id") == [("include",), ("exclude",)]
    again = VOTE.format(f"VALUES (1, 1, {person(raw, 'cyn')}, 2, 'include', FALSE, '', '', '',") + ")"
    with pytest.raises(errors.InsufficientPrivilege):
        raw("cyn", again)


def test_a_claim_to_have_voted_shows_nothing(open_library: Open, raw: Raw) -> None:
    """Claims are written by whose they are; that somebody voted is told by their vote."""
    ann, bob = open_library("ann"), open_library("bob")
    ann.new_round("own", "", ["bob", "cyn"], blind=Blind.OWN)
    bob.vote("own", 1, Decision.INCLUDE)
    bob.comment(1, "clearly zebra")
    claimed = (
        f"INSERT INTO round_claim (round_id, paper_id, person_id, voted_at) VALUES (1, 1, {person(raw, 'cyn')}, {AT})"
    )
    assert raw("cyn", claimed) == [(1,)]
    assert raw("cyn", "SELECT * FROM vote") == raw("cyn", "SELECT * FROM comment") == []


def test_what_is_private_is_read_by_nobody_else(open_library: Open, raw: Raw) -> None:
    bob = open_library("bob")
    note = bob.write_note(1, "zebra thoughts")
    assert isinstance(note, NoteView)
    raw("bob", f"UPDATE note SET visibility = 'private' WHERE id = {note.id}")
    mark = bob.annotate(1, 0, 20, "claim", body="quagga thoughts", visibility=Visibility.PRIVATE)
    bob.set_status([1], Status.DONE)
    bob.keep_draft(2, "okapi thoughts")
    for statement in (
        f"SELECT * FROM note WHERE id = {note.id}",
        f"SELECT * FROM annotation WHERE id = '{mark.id}'",
        "SELECT * FROM reading_state",
        "SELECT * FROM draft",
        "SELECT * FROM search_private",
        "SELECT * FROM change WHERE CAST(after AS text) LIKE '%thoughts%'",
        "SELECT * FROM search_word WHERE word IN ('quagga', 'okapi')",
        "SELECT * FROM search WHERE CAST(vector AS text) LIKE '%quagga%'",
    ):
        assert raw("cyn", statement) == [], statement
    cyn = open_library("cyn")
    assert cyn.find("quagga", exact=True).total == 0
    assert list(bob.find("quagga", exact=True).ids) == [1]


def test_a_member_may_be_the_first_to_import(open_library: Open, raw: Raw, tmp_path: Path) -> None:
    raw("ann", "DELETE FROM meta WHERE name = 'alike'")
    table = tmp_path / "list.csv"
    table.write_text("Werk,Kurzfassung\nAn okapi,It stands.\n")
    report = open_library("bob").import_files([table], columns={"Werk": "title", "Kurzfassung": "abstract"})
    assert report.new == 1
    assert raw("cyn", "SELECT count(*) FROM meta WHERE name = 'alike' OR name LIKE 'columns:%'")[0][0] > 1


def test_what_a_file_tells_of_others_is_who_takes_it_in_s(open_library: Open, tmp_path: Path) -> None:
    at = "2026-01-01T00:00:00+00:00"
    note = {"body": "Read it.", "author": "cyn", "created": at, "updated": at}
    mark = {"id": "01J00000000000000000000000", "exact": "An okapi", "author": "cyn", "created": at}
    told = {"tracker": 1, "title": "Okapis", "abstract": "An okapi stands here and looks at us."}
    told |= {
        "written": [note],
        "annotations": [mark],
        "comments": [mark | {"body": "Yes.", "id": mark["id"][:-1] + "1"}],
    }
    (tmp_path / "all.jsonl").write_text(json.dumps(told))
    bob = open_library("bob")
    assert bob.import_files([tmp_path / "all.jsonl"]).new == 1
    (paper,) = bob.find("okapi").ids
    assert [note.author for note in bob.notes(paper)] == ["bob"]
    assert [mark.author for mark in bob.annotations(paper)] == ["bob"]
    assert [comment.author for comment in bob.comments(paper)] == ["bob"]


def test_every_table_of_what_somebody_did_has_rules_or_is_for_all(raw: Raw) -> None:
    """A new one has to be thought of: shared, or somebody's own."""
    shared = {"import_batch", "not_same", "text_version"}
    somebodys = "SELECT DISTINCT CAST(table_name AS text) FROM information_schema.columns NATURAL JOIN"
    somebodys += " (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE') t"
    somebodys += " WHERE table_schema = 'public' AND column_name IN ('person_id', 'author_id')"
    protected = {row[0] for row in raw("ann", "SELECT CAST(relname AS text) FROM pg_class WHERE relrowsecurity")}
    assert protected == POLICIES.keys()
    assert {row[0] for row in raw("ann", somebodys)} - protected == shared
    assert RIGHTS.keys() <= {row[0] for row in raw("ann", "SELECT CAST(tablename AS text) FROM pg_tables")}
