"""The fields of the query language: their kinds, other names, closed values and sort keys."""

from enum import StrEnum
from math import inf

from tracker.terms import STATUS_ALIASES, STATUS_GROUPS, Status


class Kind(StrEnum):
    """What a field takes as its value."""

    TEXT = "text"  # words, a phrase or a pattern
    PEOPLE = "people"  # text, and a comma means "or"
    NAMES = "names"  # names of things, `a*`, `:=a`
    CHOICE = "choice"  # one of a closed list
    NUMBER = "number"
    DATE = "date"
    LIKE = "like"
    IN = "in"
    SORT = "sort"


# In the order in which completion offers them.
FIELDS = {
    "tag": Kind.NAMES,
    "status": Kind.CHOICE,
    "is": Kind.CHOICE,
    "has": Kind.CHOICE,
    "title": Kind.TEXT,
    "abs": Kind.TEXT,
    "author": Kind.PEOPLE,
    "year": Kind.NUMBER,
    "note": Kind.TEXT,
    "annotation": Kind.TEXT,
    "comment": Kind.TEXT,
    "collection": Kind.NAMES,
    "venue": Kind.NAMES,
    "by": Kind.NAMES,
    "added": Kind.DATE,
    "changed": Kind.DATE,
    "opened": Kind.DATE,
    "finished": Kind.DATE,
    "decided": Kind.DATE,
    "noted": Kind.DATE,
    "marked": Kind.DATE,
    "due": Kind.DATE,
    "snoozed": Kind.DATE,
    "rating": Kind.NUMBER,
    "prio": Kind.NUMBER,
    "words": Kind.NUMBER,
    "marks": Kind.NUMBER,
    "score": Kind.NUMBER,
    "agree": Kind.NUMBER,
    "vote": Kind.CHOICE,
    "kind": Kind.NAMES,
    "like": Kind.LIKE,
    "in": Kind.IN,
    "sort": Kind.SORT,
    "source": Kind.NAMES,
    "id": Kind.NAMES,
}

ALIASES = {
    "t": "tag",
    "tags": "tag",
    "s": "status",
    "abstract": "abs",
    "mark": "annotation",
    "annotations": "annotation",
    "notes": "note",
    "comments": "comment",
    "authors": "author",
    "list": "collection",
    "priority": "prio",
}

SIGILS = {"#": ("tag", ":"), "@": ("by", ":"), "^": ("title", ":"), "~": ("", ":~"), "=": ("", ":=")}

VALUES = {
    "status": (*(status.value for status in Status), *STATUS_GROUPS),
    "is": (
        *("unread", "open", "snoozed", "due", "marked", "starred", "seen", "changed", "mine", "asked"),
        *("stale", "woken", "conflict", "check", "orphaned", "duplicate", "untitled"),
    ),
    "has": (
        *("note", "annotation", "question", "abstract", "title", "authors", "url", "pdf", "code", "due"),
        *("unanswered", "vote", "thread", "tag", "link", "deadlink", "doi", "arxiv"),
    ),
    "vote": ("yes", "maybe", "no", "none"),
}

VALUE_ALIASES: dict[str, dict[str, str]] = {
    "status": {word: status.value for word, status in STATUS_ALIASES.items()},
    "is": {"star": "starred", "snooze": "snoozed", "orphan": "orphaned"},
    "has": {
        "mark": "annotation",
        "marks": "annotation",
        "annotations": "annotation",
        "notes": "note",
        "questions": "question",
        "author": "authors",
        "votes": "vote",
        "comment": "thread",
        "tags": "tag",
        "links": "link",
        "deadlinks": "deadlink",
    },
    "vote": {"include": "yes", "exclude": "no"},
}

SORTS = (
    *("next", "score", "added", "changed", "opened", "finished", "due", "title", "author", "year", "priority"),
    *("rating", "random", "file", "agree"),
)
SORT_ALIASES = {"prio": "priority"}

# What an error message shows as numbers that make sense: one, and a range.
EXAMPLES = {
    "year": ("2025", "2023..2025"),
    "words": ("80", "80..200"),
    "score": ("0.5", "0.5..1"),
    "prio": ("2", "1..3"),
}
EXAMPLES["agree"] = EXAMPLES["score"]

# The least and the most that a number can be; what asks for others finds nothing.
LIMITS = {"rating": (1, 5), "prio": (0, 3), "words": (0, inf), "marks": (0, inf), "score": (0, 1), "agree": (0, 1)}

FUTURE = frozenset({"due", "snoozed"})  # date fields that look ahead
ORDERED = frozenset({Kind.NUMBER, Kind.DATE})
LISTED = frozenset({Kind.PEOPLE, Kind.NAMES, Kind.CHOICE, Kind.NUMBER, Kind.DATE, Kind.IN, Kind.SORT})
WORDED = frozenset({Kind.TEXT, Kind.PEOPLE})


def field_named(name: str) -> str | None:
    """The field that `name` means, in any case, by its own or another name."""
    name = name.lower()
    return name if name in FIELDS else ALIASES.get(name)
