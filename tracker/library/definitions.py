"""What an acronym stands for, according to the library's own abstracts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.library.finding import Finding

HITS = 50  # papers that are looked through


class Definition(NamedTuple):
    """What a short form stands for, and the paper that says so."""

    long: str
    paper_id: int


class Definitions(Finding):
    def expansion(self, short: str) -> Definition | None:
        """What the best of the papers that hold the short form say it stands for; None where none of them says."""
        forms = _forms(short)
        for paper_id, text in self._holding(forms[-1]) if forms else ():
            from tracker.text.acronyms import acronyms

            for pair in acronyms(text):
                if pair.short in forms:
                    return Definition(pair.long, paper_id)
        return None

    def _holding(self, word: str) -> Iterator[tuple[int, str]]:
        from tracker.text.render import plain

        ids = self.find(f'"{word}"', limit=HITS, exact=True).ids[:HITS]
        return ((paper_id, plain(self.abstract(paper_id))) for paper_id in ids)


def _forms(short: str) -> tuple[str, ...]:
    """The short form and, of a plural, its singular."""
    short = short.strip().replace('"', "")
    if not any(char.isalnum() for char in short):
        return ()
    return (short, short[:-1]) if len(short) > 2 and short.endswith("s") and short[-2].isupper() else (short,)
