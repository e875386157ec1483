"""enrich: what papers lack, looked up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tests.services.server import Server, running
from tests.services.test_services import PAPER, TEXT

FIELDS = {"asked", "complete", "changes", "unsure", "unknown", "problems", "step", "dry_run"}


@pytest.fixture
def server(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("TRACKER_CACHE", str(home / "cache"))
    with running() as server:
        server.papers = [PAPER]
        (home / "config.toml").write_text(server.settings())
        monkeypatch.setenv("TRACKER_CONFIG", str(home / "config.toml"))
        yield server


@pytest.fixture
def paper(tracker: Tracker, server: Server) -> str:
    return str(tracker("add", TEXT).ids[0])


def test_a_dry_run_shows_each_change_and_makes_none(tracker: Tracker, paper: str) -> None:
    ran = tracker("enrich", paper, "--dry-run")
    assert ran.code == 0
    assert "title" in ran.out
    assert str(PAPER.title) in ran.out
    assert "arxiv" in ran.out
    told = tracker("enrich", paper, "--dry-run", "--json").json
    assert set(told) == FIELDS
    assert (told["step"], told["dry_run"]) == (None, True)
    assert {"paper": int(paper), "field": "year", "value": 2025, "service": "arxiv"}.items() <= next(
        one for one in told["changes"] if one["field"] == "year"
    ).items()
    assert tracker("show", paper, "--json").json["title"] is None


def test_what_was_found_is_filled_in_and_taken_back(tracker: Tracker, paper: str) -> None:
    told = tracker("enrich", paper, "--json").json
    assert isinstance(told["step"], int)
    shown = tracker("show", paper, "--json").json
    assert (shown["title"], shown["authors"]) == (PAPER.title, list(PAPER.authors))
    assert shown["provenance"]["title"] == "arxiv"
    tracker("undo")
    assert tracker("show", paper, "--json").json["title"] is None


def test_asking_again_asks_nobody(tracker: Tracker, paper: str, server: Server) -> None:
    tracker("enrich", paper, "--dry-run")
    asked = len(server.asked)
    tracker("enrich", paper, "--dry-run")
    assert len(server.asked) == asked
    tracker("enrich", paper, "--dry-run", "--fresh")
    assert len(server.asked) == 2 * asked


def test_one_may_say_whom_to_ask(tracker: Tracker, paper: str, server: Server) -> None:
    changes = tracker("enrich", paper, "--from", "openalex", "--json").json["changes"]
    assert {one["service"] for one in changes} == {"openalex"}
    assert {one.path.split("/")[1] for one in server.asked} == {"openalex"}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--from", "scholar"], 2, "there are arxiv"),
        (["--sure", "2"], 2, "from 0.5 to 1"),
        (["--sure", "x"], 2, "from 0.5 to 1"),
        (["99999"], 1, "There is no paper"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], code: int, words: str, tracker: Tracker, paper: str) -> None:
    ran = tracker("enrich", paper, *arguments)
    assert (ran.code, words in ran.err) == (code, True)


def test_no_network_is_an_error_in_one_line(tracker: Tracker, paper: str, home: Path, server: Server) -> None:
    text = (home / "config.toml").read_text().replace(server.url, "http://nowhere.invalid")
    (home / "config.toml").write_text(text)
    ran = tracker("enrich", paper)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tracker: error: No network")
    assert tracker("enrich", paper, "--json").err.startswith('{"error": {"kind": "network"')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[services]\nask = ['scholar']", "there is no service scholar"),
        ("[services]\ncontact = 'me'", "e-mail address"),
        ("[services]\nconatct = 'a@b'", "did you mean contact"),
        ("[services]\narxiv.url = 'ftp://x'", "https:// or http://"),
        ("[services]\narxiv.pause = -1", "a number from 0"),
        ("services = 3", "must be a table"),
    ],
)
def test_a_setting_that_is_wrong_is_named(line: str, words: str, tracker: Tracker, paper: str, home: Path) -> None:
    (home / "config.toml").write_text(line)
    ran = tracker("enrich", paper)
    assert (ran.code, words in ran.err) == (2, True)
    assert tracker("list").code == 0
