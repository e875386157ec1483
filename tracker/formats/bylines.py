"""The paragraphs of a list, and the people that a line below a title names."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

STOPS = (".", "。")
ENUMERATOR = re.compile(r"(?:[\[(]?\d{1,5}[\]).:]|[-*•‣–])\s+")
PERSON = re.compile(r"(?:[A-Z][\w.'’\-]*\s+){1,3}[A-Z][\w'’\-]+")
NAMES = re.compile(r"[^\W\d_][\w.'’\-]*(?:\s+[\w.'’\-]+){0,5}")


class Paragraph(NamedTuple):
    line: int
    text: str
    raw: str
    short: bool  # one line without a full stop: a title or a heading
    names: bool  # it names the list of what follows
    authors: tuple[str, ...] = ()  # of the line below a title


LAST = Paragraph(1 << 60, "", "", short=False, names=False)  # what stands behind a list


def with_names(found: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """The paragraphs, a title as one with the line of names right below it where both stand apart from the rest."""
    held: list[Paragraph] = []
    above = -1  # the line where what came before ends
    for paragraph in chain(found, [LAST]):
        held.append(paragraph)
        if len(held) < 3:
            continue
        title, names, below = held
        apart = above + 1 < title.line == names.line - 1 < below.line - 2
        if apart and title.short and not title.names and names.short and (authors := credited(title.text, names.text)):
            title, held = title._replace(authors=authors, raw=f"{title.raw}\n{names.raw}"), [below]
        else:
            held = [names, below]
        above = title.line + title.raw.count("\n")
        yield title
    yield from held[:-1]


def credited(title: str, text: str) -> tuple[str, ...]:
    """The people of the line below a title: two or more; below an item with a number, also one."""
    alone = ENUMERATOR.match(title) and not title.endswith(STOPS) and PERSON.fullmatch(text)
    return (text,) if alone else names_of(text)


def names_of(text: str) -> tuple[str, ...]:
    """The people of a line that lists at least two and nothing else, else nobody."""
    if text.endswith(STOPS):
        return ()
    parts = [part.strip() for part in re.split(r"\s*[;,、，]\s*(?:and\s+)?|\s+(?:and|&)\s+", text) if part.strip()]
    if len(parts) < 2 or not all(NAMES.fullmatch(part) and not part[0].islower() for part in parts):
        return ()
    return tuple(parts)
