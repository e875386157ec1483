"""What the fields of a BibTeX entry tell about a paper."""

import re
from collections.abc import Iterator, Mapping

from tracker.formats import accents
from tracker.formats.bibtex_values import Entry
from tracker.formats.fields import address, kind_of, made, natural, once
from tracker.formats.labels import gathered
from tracker.formats.record import Failure, Record

AND = re.compile(r"\s+and\s+", re.I)
EXTENDED = re.compile(r"(family|given|prefix|suffix)\s*=\s*(\{[^{}]*\}|\"[^\"]*\"|[^,]*)", re.I)
MACRO = re.compile(r"\\[A-Za-z]{2,12}")
BRACES = re.compile(r"\\.|[{}]", re.S)
ABSTRACTS = ("abstract", "abstractnote", "summary")
VENUES = ("journal", "journaltitle", "booktitle", "maintitle", "eventtitle", "conference", "school", "institution")
NOTES = ("annote", "annotation", "comment", "comments", "review", "notes", "note")
TAGS = ("groups", "tags", "mendeley-tags", "label")
URLS = ("url", "link", "howpublished", "bdsk-url-1", "ee", "biburl")
CONFERENCES = {"inproceedings", "conference", "proceedings", "incollection"}
BIBLIOGRAPHIC = re.compile(
    r"(?:pmid|pmcid|issn|isbn|doi|arxiv|number:|place:|publisher:|accepted|to appear|in press|submitted|cited by|"
    r"version:|citation key|tex\.|_eprint|journal abbreviation|\d+ ?(?:pp|pages)|publisher copyright|export date|"
    r"\\?url|https?://|this is a )",
    re.I,
)


def record(entry: Entry) -> Record | Failure:
    """The paper that an entry is of."""
    fields = entry.fields
    status, tags, notes = gathered(tuple(_notes(fields)))
    links = _links(fields)
    return made(
        entry.line,
        entry.raw,
        title=_title(entry),
        abstract=_abstract(fields),
        authors=people(fields.get("author") or fields.get("editor") or ""),
        year=fields.get("year") or fields.get("date") or fields.get("eventdate"),
        venue=_venue(fields),
        proceedings=_proceedings(entry),
        doi=fields.get("doi") or fields.get("ee"),
        arxiv_id=_arxiv(fields),
        openreview_id=fields.get("openreview"),
        pages=_pages(fields.get("pages")),
        keywords=_words(fields, "keywords", "keyword", "author_keywords"),
        tags=(*_words(fields, *TAGS), *tags),
        notes=notes,
        status=_status(fields) or status,
        rating=_level("rank", 5, fields.get("ranking")),
        priority=4 - (_level("prio", 3, fields.get("priority")) or 4),
        key=entry.key,
        title_variants=[accents.title(fields[name]) for name in ("shorttitle", "titleaddon") if fields.get(name)],
        collection=accents.plain(fields.get("collection", "")),
        **links,
    )


def _title(entry: Entry) -> str:
    """Title and subtitle; a book's own title where a part has none."""
    fields = entry.fields
    title = fields.get("title") or (fields.get("maintitle") or fields.get("booktitle") or "")
    subtitle = fields.get("subtitle")
    return accents.title(f"{title}: {subtitle}" if title and subtitle else title)


def _abstract(fields: Mapping[str, str]) -> str | None:
    """The abstract with its paragraphs, lines joined, braces around all of it gone."""
    source = next((fields[name] for name in ABSTRACTS if fields.get(name)), "")
    while source.startswith("{") and source.endswith("}") and _is_whole(source):
        source = source[1:-1].strip()
    text = accents.text(source)
    if "\n" not in text and "\\par" not in text:
        return " ".join(text.split())
    paragraphs = re.split(r"\n[ \t]*\n\s*|\s*\\par(?![A-Za-z])\s*", text)
    return "\n\n".join(" ".join(part.split()) for part in paragraphs if part.strip())


def _is_whole(source: str) -> bool:
    """Whether the first brace is closed by the last."""
    depth = 0
    for found in BRACES.finditer(source, 0, len(source) - 1):
        depth += (found[0] == "{") - (found[0] == "}")
        if depth == 0:
            return False
    return depth == 1


def people(source: str) -> tuple[str, ...]:
    """The names of an author field as they are spoken; a name in braces is taken as it is."""
    return once(_name(part) for part in _parted(source) if part.strip().lower() not in ("others", "et al.", "et al"))


def _parted(source: str) -> Iterator[str]:
    """The field at every `and` outside of braces."""
    if "{" not in source:
        yield from AND.split(source)
        return
    held = ""
    for part in re.split(r"(\s+and\s+)", source, flags=re.I):
        if AND.fullmatch(part) and held.count("{") <= held.count("}"):
            yield held
            held = ""
        else:
            held += part
    yield held


def _name(source: str) -> str:
    source = source.strip()
    if "=" in source and (parts := {one.lower(): value for one, value in EXTENDED.findall(source)}):
        order = (parts.get(one, "").strip(' {}"') for one in ("given", "prefix", "family", "suffix"))
        return accents.plain(" ".join(filter(None, order)))
    if source.startswith("{") and source.endswith("}") and _is_whole(source):
        return accents.plain(source)
    return natural(accents.plain(_without_inner_commas(source)))


def _without_inner_commas(source: str) -> str:
    """A name whose parts in braces hold a comma is no name of a person; it keeps its order."""
    return source if "{" not in source else re.sub(r"\{([^{}\\]*),([^{}]*)\}", r"{\1\2}", source)


def _arxiv(fields: Mapping[str, str]) -> str | None:
    kind = (fields.get("archiveprefix") or fields.get("eprinttype") or "").lower()
    eprint = fields.get("eprint", "")
    if eprint and (kind in ("arxiv", "") or "arxiv" in eprint.lower()):
        return re.sub(r"v\d+$", "", eprint.strip())
    journal = fields.get("journal", "")
    return fields.get("arxiv") or fields.get("arxivid") or (journal if "arxiv" in journal.lower() else None)


def _pages(source: str | None) -> str | None:
    return re.sub(r"\s*(?:--+|–|—)\s*", "-", accents.plain(source)) if source else None


def _venue(fields: Mapping[str, str]) -> str:
    """Where it was published; of a macro that a journal's own style defines (`\\mnras`), the name in capitals."""
    found = next((fields[name] for name in VENUES if fields.get(name)), "")
    return accents.plain(found) or (found[1:].upper() if MACRO.fullmatch(found) else "")


def _level(name: str, most: int, value: str | None) -> int | None:
    """JabRef's `rank4` and `prio1`: the number, from 1."""
    found = re.fullmatch(rf"{name}(\d)", value.strip()) if value else None
    return int(found[1]) if found and 1 <= int(found[1]) <= most else None


def _proceedings(entry: Entry) -> str | None:
    """The series with its volume: `PMLR 267`."""
    fields = entry.fields
    if entry.type not in CONFERENCES or not fields.get("series"):
        return None
    series, volume = accents.plain(fields["series"]), accents.plain(fields.get("volume", ""))
    if fields.get("publisher", "").strip("{}") == "PMLR" and volume:
        series = "PMLR"
    return f"{series} {volume}" if volume and not series.endswith(volume) else series


def _words(fields: Mapping[str, str], *names: str) -> list[str]:
    found = [accents.plain(fields[name]) for name in names if fields.get(name)]
    return [word for text in found for word in re.split(r"\s*;\s*" if ";" in text else r"\s*,\s*", text)]


def _notes(fields: Mapping[str, str]) -> Iterator[str]:
    """What somebody wrote; not what only completes the reference."""
    own = (name for name in fields if name.startswith("comment-"))  # of one of several who share a file of JabRef
    for name in filter(fields.get, (*NOTES, *own)):
        note = accents.text(fields[name]).strip()
        while note.startswith("{") and note.endswith("}") and _is_whole(note):
            note = note[1:-1].strip()
        if note and not (name == "note" and BIBLIOGRAPHIC.match(note.lstrip("{"))):
            yield note


def _status(fields: Mapping[str, str]) -> str | None:
    state = fields.get("readstatus") or fields.get("read-status") or fields.get("status")
    return state or ("read" if fields.get("read", "").lower() in ("1", "yes", "true", "read") else None)


def _links(fields: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in ("pdf", "code", "github", "project", "website"):
        if url := address(fields.get(name)):
            kind = {"pdf": "pdf_url", "code": "code_url", "github": "code_url"}.get(name, "project_url")
            found.setdefault(kind, url)
    for name in URLS:
        if name in fields and (url := address(_unescaped(fields[name]))):
            found.setdefault(kind_of(url), url)
    return found


def _unescaped(url: str) -> str:
    """An address without what TeX needs around its signs."""
    for spelled, sign in ((r"{\_}", "_"), ("{~}", "~"), (r"\textasciitilde", "~")):
        url = url.replace(spelled, sign)
    return re.sub(r"\\([_%#&~$])", r"\1", url)
