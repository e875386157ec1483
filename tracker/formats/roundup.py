"""Writes a digest of papers, grouped by tag, to mail to a reading group: Markdown, or a page of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import escape
from typing import NamedTuple
from urllib.parse import urlsplit

from tracker.text.count import counted


class Quote(NamedTuple):
    """Marked words of an abstract, and what was said of them."""

    kind: str
    text: str
    remark: str


class Item(NamedTuple):
    """A paper of a digest. All texts are plain, but `remark` is Markdown."""

    heading: str
    guessed: bool  # the heading is a guess
    key: str
    authors: tuple[str, ...]
    venue: str
    url: str
    tags: tuple[str, ...]
    remark: str
    quotes: tuple[Quote, ...]
    votes: str


class Section(NamedTuple):
    """The papers under one tag."""

    name: str
    items: tuple[Item, ...]


class Digest(NamedTuple):
    """Papers by tag, as of a day."""

    title: str
    day: date
    papers: int
    sections: tuple[Section, ...]


MOST_NAMES = 3
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#262a31;max-width:42rem;margin:2rem auto;padding:0 1rem}"
    "h2{margin-top:2rem;border-bottom:1px solid #c9c4b8}h3{margin:1.2rem 0 .2rem;font-size:1rem}"
    "p{margin:.2rem 0}.aside{color:#5d636e}blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid #c9c4b8}"
)


def markdown(digest: Digest) -> Iterator[str]:
    """The digest in Markdown, in pieces."""
    yield f"# {_plain(digest.title)}\n\n{_counted(digest)}\n"
    for section in digest.sections:
        yield f"\n## {_plain(section.name)}\n"
        for item in section.items:
            yield "\n" + "\n".join(_lines(item)) + "\n"


def _lines(item: Item) -> Iterator[str]:
    heading = _plain(_heading(item))
    yield f"- **[{heading}]({_address(item.url)})**" if _web(item.url) else f"- **{heading}**"
    if aside := _aside(item):
        yield f"  {_plain(aside)}"
    if item.votes:
        yield f"  {_plain(item.votes)}"
    if item.remark:
        yield ""
        yield from (f"  {line}".rstrip() for line in item.remark.splitlines())
    for quote in item.quotes:
        yield ""
        yield f"  > {_plain(quote.text)} ({_plain(quote.kind)})"
        yield from (f"  > {line}".rstrip() for line in quote.remark.splitlines())


def html(digest: Digest) -> Iterator[str]:
    """The digest as a page that needs nothing else, in pieces."""
    title = escape(digest.title)
    yield f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
    yield f"<style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
    yield f'<p class="aside">{escape(_counted(digest))}</p>\n'
    for section in digest.sections:
        yield f"<h2>{escape(section.name)}</h2>\n"
        for item in section.items:
            yield "\n".join(_elements(item)) + "\n"
    yield "</body></html>\n"


def _elements(item: Item) -> Iterator[str]:
    heading = escape(_heading(item))
    yield f'<h3><a href="{escape(item.url)}">{heading}</a></h3>' if _web(item.url) else f"<h3>{heading}</h3>"
    for line in filter(None, (_aside(item), item.votes)):
        yield f'<p class="aside">{escape(line)}</p>'
    for paragraph in re.split(r"\n\s*\n", item.remark.strip()) if item.remark else ():
        yield f"<p>{escape(paragraph)}</p>"
    for quote in item.quotes:
        remark = f"<br>{escape(quote.remark)}" if quote.remark else ""
        yield f'<blockquote>{escape(quote.text)} <span class="aside">({escape(quote.kind)})</span>{remark}</blockquote>'


def _counted(digest: Digest) -> str:
    papers = counted(digest.papers, "paper")
    return f"{papers}, {digest.day.day} {digest.day:%B %Y}"


def _heading(item: Item) -> str:
    return f"≈ {item.heading}" if item.guessed else item.heading


def _aside(item: Item) -> str:
    """Who, where and what else it is about, in a line."""
    more = len(item.authors) - MOST_NAMES
    names = ", ".join(item.authors[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
    tags = " ".join(f"#{tag}" for tag in item.tags)
    return " · ".join(part for part in (names, item.venue, tags) if part)


def _web(url: str) -> bool:
    return urlsplit(url).scheme in ("http", "https")


def _plain(text: str) -> str:
    """Text of any origin so that Markdown shows it as it is."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", " ".join(text.split()))


def _address(url: str) -> str:
    return url.replace("(", "%28").replace(")", "%29").replace(" ", "%20")
