"""Papers as JSON and YAML tell of them: OpenReview, Crossref, OpenAlex, Semantic Scholar, CSL, Zotero, lists of
conferences, and this program's own."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tracker.formats import accents
from tracker.formats.fields import address, arxiv, doi, kind_of, made, natural, people, words, year
from tracker.formats.labels import gathered
from tracker.formats.marked import unmarked
from tracker.formats.own import OURS, read_own
from tracker.formats.paper_names import (
    ABSTRACTS,
    ARXIVS,
    AUTHORS,
    CODES,
    DOIS,
    KEYS,
    KEYWORDS,
    OPENREVIEW,
    PAGES_AT,
    PDFS,
    PROJECTS,
    TITLES,
    VENUES,
    YEARS,
)
from tracker.formats.record import Failure, Record

WRAPPED = (
    *("data", "message", "_source", "custom", "info", "metadata", "attributes", "bibjson"),
    *("citingPaper", "citedPaper", "recommendedPaper", "paper"),
)
NOTES = ("notes", "note", "annote", "comment", "comments")
ACCEPTED = ("oral", "spotlight", "poster", "notable", "outstanding", "highlight")  # how a conference took a paper
NUMBER = re.compile(r" \d{4}$")  # by which DBLP tells people of one name apart
BY_ARXIV = re.compile(r"(?:https?://arxiv\.org/abs/)?(?:\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?$")
HOW = re.compile(rf"(.{{2,60}}\b\d{{4}})\s+((?:{'|'.join(ACCEPTED)})[\w ]{{0,20}})", re.I)


def paper(item: Mapping[str, Any], line: int, raw: str) -> Record | Failure:
    """The paper that an object tells of, whichever service wrote it."""
    if OURS in item:
        return read_own(item, line, raw)
    item = _unwrapped(item)
    status, tags, notes = gathered(tuple(_notes(item)))
    state = _state(item)
    venue, taken = _taken(unmarked(_first(item, *VENUES) or ""), state or "")
    return made(
        line,
        raw,
        title=unmarked(_first(item, *TITLES) or ""),
        abstract=_abstract(item),
        authors=_authors(item),
        year=_year(item) or venue,
        venue=venue,
        doi=_first(item, *DOIS) or _typed(item, "doi"),
        arxiv_id=_arxiv(item),
        openreview_id=_openreview(item),
        pages=_pages(item),
        keywords=_words(item, *KEYWORDS),
        tags=(*_words(item, "tags", "labels"), *taken, *tags),
        notes=notes,
        status=None if taken else state or status,
        key=_first(item, *KEYS),
        collection=_first(item, "collection"),
        proceedings=_first(item, "proceedings", "collection-series"),
        title_variants=_texts(item, "title_variants", "title-short", "shortTitle"),
        **_links(item),
    )


def _taken(venue: str, state: str) -> tuple[str, list[str]]:
    """The venue, and how it took the paper: `ICML 2025 oral` is ICML 2025 and a tag."""
    if found := HOW.fullmatch(venue):
        return found[1], [found[2].lower()]
    return venue, [state.lower()] if state.lower().startswith(ACCEPTED) else []


def _state(item: Mapping[str, Any]) -> str | None:
    """A reading state or a label; the name that a program shows a paper under is none."""
    state = _first(item, "status", "reading_status", "label")
    return None if state == _first(item, *TITLES) else state


def is_paper(item: object) -> bool:
    """Whether an object tells of a paper."""
    if not isinstance(item, Mapping):
        return False
    inner = _unwrapped(item)
    names = (*TITLES[:5], *ABSTRACTS[:4], *DOIS[:2], "abstract_inverted_index", "arxiv_id", "paperId", OURS)
    return any(name in inner for name in (*names, "titles", "title_s"))


def _unwrapped(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """OpenReview's content, Zotero's data, Crossref's message and what a writer keeps apart, all on one level."""
    if "dc:title" in item:
        item = {name.rpartition(":")[2]: value for name, value in item.items()}
    if isinstance(content := item.get("content"), dict):
        fields = {name: one["value"] if _is_value(one) else one for name, one in content.items()}
        return {"openreview_id": item.get("forum") or item.get("id")} | fields
    for name in WRAPPED:
        if isinstance(inner := item.get(name), dict):
            return {**inner, **{one: value for one, value in item.items() if one != name}}
    return item


def _is_value(one: object) -> bool:
    return isinstance(one, dict) and "value" in one


def _at(item: Mapping[str, Any], path: str) -> Any:
    """What stands under a path of names, None where there is nothing."""
    head, _, rest = path.partition(".")
    found: Any = item.get(head)
    for name in rest.split(".") if rest and found else ():
        if isinstance(found, dict):  # what JSON and YAML make; asking for any mapping takes thrice as long
            found = found.get(name)
        elif isinstance(found, list) and name.isdigit():
            found = found[int(name)] if int(name) < len(found) else None
        else:
            return None
    return found


def _first(item: Mapping[str, Any], *paths: str) -> str | None:
    """The first text or number under some paths; of a list its first, of an object its name."""
    for path in paths:
        if (path in item or "." in path) and (text := _text(_at(item, path))):
            return text
    return None


def _text(value: Any) -> str | None:
    match value:
        case str():
            return value.strip() or None
        case bool() | float():
            return None
        case int():
            return str(value)
        case [first, *_]:
            return _text(first)
        case (
            {"value": inner}
            | {"name": inner}
            | {"display_name": inner}
            | {"title": inner}
            | {"note": inner}
            | {"p": inner}
        ):
            return _text(inner)
    return None


def _texts(item: Mapping[str, Any], *names: str) -> list[str]:
    """All texts under some names, those of lists too."""
    found = [item.get(name) for name in names]
    each = [part for value in found for part in (value if isinstance(value, list) else [value])]
    return [text for part in each if (text := _text(part))]


def _notes(item: Mapping[str, Any]) -> Iterator[str]:
    """What somebody wrote; a note that is HTML, as plain text. What arXiv calls comments are the authors' own."""
    for note in _texts(item, *(NOTES if "categories" not in item else NOTES[:3])):
        yield unmarked(note) if note.startswith("<") else note


def _abstract(item: Mapping[str, Any]) -> str | None:
    index = item.get("abstract_inverted_index")
    if isinstance(index, dict):
        return _in_order(index)
    value = next((value for name in ABSTRACTS if (value := _at(item, name))), None)
    paragraphs = [text for one in (value if isinstance(value, list) else [value]) if (text := _text(one))]
    return unmarked("\n\n".join(paragraphs))


def _in_order(index: Mapping[str, Any]) -> str:
    """OpenAlex's words by place, as a text again."""
    places = [(at, word) for word, found in index.items() if isinstance(found, list) for at in found]
    return " ".join(str(word) for _, word in sorted(place for place in places if isinstance(place[0], int)))


def _authors(item: Mapping[str, Any]) -> list[str]:
    value = next((value for name in AUTHORS if (value := _at(item, name))), None)
    if isinstance(value, str):
        return list(people(accents.text(value)))
    if isinstance(value, dict):
        inner = value.get("author") or value.get("authors")
        value = inner if isinstance(inner, list) else [inner or value]
    if not isinstance(value, list):
        return []
    kinds = {one.get("creatorType") for one in value if isinstance(one, Mapping)}
    wanted = (None, "author") if "author" in kinds else (None, "editor")
    told = (one for one in value if not isinstance(one, Mapping) or one.get("creatorType") in wanted)
    return [name for one in told if (name := _person(one))]


def _person(one: Any) -> str | None:
    """A name in whichever parts it comes."""
    if isinstance(one, str):
        return natural(one)
    if not isinstance(one, dict):
        return None
    if name := _first(
        one,
        "literal",
        "name",
        "display_name",
        "author.display_name",
        "raw_author_name",
        "full_name",
        "fullname",
        "text",
        "creator",
        "collective_name",
    ):
        return natural(name) if "," in name else NUMBER.sub("", name)
    family = _first(one, "family", "last", "lastName", "last_name", "family-names", "surname")
    given = _first(one, "given", "first", "firstName", "first_name", "given-names")
    particle = _first(one, "non-dropping-particle", "dropping-particle", "name-particle", "prefix", "von")
    return " ".join(filter(None, (given, particle, family, _first(one, "suffix", "name-suffix")))) or None


def _year(item: Mapping[str, Any]) -> str | None:
    if first := year(_at(item, "versions.0.created")):
        return str(first)
    for name in YEARS:
        value = item.get(name)
        parts = _at(value, "date-parts.0.0") if isinstance(value, dict) else None
        found = _text(parts) or (_first(value, "raw", "literal", "year") if isinstance(value, dict) else _text(value))
        if found and any(map(str.isdigit, found)) and not doi(found):
            return found
    return None


def _arxiv(item: Mapping[str, Any]) -> str | None:
    found = (*(_first(item, name) for name in ARXIVS), _typed(item, "arxiv"))
    told = next((one for one in found if one and (arxiv(one) or "/" in one)), None)
    return told or next(
        (one for name in ("id", "entry_id") if (one := _first(item, name)) and BY_ARXIV.match(one)), None
    )


def _typed(item: Mapping[str, Any], kind: str) -> str | None:
    """An identifier out of a list in which each says of what kind it is."""
    for name in ("articleids", "external_ids", "externalIdentifiers", "identifiers"):
        for one in each if isinstance(each := item.get(name), list) else ():
            if isinstance(one, dict) and (_first(one, "type", "idtype", "id_type") or "").lower() == kind:
                return _first(one, "value", "id")
    return None


def _openreview(item: Mapping[str, Any]) -> str | None:
    found = _first(item, *OPENREVIEW)
    if found and "id=" in found:
        return found.partition("id=")[2].partition("&")[0]
    return found if found and "/" not in found and " " not in found else None


def _pages(item: Mapping[str, Any]) -> str | None:
    first, last = _first(item, "biblio.first_page"), _first(item, "biblio.last_page")
    joined = f"{first}-{last}" if first and last and first != last else first
    return _first(item, "pages", "page", "page-range", "journal.pages") or joined


def _words(item: Mapping[str, Any], *names: str) -> list[str]:
    return list(_each_word(item, names))


def _each_word(item: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = item.get(name)
        if isinstance(value, str):
            yield from words(value)
        elif isinstance(value, list):
            for one in value:
                word = _first(one, "tag", "display_name", "keyword", "name") if isinstance(one, dict) else _text(one)
                if word:
                    yield word


def _links(item: Mapping[str, Any]) -> dict[str, str]:
    kinds = (("pdf_url", PDFS), ("code_url", CODES), ("project_url", PROJECTS))
    found = {kind: url for kind, names in kinds if (url := address(_first(item, *names)))}
    for name in PAGES_AT:
        if url := address(_first(item, name)):
            kind = kind_of(url)
            found.setdefault("url" if kind in found else kind, url)
    return found
