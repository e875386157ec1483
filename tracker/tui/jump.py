"""Jump letters, drawn over the first letter of every sentence or of every word of an initial, lead there. Pure."""

from __future__ import annotations

from typing import NamedTuple

from tracker.text.fold import fold
from tracker.tui.passage import Passage, Place

LETTERS = "asdfjklghqertyuiopzxcvbnm"  # without w, which asks for words
WORDS = "w"


class Jump(NamedTuple):
    """Places to choose from, by the letters that lead to them, and how many of those were typed.

    `initial`: nothing to choose from yet, since the first letter of a word is waited for.
    """

    places: tuple[int, ...] = ()
    typed: str = ""
    initial: bool = False

    @property
    def labels(self) -> dict[str, int]:
        """Letters → place: one letter each, two where one is not enough."""
        if len(self.places) <= len(LETTERS):
            return dict(zip(LETTERS, self.places, strict=False))
        pairs = (one + other for one in LETTERS for other in LETTERS)
        return dict(zip(pairs, self.places, strict=False))

    @property
    def shown(self) -> dict[int, str]:
        """What is drawn over each place that can still be gone to."""
        far = len(self.typed)
        return {at: label[far:].upper() for label, at in self.labels.items() if label.startswith(self.typed)}

    @property
    def told(self) -> str:
        """What is waited for, in words."""
        if self.initial:
            return "jump to a word: its first letter? · Esc"
        return "jump: type the letter over the place" + ("" if self.typed else " · w words") + " · Esc"


def to_sentences(on: Passage, seen: Place) -> Jump:
    """Letters on the sentences that begin in the part of the text that is seen."""
    return Jump(tuple(start for start, _ in on.sentences if seen[0] <= start < seen[1]))


def after(jump: Jump, letter: str, on: Passage, seen: Place) -> Jump | int | None:
    """What a letter leads to: more to choose from, a place, or None where it leads nowhere."""
    letter = fold(letter)
    if jump.initial:
        return _chosen(Jump(tuple(at for at, end in on.words if _begins(on.text[at:end], letter, at, seen))))
    if letter == WORDS and not jump.typed:
        return Jump(initial=True)
    return _chosen(jump._replace(typed=jump.typed + letter))


def _begins(word: str, letter: str, at: int, seen: Place) -> bool:
    return seen[0] <= at < seen[1] and bool(letter) and fold(word).startswith(letter)


def _chosen(jump: Jump) -> Jump | int | None:
    """The jump itself, or where it leads when only one place is left."""
    left = list(jump.shown)
    if not left:
        return None
    return left[0] if len(left) == 1 else jump
