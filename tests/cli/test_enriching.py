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
    monkeypatch.delenv("TRACKER_OFFLINE")
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


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("10.1234/fruits.1", "crossref"),
        ("https://doi.org/10.1234/fruits.1", "crossref"),
        ("https://example.org/doi/10.1234/fruits.1", "crossref"),
        ("arXiv:2501.00001v3", "arxiv"),
        ("https://arxiv.org/abs/2501.00001", "arxiv"),
        ("https://openreview.net/forum?id=aBcDeF1234&noteId=x", "openreview"),
    ],
)
def test_a_paper_is_added_with_what_is_known_of_it_in_one_step(
    said: str, source: str, tracker: Tracker, server: Server
) -> None:
    told = tracker("add", said, "--json").json
    assert told["new"]
    assert source in told["sources"]
    shown = tracker("show", str(told["id"]), "--json").json
    assert (shown["title"], shown["abstract"], shown["year"]) == (PAPER.title, TEXT, 2025)
    assert shown["provenance"]["title"] == source
    asked = len(server.asked)
    again = tracker("add", said, "--json").json
    assert (again["id"], again["new"], len(server.asked)) == (told["id"], False, asked)
    tracker("undo")
    assert tracker("list", "--count").out == "36\n"
    tracker("redo")
    assert tracker("show", str(told["id"]), "--json").json["title"] == PAPER.title


def test_without_a_network_it_is_said_that_only_the_id_was_stored(
    tracker: Tracker, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_OFFLINE", "1")
    ran = tracker("add", "arXiv:2501.00001")
    assert (ran.code, "Only what you said was stored" in ran.err) == (0, True)
    monkeypatch.delenv("TRACKER_OFFLINE")
    ran = tracker("add", "10.9999/nobody.knows")
    assert (ran.code, "no service knows this paper" in ran.err) == (0, True)
    asked = len(server.asked)
    ran = tracker("add", "10.9999/nobody.knows.it.either", "--no-fetch")
    assert (ran.code, ran.err, len(server.asked)) == (0, "", asked)
    assert tracker("add", "A text is nobody's business.").code == 0
    assert len(server.asked) == asked


def test_what_is_not_certain_is_taken_when_the_person_says_so(tracker: Tracker, server: Server) -> None:
    server.papers = [PAPER._replace(title="Counting Fruits")]
    paper = str(tracker("add", "--title", "Counting Fruits").ids[0])
    told = tracker("enrich", paper, "--json").json
    assert (told["step"], told["unsure"][0]["changes"]["year"]) == (None, 2025)
    assert f"--accept {paper}" in tracker("enrich", paper, "--dry-run").out
    assert isinstance(tracker("enrich", paper, "--accept", paper, "--json").json["step"], int)
    assert tracker("show", paper, "--json").json["authors"] == list(PAPER.authors)
