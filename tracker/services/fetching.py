"""One question over HTTP, politely: paced, within time and size, tried again where that may help, and remembered."""

from __future__ import annotations

import ipaddress
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from tracker import __version__
from tracker.services.cache import DAY, Cache, Kept
from tracker.services.trouble import Trouble, Unreachable

if TYPE_CHECKING:
    import httpx

CONNECT, READ, WHOLE = 5.0, 15.0, 60.0  # seconds: to be let in, for the next piece, for everything
LARGEST = 20_000_000  # bytes of an answer
TRIES = 4
REDIRECTS = 5
PATIENCE = 60.0  # seconds that a service may ask to be left alone and is waited for
KEPT = {200: 30 * DAY, 404: 1 * DAY}  # how long an answer holds, by its status
AGAIN = {429, 500, 502, 503, 504}
WORTH_KEEPING = ("content-type", "etag", "last-modified")

Wait = Callable[[float], None]  # waits so many seconds; may raise to stop


class Times(NamedTuple):
    """Seconds that an answer may take, and how long to wait between tries at first."""

    connect: float = CONNECT
    read: float = READ
    whole: float = WHOLE
    pause: float = 1.0


class Question(NamedTuple):
    """What is asked. `secret` headers and the `hidden` end of the address go to the host of `url` alone and are no
    part of what is remembered."""

    url: str
    headers: Mapping[str, str] = {}
    secret: Mapping[str, str] = {}
    body: bytes | None = None
    hidden: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or self.url

    def name(self) -> str:
        """What the answer is remembered by: two who ask the same get the same."""
        kept = sorted((name, value) for name, value in self.headers.items() if not name.startswith("if-"))
        return "\n".join([self.url, *map(str, kept), (self.body or b"").decode("utf-8", "replace")])


class Fetcher:
    """Asks, one question at a time."""

    def __init__(
        self,
        cache: Cache | None = None,
        *,
        contact: str | None = None,
        fresh: bool = False,
        times: Times | None = None,
        wait: Wait = time.sleep,
        heed: Callable[[], None] | None = None,
    ) -> None:
        """`heed` is called ten times a second while nothing else happens, and may raise to stop at once."""
        self.cache, self.fresh, self.times, self._wait, self._heed = cache, fresh, times or Times(), wait, heed
        about = f"; mailto:{contact}" if contact else ""
        self.agent = f"tracker/{__version__} (paper tracker in the terminal{about})"
        self.reached = False  # whether anybody has answered anything
        self._client: httpx.Client | None = None

    @property
    def client(self) -> httpx.Client:
        """The connections; made, and the library for it imported, with the first question."""
        import httpx

        if self._client is None:
            time_out = httpx.Timeout(self.times.read, connect=self.times.connect)
            agent = {"user-agent": self.agent, "accept-encoding": "gzip"}
            self._client = httpx.Client(timeout=time_out, headers=agent, follow_redirects=False)
        return self._client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def wait(self, seconds: float) -> None:
        if self._heed is None:
            self._wait(seconds)
            return
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._heed()
            self._wait(min(left, 0.1))

    def remembered(self, question: Question) -> Kept | None:
        """The answer that still holds, if there is one."""
        kept = self.cache.get(question.name()) if self.cache and not self.fresh else None
        return kept if kept and time.time() - kept.at < KEPT.get(kept.status, 0.0) else None

    def forget(self, question: Question) -> None:
        """Ask this again next time: a page to log in at, or half an answer, is no answer to keep."""
        if self.cache:
            self.cache.drop(question.name())

    def ask(self, question: Question) -> Kept:
        """The answer: 200, 304, 400 or 404. Raises Trouble for anything else that came of it."""
        for tried in range(TRIES):
            last = tried == TRIES - 1
            try:
                kept, asked = self._sent(question) if self._heed is None else self._watched(question, self._heed)
            except _Broken as broken:
                if last:
                    raise Trouble(f"{question.host} {broken}", lasting=True) from None
                asked = None
            else:
                if kept.status not in AGAIN:
                    return self._taken(question, kept)
                if last or (asked or 0.0) > PATIENCE:
                    raise Trouble(_refusal(question.host, kept.status, asked), lasting=True)
            self.wait(asked if asked is not None else self.times.pause * 2**tried * random.uniform(1, 1.5))
        raise AssertionError("the last try returns or raises")

    def _taken(self, question: Question, kept: Kept) -> Kept:
        self.reached = True
        if kept.status in (401, 403):
            raise Trouble(f"{question.host} refuses to answer ({kept.status}); a key may be missing", lasting=True)
        if kept.status not in (200, 304, 400, 404):
            raise Trouble(f"{question.host} answers with {kept.status}")
        if self.cache and kept.status in KEPT:
            self.cache.put(question.name(), kept)
        return kept

    def _watched(self, question: Question, heed: Callable[[], None]) -> tuple[Kept, float | None]:
        """The same from a thread that is left to itself when `heed` raises: a socket that is waited on cannot be."""
        told: SimpleQueue[tuple[Kept, float | None] | BaseException] = SimpleQueue()

        def send() -> None:
            try:
                told.put(self._sent(question))
            except (Trouble, _Broken, RuntimeError) as error:
                told.put(error)

        Thread(target=send, daemon=True).start()
        while True:
            heed()
            try:
                found = told.get(timeout=0.1)
            except Empty:
                continue
            if isinstance(found, BaseException):
                raise found
            return found

    def _sent(self, question: Question) -> tuple[Kept, float | None]:
        """The answer of whichever address one is led to, and how long one is asked to wait."""
        url, secret = question.url + question.hidden, dict(question.secret)
        until = time.monotonic() + self.times.whole
        for _ in range(REDIRECTS + 1):
            with self._opened(url, {**question.headers, **secret}, question.body) as response:
                if response.status_code not in (301, 302, 303, 307, 308):
                    return self._read(response, until), _asked_for(response)
                there = urljoin(url, response.headers.get("location", ""))
            _check_way(url, there)
            if urlsplit(there).netloc != urlsplit(url).netloc:
                secret = {}
            url = there
        raise Trouble(f"{question.host} leads in a circle")

    @contextmanager
    def _opened(self, url: str, headers: Mapping[str, str], body: bytes | None) -> Iterator[httpx.Response]:
        import httpx

        host = urlsplit(url).hostname or url
        try:
            how = "GET" if body is None else "POST"
            with self.client.stream(how, url, headers=dict(headers), content=body) as response:
                yield response
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError):
            raise Unreachable(host) from None
        except httpx.TimeoutException:
            raise _Broken("does not answer in time") from None
        except (httpx.TransportError, httpx.DecodingError):
            raise _Broken("broke off in the middle of its answer") from None
        except (httpx.InvalidURL, httpx.StreamError, ValueError) as error:
            raise Trouble(f"{host}: {error}") from None

    def _read(self, response: httpx.Response, until: float) -> Kept:
        found = bytearray()
        for piece in response.iter_bytes():  # as it comes: to wait for a whole piece would be to wait for ever
            found += piece
            if len(found) > LARGEST:
                raise Trouble(f"{response.url.host} answers with more than {LARGEST // 1_000_000} MB")
            if time.monotonic() > until:
                raise _Broken("does not answer in time")
        headers = {name: response.headers[name] for name in WORTH_KEEPING if name in response.headers}
        return Kept(response.status_code, headers, bytes(found), time.time())


class _Broken(Exception):
    """An answer that did not come or was cut off; trying again may help."""


def _asked_for(response: httpx.Response) -> float | None:
    """Seconds of a Retry-After header, which is a number or a date."""
    told = response.headers.get("retry-after", "").strip()
    if told.isascii() and told.isdigit():
        return float(told[:9])
    try:
        return max(0.0, (parsedate_to_datetime(told) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _refusal(host: str, status: int, asked: float | None) -> str:
    if status != 429:
        return f"{host} is out of order ({status})"
    when = f" for {asked / 60:,.0f} minutes" if asked and asked > PATIENCE else ""
    return f"{host} has had too many questions and asks to be left alone{when}"


def _check_way(here: str, there: str) -> None:
    """Refuse to be led from an encrypted to an open address, to anything but a page, or into the local network."""
    old, new = urlsplit(here), urlsplit(there)
    if new.scheme not in ("http", "https") or not new.hostname:
        raise Trouble(f"{old.hostname} leads to {there[:80]}, which is no page")
    if old.scheme == "https" and new.scheme == "http":
        raise Trouble(f"{old.hostname} leads from https to http, which is refused")
    if _local(new.hostname) and not _local(old.hostname or ""):
        raise Trouble(f"{old.hostname} leads into the local network, which is refused")


def _local(host: str) -> bool:
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".local", ".localhost", ".internal"))
