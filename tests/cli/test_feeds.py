"""feeds: what is new in them comes in, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tests.services.server import Asked, Reply, Server, running

ITEM = "<item><title>{0}</title><link>https://example.org/{1}</link><description>We study {0}.</description></item>"
SETTINGS = """[[feeds]]
url = "{0}/feeds/one"
name = "One"
collection = "From one"
tags = ["fed"]
[[feeds]]
url = "{0}/feeds/two"
"""


def rss(*titles: str) -> bytes:
    items = "".join(ITEM.format(title, at) for at, title in enumerate(titles))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>{items}</channel></rss>'.encode()


class Feed:
    """A feed that knows when it was changed last."""

    def __init__(self, *titles: str) -> None:
        self.titles, self.edition, self.sent = titles, 1, 0

    def __call__(self, asked: Asked) -> Reply:
        headers = {"etag": f'"{self.edition}"', "last-modified": "Mon, 02 Nov 2026 10:00:00 GMT"}
        if asked.headers.get("if-none-match") == headers["etag"]:
            assert asked.headers["if-modified-since"] == headers["last-modified"]
            return Reply(304, headers=headers)
        self.sent += 1
        return Reply(200, rss(*self.titles), headers | {"content-type": "application/rss+xml"})


@pytest.fixture
def server(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("TRACKER_OFFLINE")
    monkeypatch.setenv("TRACKER_CACHE", str(home / "cache"))
    with running() as server:
        (home / "config.toml").write_text(SETTINGS.format(server.url))
        monkeypatch.setenv("TRACKER_CONFIG", str(home / "config.toml"))
        yield server


@pytest.fixture
def feeds(server: Server) -> tuple[Feed, Feed]:
    one, two = Feed("Apples", "Pears"), Feed("Plums")
    server.pages = {"/feeds/one": one, "/feeds/two": two}
    return one, two


def test_feeds_are_listed(tracker: Tracker, server: Server) -> None:
    assert tracker("feeds").rows[0] == ["One", f"{server.url}/feeds/one", "From one", "fed"]
    assert tracker("feeds", "--json").json[1] == {
        "url": f"{server.url}/feeds/two",
        "name": "",
        "collection": None,
        "tags": [],
    }


def test_new_papers_come_into_the_inbox(tracker: Tracker, feeds: tuple[Feed, Feed]) -> None:
    told = tracker("feeds", "fetch", "--json").json
    assert [(one["feed"].rpartition("/")[2], one["new"], one["problem"]) for one in told] == [
        ("One", 2, None),
        ("two", 1, None),
    ]
    assert len(tracker("list", "status:inbox tag:fed collection:'From one'").rows) == 0
    assert len(tracker("list", 'status:inbox tag:fed collection:"From one"').rows) == 2
    tracker("undo")
    assert tracker("list", "--count").out == "38\n"


def test_what_is_here_is_not_fetched_and_not_added_again(
    tracker: Tracker, feeds: tuple[Feed, Feed], server: Server
) -> None:
    tracker("feeds", "fetch", "one")
    asked = len(server.asked)
    tracker("feeds", "fetch", "One")
    assert len(server.asked) == asked  # it was asked a moment ago
    told = tracker("feeds", "fetch", "One", "--fresh", "--json").json
    assert (told[0]["new"], told[0]["same"]) == (0, 2)
    assert feeds[0].sent == 2


def test_a_feed_that_has_not_changed_is_not_sent_again(
    tracker: Tracker, feeds: tuple[Feed, Feed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.library.importing.feeds.AGAIN", 0.0)
    tracker("feeds", "fetch", "One", "--dry-run")
    told = tracker("feeds", "fetch", "One", "--json").json
    assert (told[0]["new"], feeds[0].sent) == (2, 1)  # a dry run has not used the edition up
    feeds[0].titles, feeds[0].edition = ("Apples", "Pears", "Cherries"), 2
    told = tracker("feeds", "fetch", "One", "--json").json
    assert (told[0]["new"], told[0]["same"], feeds[0].sent) == (1, 2, 2)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(404), "no such feed"),
        (Reply(200, b"%PDF-1.4"), "a PDF, not text"),
        (Reply(200, b'{"a": 1'), "Not JSON"),
        (Reply(200, b"<rss></rss>"), "no entries in this feed"),
        (Reply(403), "refuses to answer"),
    ],
)
def test_one_that_is_out_of_order_does_not_keep_the_others_back(
    reply: Reply, words: str, tracker: Tracker, feeds: tuple[Feed, Feed], server: Server
) -> None:
    server.pages["/feeds/one"] = lambda _: reply
    ran = tracker("feeds", "fetch")
    assert ran.code == 0
    assert words in ran.err
    assert "two: 1 new" in ran.out
    server.pages["/feeds/two"] = lambda _: Reply(404)
    assert tracker("feeds", "fetch", "--fresh").code == (0 if "no entries" in words or "JSON" in words else 1)


def test_what_cannot_be_fetched_is_told(tracker: Tracker, server: Server, home: Path) -> None:
    ran = tracker("feeds", "fetch", "Three")
    assert (ran.code, "there are One" in ran.err) == (1, True)
    (home / "config.toml").write_text(SETTINGS.format("http://nowhere.invalid"))
    assert "No network" in tracker("feeds", "fetch").err
    (home / "config.toml").write_text("")
    assert "No feeds are set" in tracker("feeds", "fetch").err
    (home / "config.toml").write_text("[[feeds]]\nname = 'x'")
    assert "needs a url" in tracker("feeds").err
