"""What formats have in common: years, identifiers, addresses, people and words as files write them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tracker.formats.record import Failure, Record
from tracker.text.clean import one_line

NOTHING = "Neither a title nor a text, an identifier or an address: nothing to know a paper by"

YEAR = re.compile(r"(?<!\d)(?:1[0-9]|2[0-9])\d\d(?!\d)")
DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>|\\^`{}]+")
DOI_END = re.compile(r"(?:[.,;:'!?\]*]|\[doi\]|&[lg]t;?|/?\.?(?:pdf|full|abstract|html))+$", re.I)
ARXIV = re.compile(
    r"(?:^|arxiv[:./\s]\s*(?:org/)?(?:abs/|pdf/|html/)?|/(?:abs|pdf|html)/)"
    r"(\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?![\d/])",
    re.I,
)
OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[^\s#]*&)?id=([\w-]{6,})")
ADDRESS = re.compile(r"(?:https?://|www\.(?=\S+\.))[^\s\"<>\\^`{}|]+", re.I)
CODE = re.compile(r"https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/", re.I)
PDF = re.compile(r"\.pdf(?:[?#]|$)|/pdf/|/pdf\?", re.I)
LONE = re.compile("[\ud800-\udfff]")  # halves of a character, which no file and no library can keep
PLAIN = ("title", "venue", "collection", "proceedings", "pages", "key", "status", "system_name", "system_expansion")
LISTS = ("authors", "keywords", "title_variants", "aliases")
LINKS = ("url", "pdf_url", "code_url", "project_url")
KNOWN_BY = ("title", "abstract", "doi", "arxiv_id", "openreview_id", "url", "pdf_url")


def made(line: int, raw: str, **found: Any) -> Record | Failure:
    """A record of what a file says, tidied: names on one line, identifiers bare, each word of a list once.

    What an address tells (a DOI, an arXiv id) is filled in where the file does not say it elsewhere. Where nothing
    names the paper, a failure says so.
    """
    values = {name: _TIDY[name](value) for name, value in found.items() if value is not None and name in _TIDY}
    links = " ".join(value for name in LINKS if (value := values.get(name)))
    named, number = values.pop("doi", None), values.pop("arxiv_id", None)
    values["doi"] = doi(named) or _bare(named) or doi(links)
    values["arxiv_id"] = arxiv(number) or arxiv(named) or arxiv(links)
    values["openreview_id"] = values.get("openreview_id") or openreview(links)
    if any(values.get(name) for name in KNOWN_BY):
        return Record(**values, rating=found.get("rating"), priority=found.get("priority") or 0, line=line, raw=raw)
    return Failure("", line, NOTHING, raw)


def flat(value: object) -> str | None:
    """A value on one line, None where there is nothing in it."""
    if value is None or isinstance(value, bool):
        return None
    return " ".join(whole(str(value)).split()) or None


def whole(text: str) -> str:
    """A text without halves of characters."""
    return text if text.isascii() else LONE.sub("�", text)


def block(value: object) -> str | None:
    """A text as it stands, without white space around it and at the ends of its lines."""
    if not isinstance(value, str):
        return None
    return "\n".join(line.rstrip() for line in whole(value).strip().split("\n")) or None


def texts(values: object) -> tuple[str, ...]:
    """Each of some texts once, as it stands; a single one is one."""
    if isinstance(values, str):
        values = (values,)
    return (
        tuple(dict.fromkeys(text for value in values if (text := block(value)))) if isinstance(values, Iterable) else ()
    )


def once(values: object) -> tuple[str, ...]:
    """Each of some names once, in their order; a single text is one."""
    if isinstance(values, str):
        values = (values,)
    if not values or not isinstance(values, Iterable):
        return ()
    return tuple(dict.fromkeys(name for value in values if isinstance(value, str) and (name := flat(value))))


def tags(values: Iterable[str]) -> tuple[str, ...]:
    """Words that can be tags: with more in them than the signs that only set them off."""
    return tuple(value for value in once(values) if one_line(value).strip("#+-/, "))


def year(value: object) -> int | None:
    """The first year, 1000 to 2999, that a date of any spelling names."""
    found = YEAR.search(str(value)) if value is not None and not isinstance(value, bool) else None
    return int(found.group()) if found else None


def doi(value: object) -> str | None:
    """The bare DOI in an identifier, an address or a line of text, in lower case."""
    found = DOI.search(value.replace("%2F", "/").replace("%2f", "/")) if isinstance(value, str) else None
    if not found:
        return None
    name = DOI_END.sub("", found.group().split("&", 1)[0])
    if name.endswith(")") and name.count(")") > name.count("("):
        name = name[:-1]
    return LONE.sub("", name).lower()


def _bare(value: object) -> str | None:
    """What stands where a DOI should and begins like one, though no publisher has such a number."""
    text = (
        re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", "", value.strip().lower()) if isinstance(value, str) else ""
    )
    return LONE.sub("", text) if text.startswith("10.") and " " not in text else None


def arxiv(value: object) -> str | None:
    """The arXiv id, without its version, in an id, an address or an arXiv DOI."""
    found = ARXIV.search(value.strip()) if isinstance(value, str) else None
    return found[1] if found else None


def openreview(value: object) -> str | None:
    found = OPENREVIEW.search(value) if isinstance(value, str) else None
    return found[1] if found else None


def address(value: object) -> str | None:
    """The first address of a page in a text."""
    found = ADDRESS.search(value) if isinstance(value, str) else None
    if not found:
        return None
    url = LONE.sub("", found.group().rstrip(".,;'"))
    return url if url.lower().startswith("http") else f"https://{url}"


def kind_of(url: str) -> str:
    """The field of a record that an address belongs in: code, PDF or page."""
    if CODE.match(url):
        return "code_url"
    return "pdf_url" if PDF.search(url) else "url"


def natural(name: str) -> str:
    """A person's name as it is spoken: `Lee, Ann` is `Ann Lee`, `King, Jr., Martin` is `Martin King Jr.`."""
    name = NAMESAKE.sub("", name) if name[-1:].isdigit() else name
    parts = [part.strip() for part in name.split(",")]
    parts = [part for part in parts if part]
    match parts:
        case [last, first]:
            return f"{last}, {first}" if COMPANY.fullmatch(first) else f"{first} {last}"
        case [last, second, third]:
            first, suffix = (third, second) if SUFFIX.fullmatch(second) else (second, third)
            return f"{first} {last} {suffix}" if SUFFIX.fullmatch(suffix) else name.strip()
    return name.strip().rstrip(",")


NAMESAKE = re.compile(r" 0\d{3}$")  # by which DBLP tells people of one name apart
COMPANY = re.compile(r"(?:Inc|Ltd|LLC|Corp|Co|GmbH|AG|S\.A|PLC)\.?", re.I)
SUFFIX = re.compile(r"(?:Jr|Sr|I{2,3}|IV|VI{0,3}|[2-4](?:nd|rd|th)|M\.?D|Ph\.?D)\.?", re.I)
SEMICOLONS = re.compile(r"\s*[;\n]\s*(?:and\s+)?")
ANDS = re.compile(r"\s+(?:and|&)\s+")
COMMAS = re.compile(r"\s*,\s*(?:and\s+)?")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")


def people(text: str) -> tuple[str, ...]:
    """The people of one string: parted by `;` or line ends, else by `and`, else by commas that give whole names."""
    parts = SEMICOLONS.split(text.strip())
    if len(parts) == 1:
        parts = ANDS.split(parts[0])
        parts = [*_by_commas(parts[0]), *parts[1:]]
    return once(natural(part) for part in parts if part.strip(" ,"))


def _by_commas(text: str) -> list[str]:
    """`Ann Lee, Bob Ray` and `Lee A., Ray B.` are two; `Lee, Ann` and `Lee, A.` are one."""
    parts = [part for part in COMMAS.split(text.strip(" ,")) if part]
    if len(parts) > 3 and all(INITIALS.fullmatch(part) for part in parts[1::2]) and len(parts) % 2 == 0:
        return [f"{last}, {first}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
    if len(parts) < 2 or any(SUFFIX.fullmatch(part) or COMPANY.fullmatch(part) for part in parts):
        return [text]
    whole = all(len(part.split()) > 1 for part in parts)
    return parts if whole or len(parts) > 3 else [text]


def words(text: str, marks: str = ";,\n") -> tuple[str, ...]:
    """Keywords of one string, parted by the first of the marks that is in it."""
    for mark in marks:
        if mark in text:
            return once(text.split(mark))
    return once(text)


ORGANISATION = re.compile(
    r"\b(?:team|group|consortium|collaboration|committee|council|association|society|university|institute|agency|"
    r"organi[sz]ation|department|ministry|cent(?:er|re)|foundation|network|project|inc|ltd|llc|corp|gmbh|academy|"
    r"commission|initiative|laborator(?:y|ies)|labs?|study|investigators|trialists)\b",
    re.I,
)


def family_first(name: str) -> tuple[str, str, str]:
    """A name as family name, given names and suffix; an organisation or a single name is all family.

    `natural` of the three between commas is the name again.
    """
    parts = name.split()
    if len(parts) < 2 or "," in name or ORGANISATION.search(name):
        return name, "", ""
    suffix = parts.pop() if len(parts) > 2 and SUFFIX.fullmatch(parts[-1]) else ""
    at = len(parts) - 1
    while at > 1 and parts[at - 1].islower():
        at -= 1
    return " ".join(parts[at:]), " ".join(parts[:at]), suffix


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text without their ends, whatever system wrote it."""
    from io import StringIO

    return (line.rstrip("\n") for line in StringIO(text, newline=None))


_TIDY: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys((*PLAIN, "headline", "heading", "openreview_id"), flat),
    **dict.fromkeys(LISTS, once),
    **dict.fromkeys(LINKS, address),
    **dict.fromkeys(("doi", "arxiv_id"), lambda value: value),  # looked for in each other, too
    "abstract": block,
    "year": year,
    "tags": tags,
    "notes": texts,
}
