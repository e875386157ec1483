"""Two people who edit one page at random, one in the library and one in the file; what each types is a new word.

The play checks after every meeting that no word is gone which nobody took away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random

from tracker.library.names import name_key, tag_name
from tracker.terms import Status
from tracker.vault.fields import Fields
from tracker.vault.meeting import Outcome, Side, Tags, meet
from tracker.vault.page import ABSTRACT, ANNOTATIONS, NOTE, OTHERS, Page, read
from tracker.vault.writing import Here, in_file, new_page, told

ME, NL = "ann", "\n"
TAGS = Tags(tag_name, name_key)
SIDES: tuple[Side, ...] = ("here", "there", "both")


class Play:
    """A page on both sides. `alive` are the words that must not be lost; `apart` those that only the file has;
    `remarks` those that were written under an annotation."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._words = (f"w{number}" for number in count())
        self.body = "first\nsecond\nthird"
        self.tags: tuple[str, ...] = ("one", "two")
        self.status = Status.INBOX
        self.marks = [["[!note] a mark"]]
        self.file = self._ends(new_page(self.here))
        self.base: str | None = self.file if self.random.random() < 0.8 else None
        self.alive: set[str] = set()
        self.apart: set[str] = set()
        self.remarks: set[str] = set()
        self.crashed = False

    @property
    def here(self) -> Here:
        fields = Fields(tags=self.tags, status=self.status)
        marks = "".join(
            f"{''.join(f'> {x}{NL}' for x in lines)}{NL}^m-{n}{NL}{NL}" for n, lines in enumerate(self.marks)
        )
        blocks = {OTHERS: "", ANNOTATIONS: marks, ABSTRACT: "> An abstract.\n"}
        notes = {NOTE: self.body} if self.body.strip() else {}
        return Here("lib-1", fields, notes, told("A title", guessed=False, lists=()), blocks, ME)

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.random.choice((self.edit_here, self.edit_there, self.edit_there, self.sync))()
        self.sync(crash=False)

    # What the two do

    def edit_here(self) -> None:
        match self.random.randrange(6):
            case 0:
                self.tags = tuple(dict.fromkeys([*self.tags, self.random.choice(("red", "blue", "one"))]))
            case 1:
                self.tags = self.tags[1:]
            case 2:
                self.marks.append([f"[!note] {self._word()}"])
            case _:
                self.body = "\n".join(self._edited(self.body.split("\n")))

    def edit_there(self) -> None:
        match self.random.randrange(10):
            case 0:
                self._outside()
            case 1 if "> An abstract." in self.file:
                self.file = self.file.replace("> An abstract.", f"> {self._kept_apart()}", 1)
            case 2:
                self.file = self.file.replace("tags: [", "tags: [green, ", 1)
            case 3:
                self.file = self._ends(self.file.replace("\r\n", "\n"))
            case 4 | 5:
                self._remark()
            case _:
                self._edit_block()

    def _edit_block(self) -> None:
        page = read(self.file)
        at = page.blocks[NOTE]
        lines = self._edited((page.content(NOTE) or "").split("\n")[:-1])
        text = "".join(f"{line}{page.newline}" for line in lines)
        self.file = self.file[: at.start] + text + self.file[at.end :]

    def _remark(self) -> None:
        """Write a line under an annotation."""
        page = read(self.file)
        at = page.blocks[ANNOTATIONS]
        heads = [found.end() for found in re.finditer(r"^> \[!note\].*\n", self.file, re.MULTILINE)]
        if heads := [end for end in heads if at.start <= end <= at.end]:
            end, word = self.random.choice(heads), self._word()
            self.remarks.add(word)
            self.file = f"{self.file[:end]}> {word}{page.newline}{self.file[end:]}"

    def _outside(self) -> None:
        page, word = read(self.file), self._kept_apart()
        at = self.random.choice((page.front_end, page.blocks[NOTE].opens, len(self.file), self._end_of_marks(page)))
        line = f"own-{word}: x" if at == page.front_end else word
        self.file = f"{self.file[:at]}{line}{page.newline}{self.file[at:]}"

    def _end_of_marks(self, page: Page) -> int:
        return page.blocks[ANNOTATIONS].end

    def _edited(self, lines: list[str]) -> list[str]:
        """Insert a line, add to one, or take one away."""
        at = self.random.randrange(len(lines) + 1)
        if self.random.random() < 0.3 and at < len(lines):
            self._die(lines[at])
            return lines[:at] + lines[at + 1 :]
        word = self._word()
        self.alive.add(word)
        if self.random.random() < 0.5 and at < len(lines):
            return [*lines[:at], f"{lines[at]} {word}".strip(), *lines[at + 1 :]]
        return [*lines[:at], word, *lines[at:]]

    def _die(self, line: str) -> None:
        """The person takes a line away, and its words with it."""
        self.alive -= set(line.split())

    # Meeting

    def sync(self, *, crash: bool = True) -> None:
        before = self.body, self.tags, self.file
        outcome = self._meet(None)
        if outcome.clashes:
            assert (self.body, self.tags, self.file) == before
            assert outcome.text is None
            assert not outcome.notes
            side = self.random.choice(SIDES)
            if side != "both":
                self._give_up(self._words_of(self.here if side == "there" else read(self.file)))
            outcome = self._meet(side)
        self._apply(outcome, self.random.choice(("", "", "file", "base")) if crash else "")

    def _meet(self, side: Side | None) -> Outcome:
        base = read(self.base) if self.base is not None else None
        return meet(base, read(self.file), self.here, TAGS, side)

    def _words_of(self, side: Here | Page) -> set[str]:
        text = in_file(side.notes.get(NOTE, "")) if isinstance(side, Here) else side.content(NOTE) or ""
        return set(text.split())

    def _give_up(self, words: set[str]) -> None:
        """The person chose the other side: what stands on this one only may go."""
        other = self._words_of(self.here) & self._words_of(read(self.file))
        self.alive -= words - other

    def _apply(self, outcome: Outcome, crash: str) -> None:
        """The library takes its part, then the file, then it is noted that they met; a crash may come between."""
        self.crashed = self.crashed or bool(crash)
        self.body = outcome.notes.get(NOTE, self.body)
        if outcome.fields:
            self.tags, self.status = outcome.fields.tags, outcome.fields.status
        for mark, text in outcome.remarks:
            self.marks[int(mark.removeprefix("^m-"))] += f"{ME}: {text}".split("\n")
        reads = bool(outcome.notes or outcome.fields or outcome.remarks)
        if outcome.text is None:
            self.base = outcome.after
        elif reads:
            self.base = outcome.halfway
        if crash != "file":
            self.file = outcome.text if outcome.text is not None else self.file
            self.base = self.base if crash == "base" else outcome.after
            self.check()

    def check(self) -> None:
        note, page = self._words_of(self.here), read(self.file)
        assert self.alive <= note, sorted(self.alive - note)
        assert note == self._words_of(page)
        marks, block = self.here.blocks[ANNOTATIONS], page.content(ANNOTATIONS) or ""
        for word in self.remarks:
            taken = marks.split().count(word)
            # Where a crash hid from the program what it wrote itself, the line stays in the file, below the block.
            assert (taken == 1 and word in block.split()) or (self.crashed and not taken and word in self.file.split())
        assert self.apart <= set(self.file.replace(":", " ").replace("own-", "").split())
        assert {name_key(tag) for tag in self.tags} == {name_key(tag) for tag in _tags(page)}

    # Words

    def _word(self) -> str:
        return next(self._words)

    def _kept_apart(self) -> str:
        word = self._word()
        self.apart.add(word)
        return word

    def _ends(self, text: str) -> str:
        return text.replace("\n", "\r\n") if self.random.random() < 0.3 else text


def _tags(page: Page) -> Iterator[str]:
    entry = page.entries["tags"]
    yield from (item.value for item in entry.items or ())
