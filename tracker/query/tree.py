"""What a query means, as a value: the tree that the parser makes and the engines compile."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class How(StrEnum):
    """How a text term is compared with the text."""

    WORD = "word"  # a whole word, folded; typos forgiven when nothing holds it
    PREFIX = "prefix"  # the beginning of a word: `calib*`, or the word still being typed
    PHRASE = "phrase"  # "words in this order"; never corrected
    EXACT = "exact"  # =word: as typed, no plural, no correction
    FUZZY = "fuzzy"  # ~word: near words count too
    REGEX = "regex"  # /…/: on the plain text, case-insensitive


class Text(NamedTuple):
    """A word, phrase or pattern, looked for in `fields` (empty: everywhere)."""

    fields: tuple[str, ...]
    value: str
    how: How
    start: int
    end: int


class Name(NamedTuple):
    """One name in a list of names: `a`, `a*` (prefix), `:=a` (exact: not what is nested below it)."""

    text: str
    prefix: bool = False
    exact: bool = False


class Names(NamedTuple):
    """A paper that has any of these: tag, collection, venue, by (person), id. `none` is the name "none"."""

    field: str
    values: tuple[Name, ...]
    start: int
    end: int


class Choice(NamedTuple):
    """A field with closed values: status, is, has, vote, kind. Any of `values`."""

    field: str
    values: tuple[str, ...]
    start: int
    end: int


class Span(NamedTuple):
    """A number or an instant between two bounds (None: unbounded); an open bound excludes its value."""

    field: str
    low: float | datetime | None
    high: float | datetime | None
    low_open: bool
    high_open: bool
    start: int
    end: int


class Like(NamedTuple):
    """Nearest by text to one paper (its id or key)."""

    paper: str
    start: int
    end: int


class In(NamedTuple):
    """What a saved search finds."""

    name: str
    start: int
    end: int


class Not(NamedTuple):
    part: "Node"


class And(NamedTuple):
    parts: tuple["Node", ...]


class Or(NamedTuple):
    parts: tuple["Node", ...]


Node = Text | Names | Choice | Span | Like | In | Not | And | Or


class Sort(NamedTuple):
    """One `sort:` key: next, score, added, changed, title, year, priority, random, file, agree … `-` in front: descending."""

    key: str
    descending: bool


class Problem(NamedTuple):
    """What could not be understood at `start:end` of the query text, and the text that would mend it."""

    start: int
    end: int
    message: str
    fix: str | None = None


class Query(NamedTuple):
    """One value that says what to find. `tree` is None where the query restricts nothing."""

    text: str
    tree: Node | None
    sort: tuple[Sort, ...] = ()
    problems: tuple[Problem, ...] = ()
