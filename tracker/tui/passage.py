"""A text to move about in: its sentences, words and lines, and a caret that is a word inside a sentence. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from tracker.text.acronyms import Acronym, acronyms
from tracker.text.clean import clean, is_safe
from tracker.text.quote import Pages
from tracker.text.render import render
from tracker.text.rendered import Span
from tracker.text.sentences import sentences, words
from tracker.tui.safe import LONGEST

Place = tuple[int, int]

_TOKEN = re.compile(r"\S+")
_CLAUSE = re.compile(r"[,;:](?=\s)|[()\[\]]")
_STEP = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_EDGE = " \n,;:()[]"


class Passage(NamedTuple):
    """Plain text as it is shown; places are code points of it, in order."""

    text: str
    spans: tuple[Span, ...]
    sentences: tuple[Place, ...]
    words: tuple[Place, ...]
    more: int = 0  # characters of the source that are left out
    acronyms: tuple[Acronym, ...] = ()

    def sentence(self, at: int) -> int:
        """The number of the sentence at an offset, counted from 0."""
        return max(0, bisect_right(self.sentences, at, key=lambda place: place[0]) - 1)

    def word(self, at: int) -> int:
        """The number of the word at an offset, or of the next one."""
        return min(bisect_right(self.words, at, key=lambda place: place[1]), len(self.words) - 1)

    def standing_for(self, word: str) -> str | None:
        """What the passage itself says that a word, or a part of one, stands for."""
        parts = [word, *re.split(r"[-/]", word)]
        forms = {form for part in parts for form in (part, part.removesuffix("s"))}
        return next((pair.long for pair in self.acronyms if pair.short in forms), None)

    def levels(self, at: int) -> list[Place]:
        """What surrounds an offset: its word, clause, sentence, two sentences, all."""
        number = self.sentence(at)
        one, first = self.sentences[number], max(0, min(number, len(self.sentences) - 2))
        two = self.sentences[first : first + 2]
        everything = (self.sentences[0][0], self.sentences[-1][1])
        return [self.words[self.word(at)], self.clause(at), one, (two[0][0], two[-1][1]), everything]

    def clause(self, at: int) -> Place:
        """The part of the sentence between commas, colons and brackets."""
        start, end = self.sentences[self.sentence(at)]
        cuts = [start, *(cut.end() for cut in _CLAUSE.finditer(self.text, start, end)), end]
        number = min(bisect_right(cuts, at), len(cuts) - 1)
        piece = self.text[cuts[number - 1] : cuts[number]]
        inner = piece.strip(_EDGE)
        begin = cuts[number - 1] + piece.find(inner)
        return (begin, begin + len(inner)) if inner else self.words[self.word(at)]


@lru_cache(maxsize=16)
def passage(source: str) -> Passage:
    """An abstract as it is read, without any character that a terminal would act on."""
    text, spans, *_ = render(clean(source[:LONGEST]))  # which changes nothing that this program stored
    text = "".join(char if char == "\n" or is_safe(char) else " " for char in text.replace("\t", " "))
    places = tuple(sentences(text))
    more = max(0, len(source) - LONGEST)
    return Passage(text, spans, places, tuple(steps(text)) or places, more, tuple(acronyms(text)))


def steps(text: str) -> Iterator[Place]:
    """What the caret goes over one at a time: words, and each letter of a script that parts no words."""
    for start, end in words(text):
        if text[start:end].isascii():
            yield start, end
        else:
            yield from (piece.span() for piece in _STEP.finditer(text, start, end))


@lru_cache(maxsize=4)
def _pages(text: str) -> Pages:
    return Pages(text)


@lru_cache(maxsize=16)
def hits(text: str, words: str) -> tuple[Place, ...]:
    """Where words stand in a text, but for case and accents."""
    return tuple(_pages(text).places(words)) if words.strip() else ()


class Caret(NamedTuple):
    """An offset, and what is selected from it: since an anchor by words or sentences, or by growing."""

    at: int = 0
    anchor: int | None = None
    whole: bool = False  # selects whole sentences
    grown: tuple[Place, ...] = ()

    @property
    def selecting(self) -> bool:
        return self.anchor is not None or bool(self.grown)

    def selection(self, on: Passage) -> Place | None:
        if self.grown:
            return self.grown[-1]
        if self.anchor is None or not on.sentences:
            return None
        low, high = sorted((self.anchor, self.at))
        if self.whole:
            return on.sentences[on.sentence(low)][0], on.sentences[on.sentence(high)][1]
        return on.words[on.word(low)][0], on.words[on.word(high)][1]

    def target(self, on: Passage) -> Place | None:
        """What a mark would be made of: the selection, else the sentence."""
        return self.selection(on) or (on.sentences[on.sentence(self.at)] if on.sentences else None)

    def to(self, at: int) -> Caret:
        return Caret(at, self.anchor, self.whole)

    def by_sentence(self, on: Passage, by: int) -> Caret:
        number = on.sentence(self.at) + by
        return self.to(on.sentences[number][0]) if 0 <= number < len(on.sentences) else self

    def by_word(self, on: Passage, by: int) -> Caret:
        number = on.word(self.at) + by
        return self.to(on.words[number][0]) if 0 <= number < len(on.words) else self

    def to_end(self, on: Passage, way: int) -> Caret:
        """The first or last word of the sentence."""
        if not on.sentences:
            return self
        start, end = on.sentences[on.sentence(self.at)]
        last = bisect_left(on.words, end, key=lambda place: place[0]) - 1
        return self.to(start if way < 0 else max(start, on.words[last][0]))

    def to_edge(self, on: Passage, way: int) -> Caret:
        return self.to(on.sentences[0 if way < 0 else -1][0]) if on.sentences else self

    def select(self, whole: bool) -> Caret:
        """Begin to select, or end it where it was begun this way."""
        if self.anchor is not None and self.whole == whole:
            return Caret(self.at)
        return Caret(self.at, self.at if self.anchor is None else self.anchor, whole)

    def swap(self) -> Caret:
        """To the other end of the selection."""
        return self if self.anchor is None else Caret(self.anchor, self.at, self.whole)

    def grow(self, on: Passage) -> Caret:
        """Select the next larger thing around what is selected."""
        held = self.selection(on)
        for start, end in on.levels(self.at) if on.sentences else ():
            if held is None or (start <= held[0] and held[1] <= end and (start, end) != held):
                return self._replace(grown=(*self.grown, (start, end)))
        return self

    def shrink(self) -> Caret:
        return self._replace(grown=self.grown[:-1])


def wrap(text: str, width: int) -> list[Place]:
    """The lines of a text in so many cells, broken at blanks and, in longer words, anywhere. Linear."""
    lines: list[Place] = []
    start = 0
    for paragraph in text.split("\n"):
        lines += _broken(text, start, start + len(paragraph), max(2, width)) or [(start, start)]
        start += len(paragraph) + 1
    return lines


def _broken(text: str, start: int, end: int, width: int) -> list[Place]:
    lines: list[Place] = []
    used = 0
    for token in _TOKEN.finditer(text, start, end):
        for begin, stop in _pieces(text, *token.span(), width):
            gap = cell_len(text[lines[-1][1] : begin]) if lines else 0
            wide = cell_len(text[begin:stop])
            if lines and used + gap + wide <= width:
                lines[-1], used = (lines[-1][0], stop), used + gap + wide
            else:
                lines.append((begin, stop))
                used = wide
    return lines


def _pieces(text: str, start: int, end: int, width: int) -> list[Place]:
    """A word in pieces that fit on a line."""
    if end - start <= width // 2 or cell_len(text[start:end]) <= width:
        return [(start, end)]
    step = max(1, width // 2)
    return [(at, min(at + step, end)) for at in range(start, end, step)]
