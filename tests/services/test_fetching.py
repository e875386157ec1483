"""A question over real sockets: what goes wrong is waited for, tried again, or told in words."""

import gzip
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.services.server import Reply, Server, closed_port
from tracker.services.cache import Cache
from tracker.services.fetching import Fetcher, Question, Times
from tracker.services.trouble import Trouble, Unreachable

QUICK = Times(connect=1, read=0.2, whole=0.4, pause=0.01)


class Waits(list[float]):
    """Seconds that would have been waited."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def fetcher(waits: Waits | None = None, cache: Cache | None = None, *, fresh: bool = False) -> Fetcher:
    return Fetcher(cache, fresh=fresh, times=QUICK, wait=waits if waits is not None else Waits())


def said(server: Server, *replies: Reply, waits: Waits | None = None) -> bytes:
    server.next["x"] = [*replies]
    return fetcher(waits).ask(Question(f"{server.url}/x/y")).body


def test_a_service_that_is_busy_is_left_alone_for_as_long_as_it_asks(server: Server) -> None:
    waits = Waits()
    assert said(server, Reply(429, headers={"retry-after": "7"}), Reply(200, b"so"), waits=waits) == b"so"
    assert waits == [7.0]
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    waits.clear()
    assert said(server, Reply(503, headers={"retry-after": later}), Reply(200, b"so"), waits=waits) == b"so"
    assert 25 < waits[0] <= 30


def test_one_that_asks_for_an_hour_is_not_waited_for(server: Server) -> None:
    waits = Waits()
    with pytest.raises(Trouble, match="left alone for 60 minutes") as trouble:
        said(server, Reply(429, headers={"retry-after": "3600"}), waits=waits)
    assert trouble.value.lasting
    assert waits == []


@pytest.mark.parametrize("status", [500, 502, 503, 504, 429])
def test_a_failure_is_tried_again_with_longer_and_longer_waits(status: int, server: Server) -> None:
    waits = Waits()
    assert said(server, Reply(status), Reply(status), Reply(200, b"so"), waits=waits) == b"so"
    assert waits[1] > waits[0] > 0
    with pytest.raises(Trouble, match=r"out of order|too many questions"):
        said(server, Reply(status))
    assert len(server.asked) == 3 + 4


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(hold=True), "does not answer in time"),
        (Reply(200, b"half of it", length=1000), "broke off"),
        (Reply(200, b"not gzip", {"content-encoding": "gzip"}), "broke off"),
    ],
    ids=["silence", "half", "damaged"],
)
def test_what_is_cut_off_is_tried_again_and_told(reply: Reply, words: str, server: Server) -> None:
    assert said(server, reply, Reply(200, b"so")) == b"so"
    with pytest.raises(Trouble, match=words):
        said(server, reply)


def test_nobody_there_is_told_at_once() -> None:
    waits = Waits()
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1 cannot be reached"):
        fetcher(waits).ask(Question(f"http://127.0.0.1:{closed_port()}/"))
    with pytest.raises(Unreachable):
        fetcher(waits).ask(Question("http://nowhere.invalid/"))
    assert waits == []


@pytest.mark.parametrize("body", [b" " * 30_000_000, gzip.compress(b" " * 100_000_000)], ids=["long", "bomb"])
def test_an_answer_may_not_be_huge(body: bytes, server: Server) -> None:
    headers = {"content-encoding": "gzip"} if body[:2] == b"\x1f\x8b" else {}
    server.next["x"] = [Reply(200, body, headers)]
    with pytest.raises(Trouble, match="more than 20 MB"):
        Fetcher().ask(Question(f"{server.url}/x/y"))


def test_redirects_are_followed_and_keys_stay_with_their_host(server: Server) -> None:
    server.next["x"] = [Reply(302, headers={"location": f"http://localhost:{server.port}/z/there"})]
    server.pages["/z/there"] = lambda asked: Reply(200, b"there")
    question = Question(f"{server.url}/x/y?a=b", {"accept": "x"}, {"x-api-key": "secret"}, hidden="&api_key=secret")
    assert fetcher().ask(question).body == b"there"
    first, second = server.asked
    assert first.headers["x-api-key"] == first.query["api_key"] == "secret"
    assert "secret" not in str(second)
    assert second.headers["accept"] == "x"


@pytest.mark.parametrize(
    ("place", "words"),
    [("/x/y", "in a circle"), ("ftp://example.org/", "no page"), ("file:///etc/passwd", "no page")],
)
def test_a_redirect_may_not_lead_anywhere(place: str, words: str, server: Server) -> None:
    with pytest.raises(Trouble, match=words):
        said(server, Reply(302, headers={"location": place}))


def test_answers_are_remembered_for_a_while_and_only_where_they_are_answers(server: Server, tmp_path: Path) -> None:
    cache, question = Cache(tmp_path / "c"), Question(f"{server.url}/x/y", hidden="&api_key=secret")
    one = fetcher(cache=cache)
    server.next["x"] = [Reply(500), Reply(200, b"so")]
    assert one.remembered(question) is None
    one.ask(question)
    kept = one.remembered(question)
    assert kept
    assert kept.body == b"so"
    assert fetcher(cache=cache, fresh=True).remembered(question) is None
    assert all(b"secret" not in file.read_bytes() for file in tmp_path.rglob("*.json"))
    cache.put(question.name(), kept._replace(at=time.time() - 31 * 86400))
    assert one.remembered(question) is None
    for file in tmp_path.rglob("*.json"):
        file.write_bytes(file.read_bytes()[:20])
    assert one.remembered(question) is None


def test_the_cache_stays_within_its_size(tmp_path: Path) -> None:
    from tracker.services.cache import Kept

    for number in range(20):
        Cache(tmp_path, most=50_000).put(str(number), Kept(200, {}, b"x" * 5000, time.time()))
    assert sum(file.stat().st_size for file in tmp_path.rglob("*.json")) < 60_000
    assert Cache(tmp_path).get("19")


def test_the_program_says_who_it_is(server: Server) -> None:
    server.next["x"] = [Reply(200, b"so")]
    Fetcher(contact="ann@example.org").ask(Question(f"{server.url}/x/y"))
    assert "mailto:ann@example.org" in server.asked[0].headers["user-agent"]


def test_waiting_can_be_stopped(server: Server) -> None:
    class Stopped(Exception):
        pass

    def stop(_: float) -> None:
        raise Stopped

    server.next["x"] = [Reply(500)]
    with pytest.raises(Stopped):
        Fetcher(wait=stop).ask(Question(f"{server.url}/x/y"))
    assert len(server.asked) == 1


def test_an_answer_that_drips_is_given_up(server: Server) -> None:
    begun = time.monotonic()
    with pytest.raises(Trouble, match="in time"):
        said(server, Reply(200, b"x" * 1000, drip=True))
    assert len(server.asked) == 4
    assert time.monotonic() - begun < 10
