"""The closed sets of words that every layer shares: statuses, depths, visibilities."""

from enum import StrEnum
from typing import NamedTuple


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


# The query of what to read next, and how much of the queue is shown: what comes next, not all there is.
NEXT_UP = "is:open sort:next"
NEXT = 12


class Depth(StrEnum):
    """How far a paper was read."""

    ABSTRACT = "abstract"
    SKIM = "skim"
    FULL = "full"


class Visibility(StrEnum):
    """Who sees a note or an annotation."""

    TEAM = "team"
    PRIVATE = "private"


class Decision(StrEnum):
    """What a person, or the people of a round, say of a paper. A withdrawn vote or decision is one taken back."""

    INCLUDE = "include"
    MAYBE = "maybe"
    EXCLUDE = "exclude"
    WITHDRAWN = "withdrawn"


# What people also type for a decision.
DECISION_ALIASES = {
    "yes": Decision.INCLUDE,
    "y": Decision.INCLUDE,
    "in": Decision.INCLUDE,
    "m": Decision.MAYBE,
    "no": Decision.EXCLUDE,
    "n": Decision.EXCLUDE,
    "out": Decision.EXCLUDE,
}


class Stage(StrEnum):
    """What people read before they vote in a round."""

    ABSTRACT = "abstract"
    FULL_TEXT = "full-text"


class Blind(StrEnum):
    """How long the people of a round do not see one another's votes."""

    CLOSED = "closed"  # until the round is closed
    OWN = "own"  # until one's own vote on the paper, which then is frozen
    OPEN = "open"  # not at all


class Role(StrEnum):
    """What a person does in a round."""

    REVIEWER = "reviewer"  # votes
    LEAD = "lead"  # votes, settles conflicts, closes the round
    DECIDER = "decider"  # settles conflicts and closes the round; sees all votes and has none


class Assignment(StrEnum):
    """Who gets which papers of a round."""

    EVERYONE = "everyone"  # whoever is free gets the next paper, until it has its votes
    SPLIT = "split"  # each paper goes to as many people as it needs votes, fixed from the start
    OVERLAP = "overlap"  # some papers go to everybody, each of the others to one person


class Kept(NamedTuple):
    """How far back history and undo reach: all of the last days, and the newest steps however old they are."""

    days: int = 90
    steps: int = 5000
