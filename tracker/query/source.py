"""The text being read: its quotations and comma lists, and the problems and sort keys found on the way."""

import re
from collections.abc import Iterator
from datetime import datetime

from tracker.query.lex import Token, quotation
from tracker.query.tree import Problem, Sort

MOST = 20  # problems told of one query


class Piece:
    """One of several values with commas between them, as it stands at start:end."""

    def __init__(self, text: str, start: int, end: int, *, negated: bool, prefix: bool, quoted: bool) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.negated = negated  # has a - in front
        self.prefix = prefix  # has a * behind
        self.quoted = quoted


class Source:
    """One query text, when it is read, and what was found out about it."""

    def __init__(self, text: str, now: datetime | None, typing: bool) -> None:
        self.text = text
        self.now = now or datetime.now()
        self.typing = typing
        self.problems: list[Problem] = []
        self.sorts: list[Sort] = []

    @property
    def patient(self) -> bool:
        """Whether one more problem would be told, so that looking for its remedy is worth while."""
        return len(self.problems) < MOST

    def complain(
        self, start: int, end: int, message: str, fix: str | None = None, *, quiet: bool = False, pending: bool = False
    ) -> None:
        """A problem at start:end; quiet too where it is still being typed (`pending`: wherever it stands)."""
        if self.patient:
            unfinished = self.typing and (pending or end == len(self.text))
            self.problems.append(Problem(start, end, message, fix, quiet or unfinished))

    def typed(self, token: Token) -> bool:
        """The term is still being typed: it ends where the text ends."""
        return self.typing and token.end == len(self.text)

    def pieces(self, token: Token, *, signed: bool = False) -> Iterator[Piece]:
        """The values of a comma list, without those that are empty. `signed`: a - is the value's own."""
        at = token.body
        while at < token.end:
            negated = not signed and self.text[at] == "-"
            piece, at = self.piece(at + negated, token.end, negated)
            if piece.text:
                yield piece

    def piece(self, at: int, end: int, negated: bool) -> tuple[Piece, int]:
        """The piece at `at`, and where the next one begins."""
        if quoted := quotation(self.text, at, end):
            stop = quoted.end()
            self.closed(at, stop)
            prefix = self.text.startswith("*", stop, end)
            text = unquoted(quoted[0]).strip()
            return Piece(text, at, stop, negated=negated, prefix=prefix, quoted=True), stop + prefix + 1
        stop = self.text.find(",", at, end)
        stop = end if stop < 0 else stop
        word = self.text[at:stop]
        text = word.rstrip("*")
        return Piece(text, at, stop, negated=negated, prefix=text != word, quoted=False), stop + 1

    def closed(self, start: int, end: int) -> None:
        """Complains about a quotation that is not closed."""
        quoted = quotation(self.text, start, end)
        if quoted and not (quoted[2] or quoted[4]):
            mended = quote(unquoted(quoted[0]))
            message = "this quotation mark is not closed — taken as closed at the end"
            self.complain(start, end, message, mended, pending=True)


def unquoted(raw: str) -> str:
    """What a quotation says, without its marks (the closing one may be missing) and the backslashes before marks."""
    quoted = quotation(raw, 0, len(raw))
    if quoted is None:
        return raw
    return re.sub(r'\\(["\\”])', r"\1", quoted[1] if quoted[1] is not None else quoted[3])


def quote(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def crop(value: str) -> str:
    """`value` short enough for a message."""
    return value if len(value) <= 40 else value[:39] + "…"
