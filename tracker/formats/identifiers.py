"""A list of nothing but identifiers and addresses, one a line: DOIs, arXiv and PubMed ids, pages of papers."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import arxiv, doi, kind_of, lines_of, made
from tracker.formats.record import Failure, Record

SUFFIXES = (".txt", ".url", ".list")

BULLET = re.compile(r"^(?:[-*•]|\d{1,5}[.)])\s+")
PMID = re.compile(r"(?:PMID:?\s*)?(\d{7,8})", re.I)
NAMED = re.compile(
    r"(?:doi:?\s*|https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+|(?:arxiv:\s*)?\d{4}\.\d{4,5}(?:v\d+)?|"
    r"(?:arxiv:\s*)?[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?|<?https?://\S+>?|(?:PMID:?\s*)?\d{7,8}",
    re.I,
)


def looks_like(head: str) -> bool:
    """Whether every line, but for the last, which may be cut, is an identifier, an address or a remark."""
    lines = [line for line in map(_bare, lines_of(head)) if line and not line.startswith("#")]
    whole = lines[:-1] if len(lines) > 1 and len(head) > 4000 else lines
    return bool(whole) and all(NAMED.fullmatch(line) for line in whole)


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for number, raw in enumerate(lines, 1):
        line = _bare(raw)
        if not line or line.startswith("#"):
            continue
        yield named(line, number, raw)


def named(line: str, number: int, raw: str) -> Record | Failure:
    """The paper that an identifier or an address names."""
    if not NAMED.fullmatch(line):
        return Failure("", number, "Neither a DOI, an arXiv or PubMed id nor an address", raw)
    pmid = PMID.fullmatch(line)
    url = line.strip("<>") if "://" in line else f"https://pubmed.ncbi.nlm.nih.gov/{pmid[1]}/" if pmid else ""
    ids = {"doi": doi(line), "arxiv_id": None if doi(line) else arxiv(line)}
    return made(number, raw, **ids, **({kind_of(url): url} if url else {}))


def _bare(line: str) -> str:
    return BULLET.sub("", line.strip().lstrip("\ufeff")).strip()
