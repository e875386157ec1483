"""The closed sets of words that every layer shares: statuses, depths, visibilities."""

from enum import StrEnum


class Status(StrEnum):
    """Where a paper stands for one person. A person without a row for a paper has it in the inbox."""

    INBOX = "inbox"
    LATER = "later"
    READING = "reading"
    DONE = "done"
    SKIPPED = "skipped"


# What people also type for a status; the query language and the command line take both.
STATUS_ALIASES = {"read": Status.DONE, "to-read": Status.LATER, "skip": Status.SKIPPED}

# Names for several statuses at once, in the query language.
STATUS_GROUPS = {
    "unread": (Status.INBOX, Status.LATER),
    "open": (Status.INBOX, Status.LATER, Status.READING),
    "closed": (Status.DONE, Status.SKIPPED),
}


class Depth(StrEnum):
    """How far a paper was read."""

    ABSTRACT = "abstract"
    SKIM = "skim"
    FULL = "full"


class Visibility(StrEnum):
    """Who sees a note or an annotation."""

    TEAM = "team"
    PRIVATE = "private"
