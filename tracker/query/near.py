"""The nearest of some words to a mistyped one."""

from collections.abc import Iterable

LEAST = 0.6  # similarity below which a suggestion is a guess
LONGEST = 40  # characters; nobody mistypes a field or a value at such length


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that differs least from `word`, a swap of two letters being one edit; None if none is near."""
    if not 1 < len(word) <= LONGEST:
        return None
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extractOne(word.lower(), list(words), scorer=OSA.normalized_similarity, score_cutoff=LEAST)
    return found[0] if found else None
