"""A record made ready to be stored: cleaned, told apart from others, headed where it has no title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import attrgetter
from typing import Any

from tracker.errors import Unreadable
from tracker.formats.record import Record
from tracker.library.names import tag_name
from tracker.text.alike import Face, Known, face, known
from tracker.text.canonical import canonical_of
from tracker.text.clean import clean, one_line
from tracker.text.fold import fold

IDS = ("doi", "arxiv_id", "openreview_id")
FIELDS = ("year", "venue", "proceedings", "pages", *IDS, "url", "pdf_url", "code_url", "project_url", "system_name")
ONE_LINE = (*FIELDS, "title", "headline", "collection", "system_expansion")
LISTS = ("authors", "title_variants", "aliases", "collections")
_in_one_line = attrgetter(*ONE_LINE)


@dataclass(frozen=True)
class Arrival:
    """A record ready to be stored, with what it is known by. `number` counts the records of an import from 1."""

    record: Record
    sha: str  # of the abstract, empty where there is none
    title_key: str  # the title folded, empty where there is none
    source: str
    number: int
    names: tuple[str, ...]  # what two records that are the same paper may have in common: text, identifiers, title

    @cached_property
    def face(self) -> Face:
        """What it is compared by, worked out for those that are."""
        return _face(self.record)

    @cached_property
    def known(self) -> Known:
        """How it is worded, worked out for those whose wording is compared."""
        return known(self.face)


def usable_tags(tags: Iterable[str]) -> Iterator[str]:
    """The tags as they are kept; those of a file that can be none are left out rather than end its import."""
    for tag in tags:
        with suppress(Unreadable):
            yield tag_name(tag)


def text_sha(abstract: str) -> str:
    """What two spellings of one abstract, cleaned as it is stored, have in common."""
    return sha256((canonical_of(abstract) or abstract).encode()).hexdigest()


def arrived(record: Record, source: str, number: int) -> Arrival:
    """A record on its way in."""
    record = cleaned(record)
    sha = text_sha(record.abstract) if record.abstract else ""
    title_key = fold(record.title) if record.title else ""
    return Arrival(record, sha, title_key, source, number, _names(record, sha, title_key))


def _names(record: Record, sha: str, title_key: str) -> tuple[str, ...]:
    names = [f"text:{sha}"] if sha else []
    names += [f"{kind}:{value.casefold()}" for kind in IDS if (value := getattr(record, kind))]
    if record.title:
        names.append(f"title:{title_key}")
    return tuple(names)


def _face(record: Record) -> Face:
    titles = [record.title or "", *other_names(record).values()]
    place = (record.venue, record.proceedings, record.pages, record.url)
    ids = {kind: getattr(record, kind) for kind in IDS}
    return face(titles, record.abstract or "", record.authors, record.year, ids, place)


def other_names(record: Record) -> dict[str, str]:
    """What else a paper is called, by its folded form: other titles, its system's name and what that stands for."""
    names = [*record.title_variants, *record.aliases, record.system_name or "", record.system_expansion or ""]
    if not any(names):
        return {}
    title = fold(record.title or "")
    return {key: name for name in names if name and (key := fold(name)) != title}


def cleaned(record: Record) -> Record:
    """The record as it may be stored: no control characters, names on one line."""
    changed: dict[str, Any] = {
        field: line
        for field, value in zip(ONE_LINE, _in_one_line(record), strict=True)
        if isinstance(value, str) and (line := one_line(value) or None) != value
    }
    changed |= {
        field: lines
        for field in LISTS
        if (some := getattr(record, field)) and (lines := tuple(filter(None, map(one_line, some)))) != some
    }
    if record.tags or record.keywords:
        changed |= {"tags": tuple(usable_tags(record.tags)), "keywords": tuple(usable_tags(record.keywords))}
    if (abstract := clean(record.abstract or "").strip() or None) != record.abstract:
        changed["abstract"] = abstract
    return record._replace(**changed) if changed else record


def address(record: Record) -> str:
    """What stands for a heading where there is neither a title nor a text."""
    return (
        record.doi
        or (f"arXiv:{record.arxiv_id}" if record.arxiv_id else "")
        or record.openreview_id
        or record.url
        or ""
    )


def guessed(abstract: str) -> tuple[str, str | None]:
    """A heading and a system's name for an untitled abstract."""
    from tracker.text.headline import headline
    from tracker.text.render import render

    guess = headline(render(abstract).text)
    return guess.text, guess.name
