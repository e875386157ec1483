"""arXiv's API: Atom. It asks for one question in three seconds, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tracker.formats.record import Failure, Record
from tracker.services.trouble import Trouble

if TYPE_CHECKING:
    from tracker.services.line import Line, Words

NAME, TITLE = "arxiv", "arXiv"
URL = "https://export.arxiv.org"
PAUSE = POLITE = 3.0
IDS = ("arxiv_id",)
BATCH = 50
KEY = ""


def by_ids(line: Line, papers: Sequence[Record]) -> Iterator[Record]:
    ids = [paper.arxiv_id for paper in papers if paper.arxiv_id]
    return _read(line, {"id_list": ",".join(ids), "max_results": str(len(ids))})


def by_words(line: Line, words: Words) -> Iterator[Record]:
    """A title by its words and author, a text by a phrase that abstracts hold."""
    if words.title:
        who = f' AND au:"{words.author}"' if words.author else ""
        yield from _read(line, {"search_query": f'ti:"{words.title}"{who}', "max_results": "5"})
    elif words.opening:
        yield from _read(line, {"search_query": f'abs:"{words.opening}"', "max_results": "5"})


def _read(line: Line, parameters: dict[str, str]) -> Iterator[Record]:
    from tracker.formats import feed

    text = line.text("/api/query", parameters)
    if not feed.looks_like(text[:4096]):
        raise Trouble("arXiv answers with something that is no feed")
    for entry in feed.read(text):
        if isinstance(entry, Record) and entry.arxiv_id:
            page, pdf = (f"https://arxiv.org/{kind}/{entry.arxiv_id}" for kind in ("abs", "pdf"))
            yield entry._replace(keywords=(), url=page, pdf_url=pdf)
        elif isinstance(entry, Failure) and "answers with an error" in entry.message:
            raise Trouble(entry.message)
