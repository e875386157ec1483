"""A line to one service: its address, its pace and its answers as JSON or text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote, urlencode

from tracker.formats.record import Record
from tracker.network import Access
from tracker.services.cache import Kept
from tracker.services.fetching import Fetcher, Question
from tracker.services.trouble import Trouble


class Service(Protocol):
    """What a module of a service has."""

    NAME: str  # in the settings and as the source of a field
    TITLE: str  # for people
    URL: str
    PAUSE: float  # seconds between questions that the service asks for
    POLITE: float  # the same for those who say who they are
    IDS: Sequence[str]  # fields of a record that it knows papers by
    BATCH: int  # papers in one question by their ids
    KEY: str  # the header (x-…) or parameter that a key goes into; empty where there are no keys

    def by_ids(self, line: Line, papers: Sequence[Record]) -> Iterator[Record]:
        """What it knows of these papers, of any number of them and in any order."""

    def by_words(self, line: Line, words: Words) -> Iterator[Record]:
        """Papers that could be the one with this title or this text; the likeliest first, a few."""


class Words(NamedTuple):
    """What a paper is looked for by, as plain words."""

    title: str  # empty where there is none
    opening: str  # of the abstract, some whole words
    author: str  # the first author's family name


class Line:
    def __init__(
        self, service: Service, fetcher: Fetcher, access: Access | None = None, contact: str | None = None
    ) -> None:
        self.service, self.fetcher, self.contact = service, fetcher, contact
        self.access = access or Access()
        asked = service.POLITE if contact else service.PAUSE
        own = self.access.pause
        self.pause = asked if own is None else own if self.access.url else max(own, asked)
        self._next = 0.0
        self._last: Question | None = None

    def forget(self) -> None:
        """Let the last answer be asked for again: it made no sense."""
        if self._last:
            self.fetcher.forget(self._last)

    def json(self, path: str, parameters: Mapping[str, str], body: Any = None) -> Any:
        """The answer as JSON; None where the service knows nothing (404) or makes nothing of the question (400)."""
        answer = self._answer(path, parameters, body)
        if answer.status != 200:
            return None
        try:
            found = json.loads(answer.body)
        except (ValueError, RecursionError):
            raise Trouble(f"{self.service.TITLE} answers with something that is not JSON") from None
        if found is None:
            raise Trouble(f"{self.service.TITLE} answers with nothing")
        return found

    def text(self, path: str, parameters: Mapping[str, str]) -> str:
        """The answer as text, also where it is an error."""
        return self._answer(path, parameters, None).body.decode("utf-8", "replace")

    def _answer(self, path: str, parameters: Mapping[str, str], body: Any) -> Kept:
        base = (self.access.url or self.service.URL).rstrip("/")
        asked = urlencode(dict(parameters), quote_via=quote)
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} if data else {}
        name = self.service.KEY if self.access.key else ""
        secret = {name: self.access.key} if name.startswith("x-") else {}
        hidden = f"&{name}={quote(self.access.key)}" if name and not secret else ""
        question = Question(f"{base}{path}?{asked}", headers, secret, data, hidden)
        self._last = question
        if kept := self.fetcher.remembered(question):
            return kept
        self._wait_for_turn()
        return self.fetcher.ask(question)

    def _wait_for_turn(self) -> None:
        now = time.monotonic()
        if now < self._next:
            self.fetcher.wait(self._next - now)
        self._next = time.monotonic() + self.pause
