"""What each sentence of an abstract is likely there for, as annotations that a person may accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tracker.library.marks.annotations import Annotations

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView

LONGEST = 20_000  # characters; what is longer is no abstract, and nothing is guessed about it


class Guess(NamedTuple):
    """A sentence `start:end` of the plain text, and the kind that its wording speaks for."""

    start: int
    end: int
    kind: str


class Guesses(Annotations):
    def guesses(self, paper_id: int, marks: Sequence[AnnotationView] | None = None) -> tuple[Guess, ...]:
        """The guessed roles of the sentences in which nobody has marked a role yet; never stored.

        `marks` are those on the paper, where they were read already.
        """
        from tracker.text.roles import Role, roles
        from tracker.text.sentences import sentences

        text = self._short_text(paper_id)
        known = {kind.name for kind in self.kinds() if not kind.archived}
        there = self.annotations(paper_id) if marks is None else marks
        made = [mark for mark in there if mark.kind in list(Role)]
        found = [Guess(*place, str(role)) for place, role in zip(sentences(text), roles(text), strict=True) if role]
        return tuple(
            guess
            for guess in found
            if guess.kind in known and not any(mark.start < guess.end and guess.start < mark.end for mark in made)
        )

    def accept_guesses(self, paper_id: int) -> str | None:
        """Keep all guesses as the person's annotations, in one step."""
        guesses, wording = self.guesses(paper_id), self._wording(paper_id)
        with self.step(f"accepted {len(guesses)} guessed roles in {self.told([paper_id])}") as step:
            for guess in guesses:
                spot = wording.spot(guess.start, guess.end)
                step.session.add(self._made(step, paper_id, wording, spot, kind=guess.kind, body="", origin="guess"))
        return step.said

    def _short_text(self, paper_id: int) -> str:
        wording = self._wording(paper_id)
        return wording.text if len(wording.source) <= LONGEST else ""
