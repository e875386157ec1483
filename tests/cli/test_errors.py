"""Every error is one line that says what to do, with the exit status of the contract, and never a traceback."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker

CANNOT = [
    (["show", "nobody2025nothing"], "nobody2025nothing"),
    (["show", "99999999999999999999999999"], "9999"),
    (["status", "done", "4711"], "4711"),
    (["tag", "-nosuchtag", "1"], "nosuchtag"),
    (["tag", "merge", "nosuchtag", "theory"], "nosuchtag"),
    (["note", "1", "--delete"], "no note"),
    (["saved", "remove", "nothing"], "nothing"),
    (["import", "missing.txt"], "missing.txt"),
    (["import", "."], "folder"),
    (["restore", "missing.db"], "missing.db"),
    (["star", "-"], "no papers"),
    (["undo"], "nothing"),
]
USAGE = [
    (["lsit"], "did you mean list"),
    (["search", "bert"], "did you mean list"),
    (["frobnicate"], "tracker --help"),
    (["--frob"], "--frob"),
    (["list", "--josn"], "did you mean --json"),
    (["list", "--limit"], "needs a value"),
    (["list", "--limit", "-1"], "-1"),
    (["list", "--limit", "³"], "³"),
    (["list", "--limit", "9" * 30], "999"),
    (["list", "--count=yes"], "takes no value"),
    (["--library"], "needs a value"),
    (["--library", "", "list"], "--library"),
    (["status"], "STATUS"),
    (["status", "dne", "1"], "did you mean done"),
    (["status", "done"], "--query"),
    (["status", "done", "--query", " "], "every paper"),
    (["status", "-x", "1"], "-x"),
    (["priority", "4", "1"], "0, 1, 2 or 3"),
    (["priority", "high", "1"], "high"),
    (["rate", "6", "1"], "from 1 to 5"),
    (["due", "someday", "1"], "someday"),
    (["tag", "1"], "+tag"),
    (["tag", "+", "1"], "tag"),
    (["show"], "PAPER"),
    (["show", "1", "2"], "2"),
    (["explain"], "QUERY"),
    (["undo", "0"], "0"),
    (["note", "1", "--text", "a", "--edit"], "one of"),
    (["note", "1", "--append"], "--append"),
    (["add"], "Give a title"),
    (["import"], "FILE"),
    (["import", "-", "x.txt"], "standard input"),
    (["import", "-", "--format", "docx"], "docx"),
    (["import", "-", "--encoding", "base64"], "base64"),
    (["keys", "--format", "yaml"], "yaml"),
    (["config", "frob"], "frob"),
    (["completion", "tcsh"], "tcsh"),
    (["saved", "frob"], "frob"),
    (["help", "frob"], "frob"),
    (["list", "bad\udcff"], "UTF-8"),
]


@pytest.mark.parametrize(
    ("arguments", "told"), CANNOT, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_what_cannot_be_done_ends_with_1(arguments: list[str], told: str, tracker: Tracker) -> None:
    ran = tracker(*arguments)
    assert (ran.code, ran.out) == (1, "")
    assert told in one_line(ran.err)


@pytest.mark.parametrize(
    ("arguments", "told"), USAGE, ids=lambda value: ascii(value)[:40] if isinstance(value, list) else ""
)
def test_what_cannot_be_read_ends_with_2(arguments: list[str], told: str, tracker: Tracker) -> None:
    ran = tracker(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in one_line(ran.err)


@pytest.mark.parametrize(("arguments", "told"), [CANNOT[0], USAGE[0], USAGE[3]])
def test_an_error_is_json_where_json_is_asked_for(arguments: list[str], told: str, tracker: Tracker) -> None:
    error = json.loads(tracker(*arguments, "--json").err)["error"]
    assert set(error) == {"kind", "message"}
    assert told in error["message"]


def test_json_is_known_by_its_place_before_a_double_dash(tracker: Tracker) -> None:
    assert not tracker("list", "--", "--json").out.startswith("[")


def refused(ran_code: int, err: str) -> str:
    assert ran_code == 3
    return one_line(err)


def one_line(err: str) -> str:
    assert err.startswith("tracker: error: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_a_folder_is_no_library(run: Tracker, tmp_path: Path) -> None:
    ran = run("list", "--library", str(tmp_path))
    assert str(tmp_path) in refused(ran.code, ran.err)


def test_text_is_no_library_and_stays_as_it_is(run: Tracker, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 100)
    ran = run("list", "--library", str(file))
    assert "no tracker library" in refused(ran.code, ran.err)
    assert file.read_text() == "Dear reader, " * 100


def test_another_programs_database_is_refused(run: Tracker, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    ran = run("list", "--library", str(file))
    assert "something else" in refused(ran.code, ran.err)


def test_a_damaged_library_is_told(run: Tracker, seeded: Path) -> None:
    data = bytearray(seeded.read_bytes())
    data[4096 * 2 : 4096 * 40] = os.urandom(4096 * 38)
    seeded.write_bytes(bytes(data))
    ran = run("list", "--library", str(seeded))
    assert "restore" in refused(ran.code, ran.err)


def test_a_newer_library_is_refused(run: Tracker, seeded: Path) -> None:
    with sqlite3.connect(seeded) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    ran = run("list", "--library", str(seeded))
    assert "update tracker" in refused(ran.code, ran.err)


def test_an_engine_that_is_not_there_is_told(run: Tracker) -> None:
    ran = run("list", "--library", "oracle://ann@host/papers")
    assert "oracle" in refused(ran.code, ran.err)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights_is_told(run: Tracker, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    ran = run("list", "--library", str(tmp_path / "closed" / "library.db"))
    refused(ran.code, ran.err)


def test_a_place_that_cannot_hold_a_library_is_told(run: Tracker, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file" / "library.db", Path("/dev/null/library.db"), Path("/proc/library.db")):
        ran = run("list", "--library", str(place))
        refused(ran.code, ran.err)


def test_a_bad_config_is_told_with_its_name(run: Tracker, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("me = \n")
    ran = run("list", "--config", "bad.toml")
    assert (ran.code, ran.out) == (2, "")
    assert "bad.toml" in one_line(ran.err)
    (tmp_path / "odd.toml").write_text('libary = "x"\n')
    assert "library" in run("config", "show", "--config", "odd.toml").err


def test_an_error_shows_no_escape_of_a_name(tracker: Tracker) -> None:
    ran = tracker("show", "\x1b[31m\u202eevil\x07")
    assert ran.code == 1
    assert "evil" in ran.err
    assert not set(ran.err) & set("\x1b\u202e\x07")
