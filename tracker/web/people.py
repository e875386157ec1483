"""Who may log in: names with hashed pass phrases, in a file that only its owner may read."""

import base64
import hashlib
import hmac
import json
import logging
import secrets
from pathlib import Path

import tomli

from tracker import private
from tracker.errors import NotFound, Unreadable

COST = {"n": 2**14, "r": 8, "p": 1}  # scrypt as of RFC 7914: 16 MB, about 50 ms
WORDS = 4
SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "wo", "xa", "zu")


def invented() -> str:
    """A new pass phrase that can be read out: 48 random bits, which nobody guesses at five guesses a minute."""
    return "-".join("".join(secrets.choice(SYLLABLES) for _ in range(3)) for _ in range(WORDS))


def hashed(phrase: str, salt: bytes | None = None) -> str:
    """What is kept of a pass phrase: `scrypt:salt:hash`, in base 64."""
    salt = salt or secrets.token_bytes(16)
    key = hashlib.scrypt(phrase.encode(), salt=salt, **COST)
    return ":".join(("scrypt", base64.b64encode(salt).decode(), base64.b64encode(key).decode()))


def fits(phrase: str, kept: str) -> bool:
    """Whether a pass phrase is the one that was hashed; takes as long either way."""
    _, salt, _ = kept.split(":")
    return hmac.compare_digest(hashed(phrase, base64.b64decode(salt)), kept)


NOBODY = hashed("")  # compared with where a name is unknown, so that nobody learns which names there are


class People:
    """The file of those who may log in. `guest` is let in by a phrase made for this run only."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.guest: dict[str, str] = {}

    def names(self) -> list[str]:
        return sorted(self._read())

    def invite(self, name: str) -> str:
        """A new pass phrase for a person, who need not be known yet; the phrase itself is kept nowhere."""
        phrase = invented()
        self._write(self._read() | {name: hashed(phrase)})
        return phrase

    def dismiss(self, name: str) -> None:
        known = self._read()
        if name not in known:
            raise NotFound(f"Nobody named {name} may log in; there are {', '.join(sorted(known)) or 'none'}")
        self._write({one: kept for one, kept in known.items() if one != name})

    def welcome(self, name: str) -> str:
        """Let a person in for this run; their pass phrase."""
        phrase = invented()
        self.guest[name] = hashed(phrase)
        return phrase

    def kept(self, name: str) -> str | None:
        """The pass phrase of a person as it is kept; another one once they are invited anew, None once dismissed.

        Nobody is known by a file that cannot be read: it may be about to dismiss them.
        """
        try:
            return self.guest.get(name) or self._read().get(name)
        except Unreadable as error:
            logging.warning("%s; until it can be read, nobody whom it names is let in", error)
            return None

    def knows(self, name: str, phrase: str) -> bool:
        kept = self.kept(name)
        return fits(phrase, kept or NOBODY) and kept is not None

    def _read(self) -> dict[str, str]:
        if not self.file.exists():
            return {}
        try:
            found = tomli.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Unreadable(f"{self.file}: {error}") from error
        return {name: kept for name, kept in found.items() if isinstance(kept, str) and kept.count(":") == 2}

    def _write(self, people: dict[str, str]) -> None:
        private.folder(self.file.parent)
        head = "# Who may log in to `tracker serve`; `tracker serve --invite NAME` adds a line.\n"
        lines = [f"{json.dumps(name)} = {json.dumps(kept)}\n" for name, kept in sorted(people.items())]
        private.write(self.file, "".join([head, *lines]))
