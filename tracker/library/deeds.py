"""Deeds as text: `tag +safety; later; star`. What macros and rules are made of."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from tracker.errors import Unreadable
from tracker.terms import STATUS_ALIASES, Status
from tracker.text.when import day

KNOWN = "tag +a -b, inbox, later, reading, done, skip, star, unstar, priority N, rate N, due DAY, snooze DAY, pass"


class Deed(NamedTuple):
    """One thing to do to papers: `verb` is tag, status, star, priority, rate, due, snooze or pass."""

    verb: str
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    status: Status = Status.INBOX
    number: int = 0
    day: date | None = None

    @property
    def undone(self) -> str:
        """A query for the papers to which it was not done yet; empty where that cannot be asked."""
        match self.verb:
            case "tag":
                wanted = [f"-tag:={name}" for name in self.add] + [f"tag:={name}" for name in self.remove]
                return " OR ".join(wanted)
            case "status":
                return f"-status:{self.status}"
            case "star":
                return "-is:starred" if self.number else "is:starred"
            case "priority":
                return f"-prio:{self.number}"
            case "rate":
                return f"-rating:{self.number}" if self.number else "rating:1..5"
        return ""


def parts(text: str) -> list[str]:
    """The commands of a line, without what is empty."""
    return [part.strip() for part in text.split(";") if part.strip()]


def deeds(text: str) -> list[Deed]:
    """What a line says to do. Unreadable names the part that says nothing."""
    found = [deed(part) for part in parts(text)]
    if not found:
        raise Unreadable(f"There is nothing to do in “{text}”; a deed is one of {KNOWN}")
    return found


def deed(text: str) -> Deed:
    """One deed."""
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if found := _status(verb, rest):
        return found
    match verb:
        case "tag" if rest:
            return _tag(text, rest.split())
        case "star" | "unstar" if not rest:
            return Deed("star", number=int(verb == "star"))
        case "pass" if not rest:
            return Deed("pass")
        case "priority" | "rate":
            return Deed(verb, number=_number(text, rest, 3 if verb == "priority" else 5))
        case "due" | "snooze":
            return Deed(verb, day=_day(text, rest))
    raise Unreadable(f"“{text}” is no deed; there are {KNOWN}")


def _status(verb: str, rest: str) -> Deed | None:
    word = rest if verb == "status" else verb if not rest else ""
    if word in STATUS_ALIASES:
        return Deed("status", status=STATUS_ALIASES[word])
    return Deed("status", status=Status(word)) if word in list(Status) else None


def _tag(text: str, names: list[str]) -> Deed:
    bad = [name for name in names if len(name) < 2 or name[0] not in "+-#"]
    if bad:
        raise Unreadable(f"“{text}”: a tag has + in front to put it on and - to take it off, as in tag +{bad[0]}")
    add = tuple(name.lstrip("+#") for name in names if name[0] != "-")
    return Deed("tag", add, tuple(name.lstrip("-#") for name in names if name[0] == "-"))


def _number(text: str, rest: str, most: int) -> int:
    if not (rest.isascii() and rest.isdigit() and int(rest) <= most):
        raise Unreadable(f"“{text}” needs a number from 0 to {most}")
    return int(rest)


def _day(text: str, rest: str) -> date | None:
    if rest in ("", "none", "never"):
        return None
    found = day(rest, date.today())
    if found is None:
        raise Unreadable(f"“{text}”: {rest} is no day; try fri, 2w or 12 feb")
    return found
