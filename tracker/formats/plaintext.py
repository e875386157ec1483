"""Plain-text lists of abstracts: a paragraph each, perhaps under a heading that names the list, perhaps with titles."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import median
from typing import NamedTuple

from tracker.formats.bylines import ENUMERATOR, STOPS, Paragraph, credited, names_of, with_names
from tracker.formats.headings import collection_name, is_heading
from tracker.formats.paragraphs import ENDS, ENOUGH, Hyphens, Line, blocks, fits, hyphens, joined, wrapped
from tracker.formats.record import Failure, Record
from tracker.formats.strangers import is_other

SUFFIXES = (".txt", ".text")

PIECE = 1 << 18  # characters of a long file that are held at a time
SHORT = 250  # no abstract; a title or a heading is no longer
ALONE = 250  # lines this long, and no empty line in the file: one abstract a line
AMONG = 400  # lines this long inside a paragraph: somebody forgot the empty lines
ROOM = 10  # characters left on a line that was ended on purpose
SENTENCE = re.compile(r"[a-z)\]][.?!]\s+[A-Z]")
LABEL = re.compile(r"(?:abstract|summary|摘要)\s*(?:[.:：]|[—–-]+)\s*", re.I)


def looks_like(head: str) -> bool:
    """Whether this can be a list of abstracts: any text that is not plainly another format."""
    return not is_other(head)


def read(text: str) -> Iterator[Record | Failure]:
    """The records of a list, in its order. An empty text is a failure that says so."""
    found = paragraphs(text)
    if not found:
        yield Failure("", 1, "The file is empty", "")
        return
    yield from _entries(found, found)


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    """The same without holding all of a long file: how it is written is learnt from its first two megabytes."""
    rest = iter(lines)
    begun = _piece(rest, ENOUGH, anywhere=False)
    text = "\n".join(begun)
    after = next(rest, None)
    if after is None:
        yield from read(text)
        return
    parts = list(blocks(text))
    manner = _manner(parts, text)
    sample = list(with_names(_paragraph(piece, manner.how) for block in parts for piece in _pieces(block, manner)))
    further = with_names(_further(chain([after], rest), len(begun) + 1, manner))
    yield from _entries(sample, chain(sample, further))


class Manner(NamedTuple):
    """How a list is written."""

    alone: bool  # without empty lines
    leads: bool  # paragraphs begin with a title
    how: Hyphens


def _manner(parts: Sequence[list[Line]], text: str) -> Manner:
    alone = len(parts) - bool(parts and len(parts[0]) == 1) < 2
    return Manner(alone, _lead_titles(parts), hyphens(parts, text))


def _piece(lines: Iterator[str], characters: int, *, anywhere: bool) -> list[str]:
    """The next lines up to an empty one (or, where there is none for long, to any) behind so many characters."""
    found: list[str] = []
    size = 0
    for line in lines:
        found.append(line)
        size += len(line) + 1
        if size >= characters and (anywhere or not line.strip() or size >= 2 * characters):
            break
    return found


def _further(lines: Iterator[str], number: int, manner: Manner) -> Iterator[Paragraph]:
    """The paragraphs of the lines that are left, a piece of the file at a time."""
    while piece := _piece(lines, PIECE, anywhere=manner.alone):
        for block in blocks("\n".join(piece), number):
            yield from (_paragraph(part, manner.how) for part in _pieces(block, manner))
        number += len(piece)


def _entries(sample: list[Paragraph], found: Iterable[Paragraph]) -> Iterator[Record | Failure]:
    """Records of all paragraphs, understood as the first ones are."""
    first = _headed(sample)[0]
    sample = [first, *sample[1:]]
    titles = titled(sample)
    numbered = is_numbered(sample, titles=titles)
    named: list[Paragraph] = []
    used: set[str | None] = set()

    def each() -> Iterator[Paragraph]:
        for place, paragraph in enumerate(found):
            paragraph = paragraph if place else first
            if paragraph.names:
                named.append(paragraph)
            elif numbered and paragraph.short == titles:
                paragraph = paragraph._replace(text=ENUMERATOR.sub("", paragraph.text, count=1))
            yield paragraph

    for entry in _titled(each()) if titles else _untitled(each()):
        if isinstance(entry, Record):
            used.add(entry.heading)
        yield entry
    for paragraph in named:
        if paragraph.text not in used:
            yield Failure("", paragraph.line, "A list's name with no abstract below it", paragraph.raw)


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs, each joined to one line."""
    parts = list(blocks(text))
    manner = _manner(parts, text)
    return list(with_names(_paragraph(lines, manner.how) for block in parts for lines in _pieces(block, manner)))


def _paragraph(block: Sequence[Line], how: Hyphens) -> Paragraph:
    text = joined(block, how)
    raw = "\n".join(line.text for line in block)
    short = len(block) == 1 and len(text) <= SHORT and not text.endswith(STOPS)
    return Paragraph(block[0].number, text, raw, short, short and is_heading(text))


def _pieces(block: list[Line], manner: Manner) -> list[list[Line]]:
    """A block as it stands, or line by line, or its first lines (a heading, a title, authors) and the rest."""
    width = max(len(line.text) for line in block)
    top = int(len(block) > 1 and is_heading(block[0].text) and fits(block[0], block[1], width))
    rest = block[top:]
    if _one_per_line(rest, manner.alone):
        parts = _each(rest)
    else:
        head = _header(rest, manner.leads)
        parts = [[line] for line in rest[:head]] + ([rest[head:]] if rest[head:] else [])
    return [block[:1], *parts] if top else parts


def _one_per_line(block: Sequence[Line], alone: bool) -> bool:
    """Whether the lines are whole abstracts or, with nothing else in the file, titles."""
    if median(len(line.text) for line in block) >= (ALONE if alone else AMONG):
        return True
    ended = sum(line.text.endswith(STOPS) for line in block)
    return alone and len(block) > 2 and ended * 4 < len(block) and (_are_titles(block) or not wrapped(block))


def _are_titles(block: Sequence[Line]) -> bool:
    """Whether every line begins as a title does and hardly any ends a sentence within: of wrapped prose, most go on."""
    sentences = sum(bool(SENTENCE.search(line.text)) for line in block)
    return sentences * 8 <= len(block) and not any(line.text[0].islower() for line in block)


def _header(block: Sequence[Line], leads: bool) -> int:
    """How many lines at the top are a title and its authors."""
    if len(block) == 1:
        return 0
    authors = bool(credited(block[0].text, block[1].text)) and not block[0].text.endswith(STOPS)
    if len(block) == 2 and authors:
        return 2
    return 1 + authors if leads and _lead(block) else 0


def _each(block: list[Line]) -> list[list[Line]]:
    """One paragraph a line; a line that begins in lower case goes on with the one before it."""
    found: list[list[Line]] = []
    for line in block:
        if found and line.text[0].islower() and not ENDS.search(found[-1][-1].text):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _lead_titles(parts: Sequence[list[Line]]) -> bool:
    """Whether most paragraphs begin with a line that was ended on purpose: then these are titles."""
    many = [block for block in parts if len(block) > 1]
    return bool(many) and sum(map(_lead, many)) * 3 >= len(many) * 2


def _lead(block: Sequence[Line]) -> bool:
    first, second = block[0], block[1]
    if len(first.text) > SHORT or ENDS.search(first.text.rstrip("?!")) or second.text[0].islower():
        return False
    width = max(len(line.text) for line in block)
    return fits(Line(0, first.text + " " * ROOM), second, width) and sum(len(line.text) for line in block[1:]) > SHORT


def titled(found: Sequence[Paragraph]) -> bool:
    """Whether two thirds of the abstracts have a short line before them, or there are short lines only."""
    found = [paragraph for paragraph in found if not paragraph.names]
    texts = [place for place, paragraph in enumerate(found) if not paragraph.short]
    led = sum(place > 0 and found[place - 1].short for place in texts)
    return led * 3 >= len(texts) * 2 if texts else True


def _headed(found: list[Paragraph]) -> list[Paragraph]:
    """With the first line marked as the name of the list, where it can be nobody's title."""
    first, rest = found[0], found[1:]
    if not first.short or first.names or not rest:
        return found
    above = rest[0].short and not names_of(rest[0].text) and not all(paragraph.short for paragraph in rest)
    return [first._replace(names=True), *rest] if above or not titled(found) else found


def is_numbered(found: Sequence[Paragraph], *, titles: bool) -> bool:
    """Whether every item of a list has a number or a bullet, which then is no part of it."""
    items = [p for p in found if p.short == titles and not p.names]
    return len(items) > 1 and all(ENUMERATOR.match(p.text) for p in items)


def _untitled(found: Iterable[Paragraph]) -> Iterator[Record | Failure]:
    heading: str | None = None
    for paragraph in found:
        if paragraph.names:
            heading = paragraph.text
        elif paragraph.short:
            message = "A line on its own, neither an abstract nor the list's name"
            yield Failure("", paragraph.line, message, paragraph.raw)
        else:
            yield _record(heading, paragraph)


def _titled(found: Iterable[Paragraph]) -> Iterator[Record]:
    """Titles with their abstracts; a title without one is a record too."""
    heading: str | None = None
    waiting: list[Paragraph] = []
    for paragraph in found:
        if paragraph.names:
            yield from _titles(heading, waiting)
            heading, waiting = paragraph.text, []
        elif paragraph.short:
            waiting.append(paragraph)
            yield from _titles(heading, waiting[:-2])  # an abstract has no more than a title and authors above it
            waiting = waiting[-2:]
        else:
            yield from _with_abstract(heading, waiting, paragraph)
            waiting = []
    yield from _titles(heading, waiting)


def _with_abstract(heading: str | None, waiting: list[Paragraph], paragraph: Paragraph) -> Iterator[Record]:
    authors = names_of(waiting[-1].text) if len(waiting) > 1 else ()
    own = waiting[-2:] if authors else waiting[-1:]
    authors = authors or (waiting[-1].authors if waiting else ())
    yield from _titles(heading, waiting[: len(waiting) - len(own)])
    record = _record(heading, paragraph)
    if own:
        raw = "\n".join(part.raw for part in (*own, paragraph))
        record = record._replace(title=untagged(own[0].text), authors=authors, line=own[0].line, raw=raw)
    yield record


def untagged(title: str) -> str:
    return re.sub(r"^#{1,6}\s+|\s+#+$", "", title)


def _titles(heading: str | None, found: Sequence[Paragraph]) -> Iterator[Record]:
    for paragraph in found:
        name = collection_name(heading) if heading else None
        title, authors = untagged(paragraph.text), paragraph.authors
        yield Record(title, authors=authors, collection=name, heading=heading, line=paragraph.line, raw=paragraph.raw)


def _record(heading: str | None, paragraph: Paragraph) -> Record:
    return Record(
        abstract=LABEL.sub("", paragraph.text, count=1) if LABEL.match(paragraph.text) else paragraph.text,
        collection=collection_name(heading) if heading else None,
        heading=heading,
        line=paragraph.line,
        raw=paragraph.raw,
    )
