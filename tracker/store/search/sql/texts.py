"""The texts of papers that are searched, by column: what is indexed, and what places of matches count in."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tracker.store.blind import held
from tracker.store.reader import Reader
from tracker.text.bare import has_marks
from tracker.text.fold import distinct, each_once, words

COLUMNS = ("abstract", "heading", "authors", "notes", "annotations", "comments")
FIELDS = {  # of the query language
    "title": "heading",
    "abs": "abstract",
    "author": "authors",
    "note": "notes",
    "annotation": "annotations",
    "comment": "comments",
}

# What stands in a file's index before each word of a column once more; a word of none of these is in the abstract.
MARKS = {"heading": "=", "authors": "@", "notes": "+", "annotations": "!", "comments": "~"}
ABOUT = "#"  # and once more before each word that is in the heading and in the abstract, too

STAMP = "6"  # another number: what is indexed differs, and every library makes its index anew
LONGEST_WORD = 40  # letters of a word that the vocabulary takes in
PART = 500  # papers that are read and written at a time
STARTS = 3  # letters: beginnings of words up to this length have an index of their own

# Where each column's text stands in the rows, for patterns; `:me` may read it.
BARE = frozenset(("authors",))  # texts without marks: they are read as they are
SOURCES = {
    "heading": "coalesce(p.title, p.headline)",
    "abstract": "(SELECT text FROM text_version"
    " WHERE paper_id = p.id AND field = 'abstract' ORDER BY seq DESC LIMIT 1)",
    "authors": "p.authors",
    "notes": "(SELECT group_concat(title || char(10) || body, char(10)) FROM note"
    " WHERE paper_id = p.id AND (visibility = 'team' OR author_id = {me}))",
    "annotations": "(SELECT group_concat(exact || char(10) || body, char(10)) FROM annotation"
    " WHERE paper_id = p.id AND deleted_at IS NULL AND (visibility = 'team' OR author_id = {me}))",
    "comments": "(SELECT group_concat(c.body, char(10)) FROM comment c LEFT JOIN annotation a ON a.id = c.annotation_id"
    " WHERE c.paper_id = p.id AND c.deleted_at IS NULL"
    " AND (a.id IS NULL OR a.visibility = 'team' OR a.author_id = {me}))",
}

OTHER_NAMES = (
    "coalesce(p.system_name, '') || char(10) || coalesce((SELECT group_concat(v.title, char(10)) FROM"
    " (SELECT title FROM title_variant WHERE paper_id = p.id ORDER BY id) v), '')"
)

# A word that one person keeps private is indexed behind its writer's sign, so that it is a word for nobody else.
SIGN = "\ue000"

_TEXTS = f"""
SELECT p.id, coalesce(p.title, p.headline), p.authors,
       (SELECT t.text FROM text_version t WHERE t.paper_id = p.id AND t.field = 'abstract' ORDER BY t.seq DESC LIMIT 1),
       {OTHER_NAMES}
FROM paper p WHERE p.id IN (SELECT value FROM json_each(:papers)) ORDER BY p.id
"""
# What people wrote: column, paper, the only person who may find it (or NULL), plain text before, and Markdown. What a
# round holds back from anybody is found by its writer only.
_WRITTEN = f"""
SELECT 'notes', n.paper_id, CASE WHEN n.visibility = 'private' OR {held("n", "n.author_id", "n.updated_at")}
  THEN n.author_id END, '', n.title || char(10) || n.body, n.id, ''
FROM note n WHERE n.paper_id IN (SELECT value FROM json_each(:papers))
UNION ALL
SELECT 'annotations', a.paper_id, CASE WHEN a.visibility = 'private' OR {held("a", "a.author_id", "a.updated_at")}
  THEN a.author_id END, a.exact, a.body, 0, a.id
FROM annotation a WHERE a.paper_id IN (SELECT value FROM json_each(:papers)) AND a.deleted_at IS NULL
UNION ALL
SELECT 'comments', c.paper_id, CASE WHEN a.visibility = 'private' THEN a.author_id
  WHEN {held("c", "c.author_id", "coalesce(c.edited_at, c.created_at)")} THEN c.author_id END, '', c.body, 0, c.id
FROM comment c LEFT JOIN annotation a ON a.id = c.annotation_id
WHERE c.paper_id IN (SELECT value FROM json_each(:papers)) AND c.deleted_at IS NULL
ORDER BY 1, 6, 7
"""
WRITTEN = COLUMNS[3:]

_NOTHING: Mapping[str, list["Written"]] = {column: [] for column in WRITTEN}


class Written(NamedTuple):
    """What a person wrote: `reader` is the only one who may see it, or None."""

    reader: int | None
    quoted: str
    body: str

    @property
    def shown(self) -> str:
        return "\n".join(filter(None, (self.quoted, _shown(self.body) if self.body else "")))


class Texts(NamedTuple):
    """A paper's texts as they are stored."""

    paper: int
    heading: str
    authors: str
    abstract: str
    names: str  # other names of the paper, one a line
    written: Mapping[str, list[Written]]  # by column

    def words(self) -> Iterator[list[str]]:
        """The words of each column, in order."""
        yield words(plain(self.abstract))
        yield [word for name in self._headings() for word in words(plain(name))]
        yield words(self.authors)
        for column in WRITTEN:
            yield self._written(column)

    def distinct(self) -> Iterator[dict[str, None]]:
        """The words of each column, each once."""
        yield _distinct(self.abstract)
        yield each_once(" ".join(map(_spelled, self._headings())))
        yield distinct(self.authors)
        for column in WRITTEN if self.written is not _NOTHING else ():
            yield dict.fromkeys(self._written(column))

    def _headings(self) -> list[str]:
        names = self.names.split("\n") if self.names != "\n" else ()
        return [self.heading, *filter(None, names)]

    def _written(self, column: str) -> list[str]:
        return [sign(each.reader) + word for each in self.written[column] for word in _words(each)]

    def has_private(self) -> bool:
        written = self.written.values() if self.written is not _NOTHING else ()
        return any(each.reader is not None for some in written for each in some)

    def plain(self, me: int | None) -> dict[str, str]:
        """The plain text of each column, as `me` sees it; what people wrote with an empty line between."""
        seen = ([each.shown for each in self.written[c] if each.reader in (None, me)] for c in WRITTEN)
        shown = (_shown(self.abstract), _shown(self.heading), self.authors, *map("\n\n".join, seen))
        return dict(zip(COLUMNS, shown, strict=True))


def texts(connection: Reader, papers: Iterable[int]) -> Iterator[Texts]:
    """The texts of these papers, by id; those that are gone are left out."""
    asked = {"papers": f"[{','.join(map(str, papers))}]"}  # one statement for all: it is prepared once
    written: dict[int, dict[str, list[Written]]] = {}
    for column, paper, reader, quoted, body, *_ in connection.execute(_WRITTEN, asked):
        of_paper = written.setdefault(paper, {name: [] for name in WRITTEN})
        of_paper[column].append(Written(reader, quoted, body.strip()))
    for paper, heading, authors, abstract, names in connection.execute(_TEXTS, asked):
        yield Texts(paper, heading or "", authors or "", abstract or "", names, written.get(paper, _NOTHING))


def portions(papers: Iterable[int]) -> Iterator[list[int]]:
    """Papers in the order of their ids, so many at a time."""
    ordered = sorted(papers)
    return (ordered[start : start + PART] for start in range(0, len(ordered), PART))


def sign(reader: int | None) -> str:
    """What stands before each word that only one person may find."""
    return "" if reader is None else f"{SIGN}{reader}{SIGN}"


def plain(source: str) -> str:
    """The text as it is read, without Markdown and TeX."""
    from tracker.text.render import render  # only who writes, or looks at one paper, pays for it

    return render(source).text


def worded(source: str) -> str:
    """A text with the words of `plain`, sooner where it has no marks."""
    return plain(source) if has_marks(source) else source


@lru_cache(maxsize=256)  # from key to key much the same papers are shown
def _shown(source: str) -> str:
    return plain(source)


@lru_cache(maxsize=512)  # each write on a paper looks at all that is written on it, before and after
def _words(written: Written) -> tuple[str, ...]:
    return tuple(words(written.shown))


@lru_cache(maxsize=64)  # a paper is taken out and put back within one write
def _distinct(source: str) -> dict[str, None]:
    return each_once(_spelled(source))


def _spelled(source: str) -> str:
    from tracker.text.unmarked import spelled_plain  # as with `plain`

    return spelled_plain(source)
