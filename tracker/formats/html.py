"""Writes a page of papers for reading and printing; everything in it is escaped."""

from collections.abc import Iterable, Iterator
from html import escape

from tracker.formats.record import Record
from tracker.text.render import render

SUFFIXES = (".html", ".htm")

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Papers</title>
<style>
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 serif; color: #222; background: #fff }
h2 { margin: 2.5rem 0 0; font-size: 1.2rem } p { margin: .4rem 0 } .small { color: #555; font-size: .9rem }
blockquote { margin: .4rem 0; padding-left: 1rem; border-left: 3px solid #bbb; white-space: pre-line }
@media (prefers-color-scheme: dark) {
body { color: #ddd; background: #1b1b1b } a { color: #8bf } .small { color: #aaa }
}
</style>
</head>
<body>
"""
FOOT = "</body>\n</html>\n"


def write(records: Iterable[Record]) -> Iterator[str]:
    yield HEAD
    for record in records:
        yield "<article>\n" + "".join(f"{line}\n" for line in _lines(record)) + "</article>\n"
    yield FOOT


def _lines(record: Record) -> Iterator[str]:
    heading = escape(render(record.title or record.headline or record.key or "Without a title").text)
    yield f"<h2>{_linked(heading, record.url)}</h2>"
    yield from _small(", ".join(record.authors))
    yield from _small(", ".join(part for part in (record.venue, str(record.year or ""), record.pages) if part))
    if record.abstract:
        paragraphs = render(record.abstract).text.split("\n\n")
        yield from (f"<p>{escape(part)}</p>" for part in paragraphs if part.strip())
    yield from (f"<blockquote>{escape(note)}</blockquote>" for note in record.notes)
    if links := [_linked(name, url) for name, url in _links(record) if url]:
        yield f'<p class="small">{" · ".join(links)}</p>'
    yield from _small(" ".join(filter(None, (record.status, *(f"#{tag}" for tag in record.tags)))))


def _small(text: str) -> Iterator[str]:
    if text:
        yield f'<p class="small">{escape(text)}</p>'


def _links(record: Record) -> tuple[tuple[str, str | None], ...]:
    return (
        ("pdf", record.pdf_url),
        ("arXiv", record.arxiv_id and f"https://arxiv.org/abs/{record.arxiv_id}"),
        ("OpenReview", record.openreview_id and f"https://openreview.net/forum?id={record.openreview_id}"),
        ("doi", record.doi and f"https://doi.org/{record.doi}"),
        ("code", record.code_url),
        ("project", record.project_url),
    )


def _linked(text: str, url: str | None) -> str:
    """Text as a link where there is an address of the web; any other is left out."""
    if not url or not url.startswith(("https://", "http://")):
        return text
    return f'<a href="{escape(url)}" rel="noreferrer">{text}</a>'
