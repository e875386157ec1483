"""The errors a person can cause; each message says what to do."""


class TrackerError(Exception):
    """The request cannot be met. `exit_code` is what the command line ends with."""

    kind = "error"
    exit_code = 1


class NotFound(TrackerError):
    """No such paper, tag, note, saved search or collection."""

    kind = "not-found"


class Conflict(TrackerError):
    """Somebody changed the same thing since it was read; nothing was written."""

    kind = "conflict"


class TagHeld(Conflict):
    """A blind round holds back a tag that was to be put on a paper."""

    def __init__(self) -> None:
        super().__init__(
            "Another voter of a blind round put that tag there: it shows with the votes; until then, put it on the"
            " other papers only, or let it go with your vote"
        )


class Gone(Conflict):
    """A row was to speak of one that is not there any more."""

    def __init__(self) -> None:
        super().__init__(
            "Something of this is not in the library any more: it was merged, deleted or taken back meanwhile;"
            " look again"
        )


class Unreadable(TrackerError):
    """A query, an option, a date or a file that cannot be understood."""

    kind = "unreadable"
    exit_code = 2


class LibraryUnavailable(TrackerError):
    """The library cannot be opened or written: rights, damage, disk full, newer than the program."""

    kind = "library"
    exit_code = 3
