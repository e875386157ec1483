"""Recording a macro: the deeds that are done meanwhile as a line of text, to be changed before it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Commands as the words of a macro; the others that act on papers stand there by their names.
WORDS = {
    "status.inbox": "inbox",
    "status.later": "later",
    "status.reading": "reading",
    "status.done": "done",
    "status.skipped": "skip",
    "pass": "pass",
    "move.down": "next",
    "reader.next": "next",
}
TAGGING = ("tag", "tag.again")
SECTIONS = ("do", "note", "out")  # of the commands that are worth repeating
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

Tags = tuple[Sequence[str], Sequence[str]]  # put on, taken off


class Recording:
    """What was done since it began."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def did(self, id: str, section: str) -> None:
        """A command was run."""
        if id in WORDS:
            self._parts.append(WORDS[id])
        elif section in SECTIONS and id not in TAGGING:
            self._parts.append(id)

    def tagged(self, tags: Tags) -> None:
        """Tags were put on papers and taken off."""
        words = [*(f"+{tag}" for tag in tags[0]), *(f"-{tag}" for tag in tags[1])]
        if words and not any(" " in word for word in words):
            self._parts.append(f"tag {' '.join(words)}")

    @property
    def line(self) -> str:
        """The deeds as a macro's text; going on several times is going on once."""
        kept = [part for at, part in enumerate(self._parts) if part != "next" or self._parts[at - 1 : at] != ["next"]]
        while kept[:1] == ["next"]:  # how one came to the paper is no part of it
            kept = kept[1:]
        return "; ".join(kept)


def free(taken: Iterable[str]) -> str:
    """A letter that no macro has; the first one where all are taken."""
    return next((letter for letter in LETTERS if letter not in set(taken)), LETTERS[0])
