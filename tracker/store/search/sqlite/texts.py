"""The texts of papers that are searched, by column: what is indexed, and what places of matches count in."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tracker.text.fold import words

COLUMNS = ("heading", "abstract", "authors", "notes")
FIELDS = {"title": "heading", "abs": "abstract", "author": "authors", "note": "notes"}  # of the query language

STARTS = 3  # letters: beginnings of words up to this length have an index of their own

# Where each column's text stands in the rows, for patterns; `:me` may read it.
SOURCES = {
    "heading": "coalesce(p.title, p.headline)",
    "abstract": "(SELECT text FROM text_version"
    " WHERE paper_id = p.id AND field = 'abstract' ORDER BY seq DESC LIMIT 1)",
    "authors": "p.authors",
    "notes": "(SELECT group_concat(title || char(10) || body, char(10)) FROM note"
    " WHERE paper_id = p.id AND (visibility = 'team' OR author_id = {me}))",
}

# A word of a private note is indexed behind its writer's sign, so that it is a word for nobody else.
SIGN = "\ue000"

_TEXTS = """
SELECT p.id, coalesce(p.title, p.headline), p.authors,
       (SELECT t.text FROM text_version t WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1),
       coalesce(p.system_name, '') || char(10) || coalesce((SELECT group_concat(v.title, char(10)) FROM
         (SELECT title FROM title_variant WHERE paper_id = p.id ORDER BY id) v), '')
FROM paper p WHERE p.id IN ({papers}) ORDER BY p.id
"""
_NOTES = """
SELECT paper_id, CASE visibility WHEN 'private' THEN author_id END, title, body
FROM note WHERE paper_id IN ({papers}) ORDER BY id
"""


class Written(NamedTuple):
    """A note: `reader` is the only person who may see it, or None."""

    reader: int | None
    text: str


class Texts(NamedTuple):
    """A paper's texts as they are stored."""

    paper: int
    heading: str
    authors: str
    abstract: str
    names: str  # other names of the paper, one a line
    notes: tuple[Written, ...]

    def words(self) -> Iterator[list[str]]:
        """The words of each column."""
        names = [plain(name) for name in self.names.split("\n") if name]
        yield [word for name in (plain(self.heading), *names) for word in words(name)]
        yield words(plain(self.abstract))
        yield words(self.authors)
        yield [sign(note.reader) + word for note in self.notes for word in words(plain(note.text))]

    def has_private(self) -> bool:
        return any(note.reader is not None for note in self.notes)

    def plain(self, me: int | None) -> dict[str, str]:
        """The plain text of each column, as `me` sees it; notes one after another, with an empty line between."""
        notes = [plain(note.text) for note in self.notes if note.reader in (None, me)]
        shown = (plain(self.heading), plain(self.abstract), self.authors, "\n\n".join(notes))
        return dict(zip(COLUMNS, shown, strict=True))


def texts(connection: sqlite3.Connection, papers: Iterable[int]) -> Iterator[Texts]:
    """The texts of these papers, by id; those that are gone are left out."""
    numbers = ",".join(map(str, papers))
    notes: dict[int, list[Written]] = {}
    for paper, reader, title, body in connection.execute(_NOTES.format(papers=numbers)):
        notes.setdefault(paper, []).append(Written(reader, f"{title}\n{body}".strip()))
    for paper, heading, authors, abstract, names in connection.execute(_TEXTS.format(papers=numbers)):
        yield Texts(paper, heading or "", authors or "", abstract or "", names, tuple(notes.get(paper, ())))


def sign(reader: int | None) -> str:
    """What stands before each word that only one person may find."""
    return "" if reader is None else f"{SIGN}{reader}{SIGN}"


def plain(source: str) -> str:
    """The text as it is read, without Markdown and TeX."""
    from tracker.text.render import render  # only who writes, or looks at one paper, pays for it

    return render(source).text
