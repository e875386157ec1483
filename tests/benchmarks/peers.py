"""Other engines, asked the same queries: each is made from papers, numbered from 1, and finds their numbers."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from rapidfuzz import fuzz, process

from tests.benchmarks.corpus import Paper
from tests.benchmarks.queries import Asked

Find = Callable[[Asked], Sequence[int]]
ROWS = 50


def fts5(papers: Sequence[Paper]) -> Find:
    """SQLite's full text alone: all words, the last as a beginning where it is unfinished, by bm25."""
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE f USING fts5(title, authors, abstract, tokenize='unicode61 remove_diacritics 2')"
    )
    rows = [(number, p.title, p.authors, p.abstract) for number, p in enumerate(papers, 1)]
    connection.executemany("INSERT INTO f (rowid, title, authors, abstract) VALUES (?, ?, ?, ?)", rows)

    def find(query: Asked) -> Sequence[int]:
        asked = " AND ".join(f'"{word}"' for word in query.text.split()) + (" *" if query.unfinished else "")
        sql = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 8.0, 6.0, 3.0) LIMIT ?"
        return [row[0] for row in connection.execute(sql, (asked, ROWS))]

    return find


def everything(papers: Sequence[Paper]) -> Find:
    """rapidfuzz over all texts."""
    texts = {number: f"{p.title} {p.authors} {p.abstract}".lower() for number, p in enumerate(papers, 1)}

    def find(query: Asked) -> Sequence[int]:
        return [
            number for *_, number in process.extract(query.text, texts, scorer=fuzz.partial_token_set_ratio, limit=ROWS)
        ]

    return find


def fzf(papers: Sequence[Paper]) -> Find | None:
    """fzf --filter over one line a paper."""
    if not shutil.which("fzf"):
        return None
    lines = "\n".join(f"{n}\t{p.title} {p.authors} {p.abstract}".replace("\n", " ") for n, p in enumerate(papers, 1))

    def find(query: Asked) -> Sequence[int]:
        command = ["fzf", "--filter", query.text, "--delimiter", "\t", "--nth", "2"]
        told = subprocess.run(command, input=lines, capture_output=True, text=True, check=False).stdout
        return [int(line.partition("\t")[0]) for line in told.splitlines()[:ROWS]]

    return find


def tantivy(papers: Sequence[Paper]) -> Find | None:
    """tantivy, every word also with one edit, the last one as a beginning where it is unfinished."""
    if not find_spec("tantivy"):
        return None
    library = import_module("tantivy")
    builder = library.SchemaBuilder()
    builder.add_integer_field("id", stored=True)
    for field in ("title", "authors", "abstract"):
        builder.add_text_field(field)
    index = library.Index(builder.build())
    writer = index.writer(100_000_000)
    for number, p in enumerate(papers, 1):
        writer.add_document(library.Document(id=number, title=p.title, authors=p.authors, abstract=p.abstract))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    fuzzy = dict.fromkeys(("title", "authors", "abstract"), (False, 1, True))
    boosts = {"title": 8.0, "authors": 6.0, "abstract": 3.0}

    def find(query: Asked) -> Sequence[int]:
        ends = dict.fromkeys(fuzzy, (query.unfinished, 1, True)) if query.unfinished else fuzzy
        parsed = index.parse_query(
            query.text, list(boosts), field_boosts=boosts, fuzzy_fields=ends, conjunction_by_default=True
        )
        return [searcher.doc(address)["id"][0] for _, address in searcher.search(parsed, ROWS).hits]

    return find


PEERS: dict[str, Callable[[Sequence[Paper]], Find | None]] = {
    "SQLite FTS5 alone": fts5,
    "rapidfuzz over everything": everything,
    "fzf --filter": fzf,
    "tantivy, fuzzy": tantivy,
}
