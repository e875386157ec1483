"""Writes a reading list in Markdown, an item a paper, that people read and `read` reads back."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.markdown_text import LABEL, bare
from tracker.formats.record import Record


def write(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield "".join(f"{line}\n" for line in _lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    title = record.title or record.headline or record.key or "Without a title"
    linked = record.url and not _is_link(title)
    yield f"- [{_escaped(title)}]({_target(record.url or '')})" if linked else f"- **{_escaped(title)}**"
    if record.authors:
        yield f"  by {_names(record.authors)}"
    links = ([] if linked or not record.url else [f"[paper page]({_target(record.url)})"]) + list(_links(record))
    yield from (f"  {line}" for line in (_venue(record), " · ".join(links)) if line)
    if record.keywords:
        yield f"  Keywords: {_listed(record.keywords)}"
    if all(" " not in tag for tag in record.tags):
        yield from ["  " + " ".join(f"#{tag}" for tag in record.tags)] if record.tags else ()
    else:
        yield f"  Tags: {_listed(record.tags)}"
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


def _escaped(text: str, signs: str = "[]") -> str:
    """A text with some signs escaped, and a backslash where it would escape what follows it."""
    return re.sub(rf"[{re.escape(signs)}]|\\(?=[\\\[\]*_`#|<>!.()-]|$)", r"\\\g<0>", text)


def _is_link(title: str) -> bool:
    """Whether a title as the text of a link would be taken for what the link leads to, such as `Code`."""
    return "](" in title or not bare(title) or bool(LABEL.fullmatch(bare(title)))


def _listed(words: Iterable[str]) -> str:
    return "; ".join(word.replace(";", ",") for word in words) + ";"


def _names(names: tuple[str, ...]) -> str:
    """Names parted by commas; by semicolons where a name has a comma in it or is the only one."""
    plain = len(names) > 1 and all(" " in name and not re.search(r"[,;&]|\band\b", name) for name in names)
    return ", ".join(names) if plain else "; ".join(name.replace(";", ",") for name in names) + ";"


def _venue(record: Record) -> str:
    venue = f"*{_escaped(record.venue, '*')}*" if record.venue else ""
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
