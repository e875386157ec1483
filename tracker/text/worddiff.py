"""Two wordings of one text, word by word: what stayed, and where a span of the old one stands in the new one."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from tracker.text.fold import fold

KEPT = 0.40  # of a span's words must have survived, and
ALIKE = 0.60  # the span must read so much like what it became; or, of a longer one,
MOSTLY = 0.50  # so many words must be what it became
HOME = 8  # words: of a shorter span, those beside it are looked at too, and
AT_HOME = 0.50  # so many of all must have stayed: one word is anywhere
STRAY = 4  # words that came in before a kept one that may be another's
BESIDE = 2  # words between a kept one and a replaced one that still belongs to it

_WORD = re.compile(r"\w+|[^\w\s]")


class Word(NamedTuple):
    """A folded word or sign and where it stands."""

    text: str
    start: int
    end: int


class Piece(NamedTuple):
    """Old text `start:end` became new text `new_start:new_end`; `kind` is equal, replace, insert or delete."""

    kind: str
    start: int
    end: int
    new_start: int
    new_end: int


class Carried(NamedTuple):
    """Where a span stands in the new text, and how alike the two wordings are, from 0 to 1."""

    start: int
    end: int
    score: float


def words(text: str) -> list[Word]:
    return [Word(fold(match[0]), *match.span()) for match in _WORD.finditer(text)]


def similarity(one: str, other: str) -> float:
    """1 minus the edits per letter, on folded text."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(fold(one), fold(other))


class WordDiff:
    """The least changes of words that turn one text into another (Levenshtein on folded words and signs)."""

    def __init__(self, old: str, new: str) -> None:
        from rapidfuzz.distance import Levenshtein

        self.old, self.new = old, new
        self.old_words, self.new_words = words(old), words(new)
        self._codes = Levenshtein.opcodes([w.text for w in self.old_words], [w.text for w in self.new_words])
        self._partner: dict[int, int] = {}  # old word → the new word that stands in its place
        self._same: set[int] = set()
        for code in self._codes:
            old_range = range(code.src_start, code.src_end)
            if code.tag in ("equal", "replace"):
                self._partner |= zip(old_range, range(code.dest_start, code.dest_end), strict=True)
            if code.tag == "equal":
                self._same.update(old_range)

    def pieces(self) -> Iterator[Piece]:
        """Both texts in pieces, in order; white space between words belongs to neither."""
        for code in self._codes:
            old = _extent(self.old_words, code.src_start, code.src_end)
            yield Piece(code.tag, *old, *_extent(self.new_words, code.dest_start, code.dest_end))

    def shown(self) -> Iterator[tuple[str, str]]:
        """The new text with the old words in it, to be read: runs of `same`, `old` and `new` words, as they stand.

        Words that changed next to one another are one run of each. Where an old run meets others, a blank parts them.
        """
        at = 0
        for _, group in groupby(self.pieces(), key=self._stays):
            if some := _between_same(list(group)):
                yield "same", self.new[at : some[0].new_start]
                yield from self._changed(some)
                at = max(at, some[-1].new_end)
        yield "same", self.new[at:]

    def _stays(self, piece: Piece) -> bool:
        """Whether a piece parts the changes beside it; signs that happen to be the same do not."""
        return piece.kind == "equal" and any(map(str.isalnum, self.new[piece.new_start : piece.new_end]))

    def _changed(self, pieces: list[Piece]) -> Iterator[tuple[str, str]]:
        old = self.old[pieces[0].start : pieces[-1].end].strip()
        new = self.new[pieces[0].new_start : pieces[-1].new_end]
        if old:
            yield from (("same", " "), ("old", old)) if not new.strip() else (("old", old), ("same", " "))
        if new.strip():
            lead = new[: len(new) - len(new.lstrip())]
            yield "same", lead
            yield "new", new[len(lead) :]

    def carry(self, start: int, end: int) -> Carried | None:
        """The place of old text `start:end` in the new text; None where too little of it is left."""
        inside = [i for i, word in enumerate(self.old_words) if word.start < end and word.end > start]
        kept = [i for i in inside if i in self._same]
        if not kept or len(kept) < KEPT * len(inside) or not self._at_home(inside):
            return None
        ends = {self._widened(inside, first, last) for first, last in self._cores(kept)}
        found = [self._placed(start, end, first, last) for first, last in ends]
        best = max(found, key=lambda carried: carried.score)
        return best if best.score >= ALIKE or self._mostly(kept, inside, best) else None

    def _at_home(self, inside: list[int]) -> bool:
        """Whether enough words stayed around a span; of a short one, also words beside it count."""
        pad = max(0, HOME - len(inside) + 1) // 2
        around = range(max(0, inside[0] - pad), min(len(self.old_words), inside[-1] + pad + 1))
        return pad == 0 or sum(i in self._same for i in around) >= AT_HOME * len(around)

    def _cores(self, kept: list[int]) -> Iterator[tuple[int, int]]:
        """First and last kept word: of all, and without those that stand far from the others in the new text."""
        gaps = [at for at in range(1, len(kept)) if self._gap(kept[at - 1], kept[at]) > STRAY]
        firsts = [kept[0], *(kept[at] for at in gaps if at < len(kept) // 2)]
        lasts = [kept[-1], *(kept[at - 1] for at in gaps if at > len(kept) // 2)]
        yield from ((first, last) for first in firsts for last in lasts)

    def _gap(self, one: int, other: int) -> int:
        """Words that came in between two kept ones."""
        return (self._partner[other] - self._partner[one]) - (other - one)

    def _widened(self, inside: list[int], first: int, last: int) -> tuple[int, int]:
        """The outermost words of a span: kept ones, and replaced ones that stand beside them."""
        for i in reversed(range(inside[0], first)):
            if i in self._partner and 0 < self._partner[first] - self._partner[i] <= BESIDE:
                first = i
        for i in range(last + 1, inside[-1] + 1):
            if i in self._partner and 0 < self._partner[i] - self._partner[last] <= BESIDE:
                last = i
        return first, last

    def _placed(self, start: int, end: int, first: int, last: int) -> Carried:
        first_word, last_word = self.new_words[self._partner[first]], self.new_words[self._partner[last]]
        # A span may begin or end within a word: it still does where that word is the same.
        a = first_word.start + self._into(first, start, first_word)
        b = last_word.start + (self._into(last, end, last_word) or last_word.end - last_word.start)
        return Carried(a, b, similarity(self.old[start:end], self.new[a:b]) if a < b else 0.0)

    def _mostly(self, kept: list[int], inside: list[int], place: Carried) -> bool:
        """Whether most words of a longer span are what it became, though letter by letter it is too different."""
        became = sum(word.start < place.end and word.end > place.start for word in self.new_words)
        return len(kept) >= HOME and len(kept) > MOSTLY * max(len(inside), became)

    def _into(self, index: int, offset: int, new: Word) -> int:
        old = self.old_words[index]
        same = index in self._same and new.end - new.start == old.end - old.start
        return offset - old.start if same and old.start < offset < old.end else 0


def _between_same(pieces: list[Piece]) -> list[Piece]:
    """The pieces from the first that changed to the last."""
    changed = [at for at, piece in enumerate(pieces) if piece.kind != "equal"]
    return pieces[changed[0] : changed[-1] + 1] if changed else []


def _extent(among: list[Word], first: int, last: int) -> tuple[int, int]:
    """From the beginning of the first word to the end of the last; for none, the place between its neighbours."""
    if first < last:
        return among[first].start, among[last - 1].end
    place = among[first - 1].end if first else 0
    return place, place
