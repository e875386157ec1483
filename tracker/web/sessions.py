"""Who is logged in, and who guesses too often; forgotten when the server ends."""

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

LIFETIME = 12 * 3600.0
GUESSES = 5  # wrong pass phrases in a row
WAIT = 60.0  # seconds without a guess after that


class Login(NamedTuple):
    """Who logged in, by which pass phrase (as it is kept), and until when that counts."""

    name: str
    kept: str
    until: float


class Sessions:
    """Logins by the token in the cookie. Times in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Login] = {}

    def begin(self, name: str, kept: str) -> str:
        """The token for the cookie of one who logged in."""
        self._open = {token: login for token, login in self._open.items() if login.until > self._clock()}
        token = secrets.token_urlsafe(32)
        self._open[token] = Login(name, kept, self._clock() + LIFETIME)
        return token

    def login(self, token: str | None) -> Login | None:
        """Whose token it is; None for one that is unknown or too old."""
        login = self._open.get(token or "")
        return login if login and login.until > self._clock() else None

    def end(self, token: str | None) -> None:
        self._open.pop(token or "", None)


class Guesses:
    """Wrong pass phrases, by where they come from."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}

    def too_many(self, source: str) -> bool:
        count, since = self._wrong.get(source, (0, 0.0))
        return count >= GUESSES and self._clock() - since < WAIT

    def wrong(self, source: str) -> None:
        count, since = self._wrong.get(source, (0, 0.0))
        fresh = count if self._clock() - since < WAIT else 0
        self._wrong = {one: known for one, known in self._wrong.items() if self._clock() - known[1] < WAIT}
        self._wrong[source] = (fresh + 1, self._clock())

    def right(self, source: str) -> None:
        self._wrong.pop(source, None)
