"""Columns that follow from others, so that a row which the journal kept before there was such a column gets it too."""

from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 60  # characters by which authors are sorted


def author_key(authors: str) -> str | None:
    """What a paper is sorted by among authors: its first author (of one a line), family name first, folded.

    A particle goes with the family name: `van den Berg`. None where there is no author.
    """
    from tracker.formats.fields import family_first  # only who brings in papers pays for it
    from tracker.text.fold import fold

    family, given, _ = family_first(authors.partition("\n")[0])
    return fold(f"{family} {given}").replace(",", "").strip()[:LONGEST] or None


# table → column → the column that it follows from, and how
FOLLOWS: Mapping[str, Mapping[str, tuple[str, Callable[[str], str | None]]]] = {
    "paper": {"author_key": ("authors", author_key)}
}


def completed(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Some columns of a row, with those that follow from them and are not among them."""
    rules = FOLLOWS.get(table, {}).items()
    missing = {
        name: rule(values[of]) for name, (of, rule) in rules if name not in values and values.get(of) is not None
    }
    return {**values, **missing}
