"""Lines, paragraphs and the joining of what an editor or a PDF broke: the mechanics of plain text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

SPACE_LIKE = "\u200b\ufeff\u2060"  # what looks empty but is not white space to Python
RULE = re.compile(r"(?:[-=_*~#+]\s?){3,}")
ENDS = re.compile("""[.!?。！？…]["'”’»)\\]}*_$]*$""")
BROKEN = re.compile(r"(?<![\w-])([^\W\d_][\w-]*)-\n([^\W\d_]+)")
ENOUGH = 2_000_000  # characters to learn spellings from
PUNCTUATION = ".,;:!?()[]{}\"'“”‘’*"
PREFIXES = ("self", "non", "multi", "semi", "quasi", "pseudo", "cross", "co", "meta")  # stand with a hyphen
SUSPENDED = re.compile(r"(?:and|or|to|und|oder|bis|et|ou|y|o|e)\b")  # pre- and post-training
SCRIPTS_WITHOUT_SPACES = re.compile("[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")


class Line(NamedTuple):
    """A line without its end; `number` counts from 1 as an editor does."""

    number: int
    text: str


def lines(text: str, start: int = 1) -> Iterator[Line]:
    """Lines by LF, CRLF or CR, numbered from `start`. A page's end (form feed) is the line "\\f", a paragraph separator
    an empty one."""
    plain = not any(mark in text for mark in "\f\v\x85\u2028\u2029")
    for number, whole in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start):
        if plain:
            yield Line(number, bare(whole))
        else:
            yield from (Line(number, part) for part in _parts(whole))


def bare(text: str) -> str:
    return text.strip().strip(SPACE_LIKE).strip()


def _parts(line: str) -> Iterator[str]:
    for part in re.split("([\f\v\x85\u2028\u2029])", line):
        if part in ("\f", "\u2029"):
            yield part.replace("\u2029", "")
        elif part not in ("\v", "\x85", "\u2028") and (bare(part) or part == line):
            yield bare(part)


def blocks(text: str, start: int = 1) -> Iterator[list[Line]]:
    """Runs of lines between empty lines, rules (-----) and page ends."""
    block: list[Line] = []
    for line in lines(text, start):
        if line.text == "\f":
            if block and not ENDS.search(block[-1].text):
                continue
        elif line.text and not RULE.fullmatch(line.text):
            block.append(line)
            continue
        elif not line.text and not block:
            continue
        if block:
            yield block
        block = []
    if block:
        yield block


class Hyphens(NamedTuple):
    """How a text hyphenates at line ends, learnt from the words that it also writes unbroken."""

    words: frozenset[str]
    dropping: bool  # most broken words are one word elsewhere: an unknown one loses its hyphen too


def hyphens(parts: Iterable[Sequence[Line]], text: str) -> Hyphens:
    """What the first megabytes of `text` teach about the words broken inside its blocks."""
    found = (_broken(a.text, b.text) for block in parts for a, b in pairwise(block) if a.text.endswith("-"))
    broken = [pair for pair in found if pair]
    if not broken:
        return Hyphens(frozenset(), False)
    words = frozenset(word.strip(PUNCTUATION) for word in text[:ENOUGH].casefold().split())
    one = sum(a + b in words for a, b in broken)
    two = sum(f"{a}-{b}" in words for a, b in broken)
    return Hyphens(words, one > two)


def _broken(left: str, right: str) -> tuple[str, str] | None:
    """The two halves of a word in lower case; None where the line does not end in half a word."""
    found = BROKEN.search(f"{left[-80:]}\n{right[:80]}")
    return (found[1].casefold(), found[2].casefold()) if found else None


def joined(block: Sequence[Line], how: Hyphens) -> str:
    """The paragraph as one line. A single line comes back as it is."""
    pieces = [block[0].text]
    for line in block[1:]:
        left, between = _joint(pieces[-1], line.text, how)
        pieces[-1:] = [left, between, line.text]
    return "".join(pieces)


def _joint(left: str, right: str, how: Hyphens) -> tuple[str, str]:
    """The end of a line as it stays, and what comes between it and the next line."""
    if left.endswith("\u00ad"):
        return left[:-1], ""
    if SCRIPTS_WITHOUT_SPACES.match(left[-1]) and SCRIPTS_WITHOUT_SPACES.match(right):
        return left, ""
    if left.endswith("-") and left[-2:-1].strip() and not SUSPENDED.match(right):
        return left[:-1] if _one_word(left, right, how) else left, ""
    return left, " "


def _one_word(left: str, right: str, how: Hyphens) -> bool:
    broken = _broken(left, right)
    if not broken or not right[0].islower() or "-".join(broken) in how.words:
        return False
    if "".join(broken) in how.words:
        return True
    compound = broken[0] in PREFIXES or all(half in how.words for half in broken)
    return how.dropping and not compound


def wrapped(block: Sequence[Line]) -> bool:
    """Whether an editor may have broken these lines: the next word would mostly not have fitted."""
    width = max(len(line.text) for line in block)
    return sum(fits(a, b, width) for a, b in pairwise(block)) * 2 < len(block) - 1


def fits(line: Line, after: Line, width: int) -> bool:
    """Whether the first word of `after` would have had room on `line`: then the break is the writer's own."""
    return len(line.text) + 1 + len(after.text.split(maxsplit=1)[0]) <= width
