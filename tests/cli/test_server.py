"""The same commands on a library that a server keeps."""

from pathlib import Path

from tests.cli.conftest import Tracker
from tests.postgresql.server import Server


def test_the_commands_run_on_a_server(run: Tracker, postgres: Server, database: str) -> None:
    def told(*arguments: str) -> str:
        ran = run("--library", postgres.url("ann", database), *arguments)
        assert ran.code == 0, ran.err
        return ran.out

    assert len(told("list").splitlines()) == 36
    told("status", "done", "1")
    assert told("list", "status:done", "--count").strip() == "1"
    told("undo")
    assert told("list", "status:done", "--count").strip() == "0"
    assert "PostgreSQL" in told("doctor")
    assert Path(told("backup").strip()).is_file()


def test_the_owner_lets_somebody_in_and_out(run: Tracker, postgres: Server) -> None:
    postgres.make("together")
    url = postgres.url("ann", "together")
    assert run("--library", url, "team", "add", "eve").code == 1
    assert "`tracker team init`" in run("--library", url, "team", "add", "eve").err
    assert run("--library", url, "team", "init").code == 0
    invited = run("--library", url, "team", "add", "eve", "--json").json
    try:
        assert invited["password"]
        assert run("--library", url, "team").out.split() == ["eve"]
        ran = run("--library", invited["address"], "status", "done", "1")
        assert ran.code == 0, ran.err
        assert run("--library", invited["address"], "team", "add", "mallory").code == 3
        assert run("--library", url, "team", "remove", "eve").code == 0
        assert run("--library", invited["address"], "list").code == 3
        assert run("--library", url, "team", "remove", "eve").code == 1
        assert run("--library", url, "team", "add", 'eve"; DROP').code == 2
    finally:
        postgres.run("DROP OWNED BY eve", "DROP ROLE eve", database="together")


def test_a_file_has_no_team_and_says_what_has(tracker: Tracker) -> None:
    told = tracker("team", "init")
    assert told.code == 1
    assert "PostgreSQL" in told.err
