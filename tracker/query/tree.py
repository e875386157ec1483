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
    """A word, phrase or pattern, looked for in `fields` (empty: everywhere).

    `fields` holds title, abs, note, annotation, comment or author. `value` is as typed, without its sign (`*`, `~`,
    `=`) and quotation marks; it may hold anything, and several words where it was quoted. A REGEX compiles with `re`.
    """

    fields: tuple[str, ...]
    value: str
    how: How
    start: int
    end: int


class Name(NamedTuple):
    """One name in a list of names: `a`, `a*` (prefix), `:=a` (exact: not what is nested below it), `:~a` (near: also
    what is spelled much like it)."""

    text: str
    prefix: bool = False
    exact: bool = False
    near: bool = False


class Names(NamedTuple):
    """A paper that has any of these: tag, collection, venue, source (where it was imported from), by (person), kind
    (of an annotation), id.

    `none` is the name "none". A tag also stands for what is nested below it; of a collection, venue or source a part of
    its name is enough; `exact` takes both back. `by` in the same And as a `vote` says whose vote.
    """

    field: str
    values: tuple[Name, ...]
    start: int
    end: int


class Choice(NamedTuple):
    """A field with closed values: status, is, has, vote. Any of `values` (see tracker.query.fields.VALUES).

    Aliases and groups are gone: `status` holds values of Status only; `is` holds neither unread (status inbox, later)
    nor open (status inbox, later, reading and not is:snoozed).
    """

    field: str
    values: tuple[str, ...]
    start: int
    end: int


class Span(NamedTuple):
    """A number or an instant between two bounds (None: unbounded); an open bound excludes its value.

    Instants are aware, in UTC; a period is half-open. `due` is a day, not an instant: its bounds are days at 00:00 UTC,
    to be compared as dates.
    """

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
    start: int = 0
    end: int = 0


class And(NamedTuple):
    """All of two or more parts; none of them is an And."""

    parts: tuple["Node", ...]
    start: int = 0
    end: int = 0


class Or(NamedTuple):
    """Any of two or more parts; none of them is an Or."""

    parts: tuple["Node", ...]
    start: int = 0
    end: int = 0


Node = Text | Names | Choice | Span | Like | In | Not | And | Or


class Sort(NamedTuple):
    """One `sort:` key (see tracker.query.fields.SORTS). `descending`: there was a `-` in front."""

    key: str
    descending: bool


class Problem(NamedTuple):
    """What could not be understood at `start:end` of the query text, and the text that would mend it, put in its place.

    A term with a problem is left out of the tree, so a command that changes papers refuses a query with a problem that
    is not `quiet`. Quiet ones are hints: text that looks like a field, or what is not yet typed to its end.
    """

    start: int
    end: int
    message: str
    fix: str | None = None
    quiet: bool = False


class Query(NamedTuple):
    """One value that says what to find. `tree` is None where the query restricts nothing."""

    text: str
    tree: Node | None
    sort: tuple[Sort, ...] = ()
    problems: tuple[Problem, ...] = ()
