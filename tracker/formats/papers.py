"""Papers as JSON and YAML tell of them: OpenReview, Crossref, OpenAlex, Semantic Scholar, CSL, Zotero, lists of
conferences, and this program's own."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tracker.formats import accents, inside
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
TYPED = ("articleids", "external_ids", "externalIdentifiers", "identifiers")
NUMBERS = ("id", "entry_id")
STATES = ("status", "reading_status", "label")
SHORT = ("title_variants", "title-short", "shortTitle")
PAGES = ("pages", "page", "page-range", "journal.pages", "biblio.first_page")
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
    found = {field: read(item) for field, read in _told(item)}
    links, status, tags, notes = found.pop("links", {}), *gathered(tuple(found.pop("notes", ())))
    state = found.pop("status", None)
    venue, taken = _taken(found.get("venue", ""), state or "")
    found |= links | {"venue": venue, "notes": notes, "status": None if taken else state or status}
    found |= {"year": found.get("year") or venue, "tags": (*found.get("tags", ()), *taken, *tags)}
    return made(line, raw, **found)


def _told(item: Mapping[str, Any]) -> Iterator[tuple[str, Callable[[Mapping[str, Any]], Any]]]:
    """The fields of which an object may tell, by the names in it, each with what reads it."""
    fields = {field for name in item for field in _NAMED.get(name, ())}
    return ((field, _READ[field][1]) for field in fields)


def _taken(venue: str, state: str) -> tuple[str, list[str]]:
    """The venue, and how it took the paper: `ICML 2025 oral` is ICML 2025 and a tag."""
    if found := HOW.fullmatch(venue):
        return found[1], [found[2].lower()]
    return venue, [state.lower()] if state.lower().startswith(ACCEPTED) else []


def _state(item: Mapping[str, Any]) -> str | None:
    """A reading state or a label; the name that a program shows a paper under is none."""
    state = inside.first(item, *STATES)
    return None if state == inside.first(item, *TITLES) else state


_TELLING = frozenset(
    (
        *TITLES[:5],
        *ABSTRACTS[:4],
        *DOIS[:2],
        "abstract_inverted_index",
        "arxiv_id",
        "paperId",
        "titles",
        "title_s",
        OURS,
    )
)


def is_paper(item: object) -> bool:
    """Whether an object tells of a paper."""
    if not isinstance(item, Mapping):
        return False
    inner = _unwrapped(item)
    return not _TELLING.isdisjoint(inner)


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


def _notes(item: Mapping[str, Any]) -> Iterator[str]:
    """What somebody wrote; a note that is HTML, as plain text. What arXiv calls comments are the authors' own."""
    for note in inside.texts(item, *(NOTES if "categories" not in item else NOTES[:3])):
        yield unmarked(note) if note.startswith("<") else note


def _abstract(item: Mapping[str, Any]) -> str | None:
    index = item.get("abstract_inverted_index")
    if isinstance(index, dict):
        return _in_order(index)
    value = next((value for name in ABSTRACTS if (value := inside.at(item, name))), None)
    paragraphs = [text for one in (value if isinstance(value, list) else [value]) if (text := inside.text(one))]
    return unmarked("\n\n".join(paragraphs))


def _in_order(index: Mapping[str, Any]) -> str:
    """OpenAlex's words by place, as a text again."""
    places = [(at, word) for word, found in index.items() if isinstance(found, list) for at in found]
    return " ".join(str(word) for _, word in sorted(place for place in places if isinstance(place[0], int)))


def _authors(item: Mapping[str, Any]) -> list[str]:
    value = next((value for name in AUTHORS if (value := inside.at(item, name))), None)
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
    if name := inside.first(
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
    family = inside.first(one, "family", "last", "lastName", "last_name", "family-names", "surname")
    given = inside.first(one, "given", "first", "firstName", "first_name", "given-names")
    particle = inside.first(one, "non-dropping-particle", "dropping-particle", "name-particle", "prefix", "von")
    return " ".join(filter(None, (given, particle, family, inside.first(one, "suffix", "name-suffix")))) or None


def _year(item: Mapping[str, Any]) -> str | None:
    if first := year(inside.at(item, "versions.0.created")):
        return str(first)
    for name in YEARS:
        value = item.get(name)
        parts = inside.at(value, "date-parts.0.0") if isinstance(value, dict) else None
        found = inside.text(parts) or (
            inside.first(value, "raw", "literal", "year") if isinstance(value, dict) else inside.text(value)
        )
        if found and any(map(str.isdigit, found)) and not doi(found):
            return found
    return None


def _arxiv(item: Mapping[str, Any]) -> str | None:
    found = (*(inside.first(item, name) for name in ARXIVS), _typed(item, "arxiv"))
    told = next((one for one in found if one and (arxiv(one) or "/" in one)), None)
    return told or next((one for name in NUMBERS if (one := inside.first(item, name)) and BY_ARXIV.match(one)), None)


def _typed(item: Mapping[str, Any], kind: str) -> str | None:
    """An identifier out of a list in which each says of what kind it is."""
    for name in TYPED:
        for one in each if isinstance(each := item.get(name), list) else ():
            if isinstance(one, dict) and (inside.first(one, "type", "idtype", "id_type") or "").lower() == kind:
                return inside.first(one, "value", "id")
    return None


def _openreview(item: Mapping[str, Any]) -> str | None:
    found = inside.first(item, *OPENREVIEW)
    if found and "id=" in found:
        return found.partition("id=")[2].partition("&")[0]
    return found if found and "/" not in found and " " not in found else None


def _pages(item: Mapping[str, Any]) -> str | None:
    first, last = inside.first(item, "biblio.first_page"), inside.first(item, "biblio.last_page")
    joined = f"{first}-{last}" if first and last and first != last else first
    return inside.first(item, *PAGES[:-1]) or joined


def _words(item: Mapping[str, Any], *names: str) -> list[str]:
    return list(_each_word(item, names))


def _each_word(item: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        value = item.get(name)
        if isinstance(value, str):
            yield from words(value)
        elif isinstance(value, list):
            for one in value:
                word = (
                    inside.first(one, "tag", "display_name", "keyword", "name")
                    if isinstance(one, dict)
                    else inside.text(one)
                )
                if word:
                    yield word


def _links(item: Mapping[str, Any]) -> dict[str, str]:
    kinds = (("pdf_url", PDFS), ("code_url", CODES), ("project_url", PROJECTS))
    found = {kind: url for kind, names in kinds if (url := address(inside.first(item, *names)))}
    for name in PAGES_AT:
        if url := address(inside.first(item, name)):
            kind = kind_of(url)
            found.setdefault("url" if kind in found else kind, url)
    return found


def _one(*names: str) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], str | None]]:
    return names, lambda item: inside.first(item, *names)


def _plain(*names: str) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], str]]:
    return names, lambda item: unmarked(inside.first(item, *names) or "")


def _many(*names: str) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], list[str]]]:
    return names, lambda item: _words(item, *names)


# Each field with the names under which it stands and what reads it. Of an object only what it may tell is read: most
# have five names of these hundred and fifty.
_READ: Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], Any]]] = {
    "title": _plain(*TITLES),
    "abstract": ((*ABSTRACTS, "abstract_inverted_index"), _abstract),
    "authors": (AUTHORS, _authors),
    "year": ((*YEARS, "versions"), _year),
    "venue": _plain(*VENUES),
    "doi": ((*DOIS, *TYPED), lambda item: inside.first(item, *DOIS) or _typed(item, "doi")),
    "arxiv_id": ((*ARXIVS, *TYPED, *NUMBERS), _arxiv),
    "openreview_id": (OPENREVIEW, _openreview),
    "pages": (PAGES, _pages),
    "keywords": _many(*KEYWORDS),
    "tags": _many("tags", "labels"),
    "notes": (NOTES, _notes),
    "status": (STATES, _state),
    "key": _one(*KEYS),
    "collection": _one("collection"),
    "proceedings": _one("proceedings", "collection-series"),
    "title_variants": (SHORT, lambda item: inside.texts(item, *SHORT)),
    "links": ((*PDFS, *CODES, *PROJECTS, *PAGES_AT), _links),
}
_NAMED: dict[str, list[str]] = {}  # the fields of which a name in an object may tell
for _field, (_names, _) in _READ.items():
    for _head in dict.fromkeys(_name.partition(".")[0] for _name in _names):
        _NAMED.setdefault(_head, []).append(_field)
