"""Writes a reading list in Markdown, an item a paper, that people read and `read` reads back."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.record import Record


def write(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield "".join(f"{line}\n" for line in _lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    title = re.sub(r"([\[\]])", r"\\\1", record.title or record.headline or record.key or "Without a title")
    yield f"- [{title}]({_target(record.url)})" if record.url else f"- **{title}**"
    if record.authors:
        yield f"  by {_names(record.authors)}"
    yield from (f"  {line}" for line in (_venue(record), " · ".join(_links(record))) if line)
    if record.keywords:
        yield f"  Keywords: {'; '.join(word.replace(';', ',') for word in record.keywords)};"
    if record.tags:
        yield "  " + " ".join("#" + "-".join(tag.split()) for tag in record.tags)
    if record.status:
        yield f"  Status: {record.status}"
    if record.abstract:
        yield ""
        yield from (f"  > {line}".rstrip() for line in record.abstract.split("\n"))
    for note in record.notes:
        yield ""
        first, *rest = note.split("\n")
        yield f"  - Note: {first}"
        yield from (f"    {line}".rstrip() for line in rest)


def _names(names: tuple[str, ...]) -> str:
    """Names parted by commas; by semicolons where a name has a comma in it or is the only one."""
    plain = len(names) > 1 and all(" " in name and not re.search(r"[,;&]|\band\b", name) for name in names)
    return ", ".join(names) if plain else "; ".join(name.replace(";", ",") for name in names) + ";"


def _venue(record: Record) -> str:
    venue = "*" + record.venue.replace("*", r"\*") + "*" if record.venue else ""
    return ", ".join(part for part in (venue, str(record.year or "")) if part)


def _links(record: Record) -> Iterator[str]:
    targets = (
        ("pdf", record.pdf_url),
        ("arXiv", record.arxiv_id and f"https://arxiv.org/abs/{record.arxiv_id}"),
        ("OpenReview", record.openreview_id and f"https://openreview.net/forum?id={record.openreview_id}"),
        ("doi", record.doi and f"https://doi.org/{record.doi}"),
        ("code", record.code_url),
        ("project", record.project_url),
    )
    yield from (f"[{name}]({_target(url)})" for name, url in targets if url)


def _target(url: str) -> str:
    """An address as Markdown takes it: no blanks, brackets spelled out."""
    for sign, spelled in ((" ", "%20"), ("(", "%28"), (")", "%29"), ("<", "%3C"), (">", "%3E")):
        url = url.replace(sign, spelled)
    return url
