"""Acronyms and what a text says they stand for."""

import re
from typing import NamedTuple

from tracker.text.sentences import sentences

_BRACKETS = re.compile(r"\(([^()]{2,160})\)")
_SHORT = re.compile(r"[^\W_](?:[\w.&/+’'‐‑-]|\s(?=\S)){1,11}")
_WORD = re.compile(r"\S+")
_SPLIT = re.compile(r"[,;:]\s")


class Acronym(NamedTuple):
    """`short` and its expansion as the text has them; `start` to `end` is the expansion's place."""

    short: str
    long: str
    start: int
    end: int


def acronyms(text: str) -> list[Acronym]:
    """The pairs `long form (SHORT)` and `SHORT (long form)` of a plain text, each short form once, in order.

    After Schwartz & Hearst (2003), "A simple algorithm for identifying abbreviation definitions in biomedical text":
    the short form's letters are looked for from the right in at most min(n + 5, 2 n) words, the first of them at a
    word's beginning. A plural's `s` is not part of the short form. Linear in the length of the text.
    """
    found: dict[str, Acronym] = {}
    for start, end in sentences(text):
        for bracket in _BRACKETS.finditer(text, start, end):
            pair = _behind(text, start, bracket) or _inside(text, start, bracket)
            if pair:
                found.setdefault(pair.short, pair)
    return list(found.values())


def _behind(text: str, floor: int, bracket: re.Match[str]) -> Acronym | None:
    """`long form (SHORT)`; what follows a comma inside the brackets is a comment."""
    short = _SPLIT.split(bracket[1].strip())[0].strip("\"'“”‘’ ")
    if not _is_short(short):
        return None
    start, end = max(floor, bracket.start() - 200), bracket.start()
    reach = min(len(short) + 5, len(short) * 2)
    places = [word.start() for word in _WORD.finditer(text, start, end)][-reach:]
    return _pair(short, text, places[0], _stripped(text, end)) if places else None


def _inside(text: str, floor: int, bracket: re.Match[str]) -> Acronym | None:
    """`SHORT (long form)`."""
    words = text[max(floor, bracket.start() - 40) : bracket.start()].split()
    short = words[-1].strip("\"'“”‘’(,") if words else ""
    if not _is_short(short) or len(bracket[1].split()) < 2 or len(bracket[1].split()) > len(short) + 5:
        return None
    pair = _pair(short, text, bracket.start(1), bracket.end(1))
    return pair if pair and pair.start == bracket.start(1) else None


def _stripped(text: str, end: int) -> int:
    while end and text[end - 1] in " \"'”’":
        end -= 1
    return end


def _is_short(short: str) -> bool:
    capitals = sum(char.isupper() for char in short)
    return bool(_SHORT.fullmatch(short)) and capitals > 0 and len(short.split()) <= 2 and not short.istitle()


def _pair(short: str, text: str, start: int, end: int) -> Acronym | None:
    plural = len(short) > 2 and short.endswith("s") and short[:-1].isupper() and text[end - 1] == "s"
    short = short[:-1] if plural else short
    begin = _match(short, text, start, end)
    long = text[begin:end] if begin >= 0 else ""
    if len(long) <= len(short) or short in long.split() or long.count("(") != long.count(")"):
        return None
    return Acronym(short, long, begin, end)


def _match(short: str, text: str, start: int, end: int) -> int:
    """Where the long form that ends at `end` begins, or -1 (Schwartz & Hearst's `findBestLongForm`)."""
    place = end - 1
    letters = [index for index, char in enumerate(short) if char.isalnum()]
    for index in reversed(letters):
        char = short[index].lower()
        first = index == letters[0]
        while place >= start and (text[place].lower() != char or (first and not _begins(text, place, start))):
            place -= 1
        if place < start:
            return -1
        place -= 1
    return place + 1


def _begins(text: str, place: int, start: int) -> bool:
    return place == start or not text[place - 1].isalnum()
