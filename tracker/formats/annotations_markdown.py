"""Annotations as Markdown: a callout each, with an id that stays, and its comments below."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from tracker.formats.annotations import Mark
from tracker.ulid import short

_SIGNS = re.compile(r"([\\`*_\[\]<>$#|~=%])")


def write(marks: Iterable[Mark]) -> Iterator[str]:
    for heading, some in groupby(marks, key=lambda mark: mark.heading or mark.paper):
        yield f"## {escaped(heading)}\n\n"
        there = list(some)
        for mark in there:
            if mark.start is not None:
                yield callout(mark)
        lost = [mark for mark in there if mark.start is None]
        if lost:
            yield "### Marks without a place\n\n"
        yield from map(callout, lost)


def callout(mark: Mark) -> str:
    """One annotation; its quotation on one line, words of people as they wrote them.

    Its id stands between blank lines: only then does Obsidian take it for the callout's.
    """
    lines = [f"[!{mark.kind}] {escaped(mark.exact)}"]
    if mark.body:
        lines += _said(mark.author, mark.body)
    for remark in mark.comments:
        lines += _said(remark.author, remark.body or "(deleted)")
    if mark.tags:
        lines.append(" ".join(f"#{tag}" for tag in mark.tags))
    return "".join(f"> {line}".rstrip() + "\n" for line in lines) + f"\n{short(mark.id)}\n\n"


def escaped(text: str) -> str:
    """Plain text as Markdown that reads the same, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def _said(author: str, body: str) -> list[str]:
    first, *more = body.split("\n")
    return [f"{author}: {first}" if author else first, *more]
