"""PubMed's "Abstract (text)": numbered entries, the citation first, each part a paragraph."""

import re
from collections.abc import Iterator

from tracker.formats.fields import doi, made, once
from tracker.formats.record import Failure, Record

SUFFIXES = (".txt",)

CITED = r"[^\n]{0,200}?\b(?:19|20)\d\d\b[^\n]*(?:\n(?!\n)[^\n]*){0,4}"
START = re.compile(rf"^(\d{{1,6}})[.:] (?={CITED}\n\n)", re.M)
PMID = re.compile(r"^PMID: (\d{1,9})\b", re.M)
LABELS = re.compile(r"(?:Author information|Collaborators|Comment (?:in|on)|Erratum in|Update (?:in|of)):")
TAIL = re.compile(r"(?:DOI: |PMID: |PMCID: |Conflict of interest statement|Copyright|©)")
AUTHORS = re.compile(r"[^\n]*?[A-Z]{1,3}(?:\(\d+\)(?:\(\d+\))*)?(?:[,;.]|$)")


def looks_like(head: str) -> bool:
    head = re.sub(r"\r\n?", "\n", head)
    return bool(START.search(head)) and (bool(PMID.search(head)) or "Author information:" in head)


def read(text: str) -> Iterator[Record | Failure]:
    """A record an entry; an entry begins with the number that follows the last one's."""
    text = re.sub(r"\r\n?", "\n", text)
    starts = list(_starts(text))
    line, at = 1, 0
    for here, end in zip(starts, [*starts, len(text)][1:], strict=True):
        line, at = line + text.count("\n", at, here), here
        yield _record(text[here:end].strip(), line)
    if not starts:
        yield Failure("", 1, "There are no entries in this file", text[:2000])


def _starts(text: str) -> Iterator[int]:
    wanted: int | None = None  # a file may be the second of two
    for found in START.finditer(text):
        if wanted in (None, int(found[1])):
            wanted = int(found[1]) + 1
            yield found.start()


def _record(raw: str, line: int) -> Record | Failure:
    citation, *parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", raw))
    title = parts.pop(0) if parts else None
    authors = parts.pop(0) if parts and AUTHORS.match(parts[0]) and not TAIL.match(parts[0]) else ""
    texts = [part for part in parts if not LABELS.match(part) and not TAIL.match(part)]
    number = PMID.search(raw)
    citation = re.sub(r"^\d+[.:] ", "", citation)
    year = re.search(r"\b(?:19|20)\d\d\b", citation)
    return made(
        line,
        raw,
        title=title,
        authors=once(re.sub(r"\(\d+\)", "", name).strip(" .") for name in re.split(r"[,;]", authors)),
        abstract="\n\n".join(texts),
        year=year[0] if year else None,
        venue=citation.split(". ", 1)[0],
        doi=doi(raw),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number[1]}/" if number else None,
        pages=found[1] if (found := re.search(r":([A-Za-z]?\d+(?:-[A-Za-z]?\d+)?)\.", citation)) else None,
        key=number[1] if number else None,
    )
