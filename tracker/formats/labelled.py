"""Exports that spell out what each line is: `Title: …` as CINAHL and ProQuest have it, the dashes and tildes of
Biblioscape, Copac and old Inspec, and what SciFinder, NoteExpress and CNKI put around it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.formats import digest
from tracker.formats.fields import address, made, natural, once, people, words
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".txt",)

DOCUMENT = re.compile(r"^Document \d+ of \d+\s*\n\s*(?=\S)(?![A-Z][A-Za-z ()]{1,30}: )", re.M)
BOUND = re.compile(r"^(?:[-_=]{4,}|(?:START|END)_RECORD[ \t]*|(?:Record|Document) \d+ of \d+.*)$", re.M)
PLACE = re.compile(r"[^,;(\d]*[^,;(\d\s.]")  # a journal before its number: `Orchards (ORCH), 2024; 1(2): 1-9.`
SECTIONS = (  # what an abstract calls its own parts
    "(?i:background|introduction|objectives?|aims?|purpose|context|design|settings?|participants|methods?|materials|"
    "measurements|results?|findings|discussion|limitations|conclusions?|significance|implications|interpretation)"
)
CODES = {
    **dict.fromkeys(("PY", "YP"), "year"),
    **dict.fromkeys(("ST", "JN"), "journal"),
    **dict.fromkeys(("AT", "UR"), "url"),
    "SO": "source",
    "AU": "author",
    "TI": "title",
    "AB": "abstract",
    "KW": "keywords",
    "DO": "doi",
    "PS": "first",
    "PE": "last",
}
WORDS = {
    **dict.fromkeys(("document title", "article title"), "title"),
    **dict.fromkeys(("authors", "author(s)", "creator", "by"), "author"),
    **dict.fromkeys(("summary", "description"), "abstract"),
    **dict.fromkeys(("publication year", "publication date", "date", "published", "pubtime"), "year"),
    **dict.fromkeys(("publication title", "journal title", "publication"), "journal"),
    **dict.fromkeys(("keyword", "subject terms", "subject", "subjects", "index terms", "author keywords"), "keywords"),
    "digital object identifier": "doi",
    **dict.fromkeys(("link", "document url", "persistent link"), "url"),
    **dict.fromkeys(("publication info", "citation"), "source"),
}


class Manner(NamedTuple):
    """How lines say what they are, and what must be in a file besides a title."""

    line: re.Pattern[str]
    title: re.Pattern[str]
    other: re.Pattern[str]
    begins: str = ""  # what the first line of an entry is, in capitals; without it, an empty line ends one


MANNERS = (
    Manner(
        re.compile(r"--(?P<tag>[A-Z]{2})--\s?(?P<value>.*)"),
        re.compile(r"^--TI-- \S", re.M),
        re.compile(r"^--(?:AU|YP|AB|ST)-- \S", re.M),
    ),
    Manner(
        re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?:- | ~ )(?P<value>.*)"),
        re.compile(r"^TI(?:- | ~ )\S", re.M),
        re.compile(r"^(?:AU|PY|KW|SO|PU|AB)(?:- | ~ )\S", re.M),
    ),
    Manner(
        re.compile(rf"(?!(?:{SECTIONS})\b)(?P<tag>[A-Z][A-Za-z()/ ]{{1,30}}?)\s?:(?=\s|$)\s*(?P<value>.*)"),
        re.compile(rf"^(?:Title\s?:\s+\S|{DOCUMENT.pattern[1:]})", re.M),
        re.compile(r"^(?:Authors?|Author\(s\)|Abstract|Source|Journal|DOI|Publication (?:title|year))\s?:\s", re.M),
        "TITLE",
    ),
    Manner(
        re.compile(r"FIELD (?P<tag>[A-Z][^:\n]{1,40}):(?P<value>.*)"),
        re.compile(r"^FIELD Title:\S", re.M),
        re.compile(r"^FIELD (?:Author|Abstract|Publication Year|Journal Title):", re.M),
    ),
    Manner(
        re.compile(r"\{(?P<tag>[A-Z][^{}\n]{1,40})\}:\s?(?P<value>.*)"),
        re.compile(r"^\{Title\}:", re.M),
        re.compile(r"^\{Reference Type\}:", re.M),
        "REFERENCE TYPE",
    ),
    Manner(
        re.compile(r"(?P<tag>[A-Z][A-Za-z]{2,20})-[\u4e00-\u9fff/]{1,12}[:：]\s?(?P<value>.*)"),
        re.compile(r"^Title-题名[:：]", re.M),
        re.compile(r"^(?:Author-作者|Source-文献来源|SrcDatabase-来源库)[:：]", re.M),
        "SRCDATABASE",
    ),
)

SPELLED = next(one for one in MANNERS if one.begins == "TITLE")


def looks_like(head: str) -> bool:
    return _manner(_even(head)) is not None and not digest.looks_like(head)


def read(text: str) -> Iterator[Record | Failure]:
    text = _even(text)
    manner = _manner(text) or SPELLED
    text = BOUND.sub("", DOCUMENT.sub(lambda found: "\n" * found[0].count("\n") + "Title: ", text))
    begins = frozenset({manner.begins} if manner.begins else ())
    for entry in entries(text.split("\n"), Dialect(manner.line, starts=begins, apart=not manner.begins)):
        yield _record(entry)


def _even(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text.lstrip("\ufeff"))


def _manner(text: str) -> Manner | None:
    return next((one for one in MANNERS if one.title.search(text) and one.other.search(text)), None)


def _record(entry: Entry) -> Record | Failure:
    fields: dict[str, list[str]] = {}
    for tag, value in entry.fields:
        name = CODES.get(tag) or WORDS.get(tag.lower(), tag.lower())
        fields.setdefault(name, []).append(value)
    told = {name: next(filter(None, values), None) for name, values in fields.items()}
    source, first, last = told.get("source") or "", told.get("first"), told.get("last")
    journal = PLACE.match(source)
    return made(
        entry.line,
        entry.raw,
        title=told.get("title"),
        abstract=told.get("abstract"),
        authors=_people(fields.get("author", [])),
        year=told.get("year") or source,
        venue=told.get("journal") or (journal[0] if journal else None),
        doi=told.get("doi"),
        pages=f"{first}-{last}" if first and last else first or told.get("pages"),
        keywords=[word for text in fields.get("keywords", []) for word in words(text, ";")],
        url=address(told.get("url")),
    )


def _people(lines: list[str]) -> tuple[str, ...]:
    """Everybody of one line, or one of each of several."""
    return people(lines[0]) if len(lines) == 1 else once(map(natural, lines))
