"""Reference lists as papers end with them, in the manner of the APA or of the IEEE, one a paragraph or a line."""

import re
from collections.abc import Iterator

from tracker.formats.fields import address, arxiv, doi, lines_of, made, people
from tracker.formats.record import Failure, Record

SUFFIXES = (".txt", ".text")

NUMBER = r"(?:\[\d{1,4}\]|\d{1,4}\.)?\s*"
APA = re.compile(
    rf"{NUMBER}(?P<people>[^\W\d_][^()\"“]{{2,1500}}?\.?)\s"
    r"\((?P<year>(?:1[89]|20)\d\d)[a-z]?(?:, [^()]{1,40})?\)\.\s+"
    r"(?P<title>\S.{5,400}?[.?!])(?=\s|$)(?P<rest>.*)"
)
IEEE = re.compile(
    r"\[\d{1,4}\]\s*(?P<people>[^\"“]{3,1500}?),\s*[\"“](?P<title>[^\"”]{5,400}?)[,.]?[\"”],?\s*(?P<rest>.*)"
)
NUMBERED = re.compile(r"\[\d{1,4}\]\s")
APART = re.compile(r"(?<=\.),\s*(?:&|and)?\s*|,?\s+(?:&|and)\s+")
YEARS = re.compile(r"\b(?:1[89]|20)\d\d\b")
PAGES = re.compile(r"(?:\bpp\.\s*|,\s*)(\w?\d+[-–]\w?\d+)\b")
PLACE = re.compile(r"\s*(?:In\s+|in\s+)?(?P<venue>[^,]{3,200}?)(?=,|\.\s*$|\.\s+https?:|\s\(pp|\.\s*\(|$)")


def looks_like(head: str) -> bool:
    """Whether all paragraphs, but for the last, which may be cut, and a heading are references, and at least two."""
    found = [one for _, one in _paragraphs(head)]
    whole = found[:-1] if len(head) > 4000 else found
    known = sum(_parts(one) is not None for one in whole)
    return known > 1 and known >= len(whole) - 1


def read(text: str) -> Iterator[Record | Failure]:
    for line, raw in _paragraphs(text):
        if (found := _parts(raw)) is None:
            if not re.fullmatch(r"#*\s*(?:references|bibliography|works cited|literature)\W*", raw, re.I):
                yield Failure("", line, "Not a reference like the others", raw)
        else:
            yield _record(found, line, raw)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Lines, where each is a reference; else what stands between empty lines or numbers in brackets."""
    lines = [" ".join(one.split()) for one in lines_of(text.lstrip("\ufeff"))]
    full = [one for one in lines if one]
    single = sum(_parts(one) is not None for one in full) >= len(full) - 1
    begun, held = 1, list[str]()
    for number, line in enumerate([*lines, ""], 1):
        if held and (single or not line or NUMBERED.match(line)):
            yield begun, " ".join(held)
            held = []
        if line:
            begun = begun if held else number
            held.append(line)


def _parts(text: str) -> re.Match[str] | None:
    return APA.fullmatch(text) or IEEE.fullmatch(text)


def _record(found: re.Match[str], line: int, raw: str) -> Record | Failure:
    rest = found["rest"]
    place, pages, years = PLACE.match(rest), PAGES.search(rest), YEARS.findall(rest)
    names = [part for part in APART.split(found["people"]) if part.strip(" .")]
    return made(
        line,
        raw,
        title=found["title"].removesuffix("."),
        authors=people("; ".join(f"{name}." if re.search(r"\b[A-Z]$", name) else name for name in names)),
        year=found["year"] if found.re is APA else (years[-1] if years else None),
        venue=place["venue"] if place and "://" not in place["venue"] and not doi(place["venue"]) else None,
        pages=pages[1].replace("–", "-") if pages else None,
        doi=doi(rest),
        arxiv_id=arxiv(rest) if "arxiv" in rest.lower() else None,
        url=address(rest),
    )
