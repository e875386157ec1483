"""A paper's wording in a few numbers, by which others that are worded alike are found without comparing all with all.

Of the runs of words in an abstract the smallest hashes are kept: two texts share about as large a part of them as they
share of their runs (Broder's bottom-k sketch). A title, too short for runs, gives its pairs of near words.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from zlib import crc32

from tracker.text.fold import parted

TEXT = 8  # numbers kept of a text
TITLE = 6  # numbers kept of a title
SHORTEST = 12  # words of a text that can be told from others by its runs
_KEPT = 1 << 17  # words whose numbers are kept at hand
_TITLES = 1 << 40  # numbers of titles are above those of texts


def words(text: str) -> list[str]:
    """The folded words of a text: no case, accents or signs."""
    return parted(text).split()


@lru_cache(maxsize=4096)  # each title is compared with several
def title_words(title: str) -> tuple[str, ...]:
    return tuple(words(title))


class _Codes(dict[str, int]):
    """A word's number, worked out when first met: most words of a text are those of all texts."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _KEPT:
            self.clear()
        self[word] = code = crc32(word.encode("utf-8", "replace"))
        return code


_code = _Codes().__getitem__


def of_text(found: Sequence[str]) -> list[int]:
    """The numbers of an abstract's words, none where there are too few."""
    if len(found) < SHORTEST:
        return []
    codes = list(map(_code, found))
    # Runs that begin with half of all words are enough, and which half that is, is the same in every text.
    runs = {a ^ b << 1 ^ c << 2 for a, b, c in zip(codes, codes[1:], codes[2:], strict=False) if a & 1}
    return sorted(runs)[:TEXT]


def of_title(found: Sequence[str]) -> list[int]:
    """The numbers of a title's words: each with the next, and with the one after that."""
    codes = list(map(_code, found))
    pairs = {a ^ b << 1 for gap in (1, 2) for a, b in zip(codes, codes[gap:], strict=False)}
    return [number + _TITLES for number in sorted(pairs)[:TITLE]]


def sketch(titles: Iterable[str], text: Sequence[str]) -> list[int]:
    """All numbers of a paper: of each of its names, and of the words of its abstract."""
    named = {number for title in titles for number in of_title(title_words(title))}
    return [*of_text(text), *sorted(named)]
