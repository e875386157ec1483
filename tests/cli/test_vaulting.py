"""vault: notes as Markdown files, planned, synced and settled from the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tracker


@pytest.fixture
def vault(tracker: Tracker, tmp_path: Path) -> Path:
    tracker("note", "1", "--text", "one")
    return tmp_path / "vault"


def edit(vault: Path, old: str, new: str) -> None:
    (path,) = (vault / "Papers").glob("*.md")
    path.write_text(path.read_text().replace(old, new))


def clash(tracker: Tracker, vault: Path) -> None:
    tracker("vault", "sync", str(vault))
    tracker("note", "1", "--text", "mine")
    edit(vault, "\none\n", "\ntheirs\n")


def test_a_dry_run_tells_and_writes_nothing(tracker: Tracker, vault: Path) -> None:
    ran = tracker("vault", "sync", str(vault), "--dry-run")
    assert (ran.code, [row[:2] for row in ran.rows]) == (0, [["new", "1"]])
    assert not vault.exists()
    plan = tracker("vault", "sync", str(vault), "--dry-run", "--json").json
    assert (plan["to_write"], plan["pages"][0]["does"], plan["dry_run"]) == (1, "new", True)


def test_a_sync_writes_and_reads_and_the_folder_is_remembered(tracker: Tracker, vault: Path) -> None:
    assert tracker("vault", "sync", str(vault)).code == 0
    edit(vault, "\none\n", "\ntwo\n")
    ran = tracker("vault", "sync", "--json")
    assert (ran.json["read"], ran.json["pages"][0]["to_library"]) == (1, ["note"])
    assert tracker("note", "1", "--json").json[0]["body"] == "two"
    tracker("undo")
    assert tracker("note", "1", "--json").json[0]["body"] == "one"


@pytest.mark.parametrize(("side", "kept"), [("here", "mine"), ("there", "theirs"), ("both", "mine\n\ntheirs")])
def test_a_conflict_waits_until_it_is_settled(tracker: Tracker, vault: Path, side: str, kept: str) -> None:
    clash(tracker, vault)
    ran = tracker("vault", "sync")
    assert ran.code == 1
    assert "--here, --there or --both" in ran.err
    (waiting,) = tracker("vault", "sync", "--dry-run", "--json").json["pages"]
    assert [each["what"] for each in waiting["conflicts"]] == ["note"]
    assert tracker("vault", "sync", f"--{side}", "1").code == 0
    assert tracker("note", "1", "--json").json[0]["body"] == kept
    assert kept in next((vault / "Papers").glob("*.md")).read_text()


@pytest.mark.parametrize(("option", "files"), [("--again", 1), ("--forget", 0)])
def test_a_file_that_is_gone_is_written_again_or_forgotten(
    tracker: Tracker, vault: Path, option: str, files: int
) -> None:
    tracker("vault", "sync", str(vault))
    next((vault / "Papers").glob("*.md")).unlink()
    assert "--again" in tracker("vault", "sync").err
    assert tracker("vault", "sync", option, "all").code == 0
    assert tracker("vault", "sync").code == 0
    assert len(list((vault / "Papers").glob("*.md"))) == files


def test_status_tells_what_waits_on_either_side(tracker: Tracker, vault: Path) -> None:
    assert tracker("vault", "status", "--json").json == []
    clash(tracker, vault)
    tracker("note", "2", "--text", "another")
    (one,) = tracker("vault", "status", "--json").json
    assert (one["folder"], one["pages"], one["to_write"], one["conflicts"]) == (str(vault), 1, 1, 1)
    assert "↑ 1 to write" in tracker("vault").out
    (vault / "Papers").rename(vault.parent / "Papers")
    vault.rmdir()
    vault.write_text("")
    assert "no folder" in tracker("vault", "status").err


def test_what_is_no_vault_is_refused(tracker: Tracker, tmp_path: Path) -> None:
    assert tracker("vault", "sync").code == 2
    assert tracker("vault", "sink", "x").code == 2
    assert tracker("vault", "sync", str(tmp_path / "no" / "where")).code == 1


def test_at_a_terminal_it_tells_first_and_asks(tracker: Tracker, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.cli.call.Call.may_ask", property(lambda call: not call.flag("--yes")))
    monkeypatch.setattr("builtins.input", lambda _: "n")
    ran = tracker("vault", "sync", str(vault), terminal=True)
    assert "1 written" in ran.out
    assert "nothing was changed" in ran.out
    assert not vault.exists()
    assert tracker("vault", "sync", str(vault), "--yes", terminal=True).code == 0
    assert vault.exists()
