"""BibTeX and BibLaTeX, with what other programs leave out: entries without a key, twice the same field or key,
abbreviations that are defined nowhere, entries that a missing brace cut short."""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tracker.formats import bibtex_values as values
from tracker.formats.bibtex_entries import Rest, parted
from tracker.formats.bibtex_fields import record
from tracker.formats.bibtex_values import Raw, standing
from tracker.formats.bibtex_write import write
from tracker.formats.record import Failure, Record

if TYPE_CHECKING:
    from bibtexparser.model import Block

__all__ = ["SUFFIXES", "looks_like", "read", "write"]

SUFFIXES = (".bib", ".bibtex", ".biblatex")

ENTRY = re.compile(r"^[ \t\ufeff]*@[ \t]*[A-Za-z]\w*[ \t]*[{(][ \t]*(?:[^\s,{}()=]*[ \t]*(?:,|$)|[\w-]+[ \t]*=)", re.M)
KEYLESS = re.compile(
    r"^([ \t]*@(?!string\b|preamble\b|comment\b)[a-z]\w*[ \t]*[{(])(?=\s*[a-z][\w-]*[ \t]*=)", re.M | re.I
)
NO_BRACE = re.compile(r"^[ \t]*@[A-Za-z]+(?:[ \t].*,[ \t]*|,?[ \t]*)$", re.M)
FIELD = re.compile(r"(?:^[ \t]*|,[ \t]*(?=[\w-]+[ \t]*=[ \t]*[{\"\d]))([A-Za-z][\w-]*)[ \t]*=[ \t]*", re.M)
KEY = re.compile(r"@\s*\w+\s*[{(]\s*([^\s,={}()\"]*)\s*,")
TYPE = re.compile(r"@\s*(\w+)")
FURTHER = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*(?=[{\"\d])")  # a field behind a value, the comma forgotten
PIECE = 1 << 18  # characters that are looked through in lower case at a time
CONTAINERS = {"xdata", "set"}
STRING = re.compile(r"@\s*string", re.I)
SHARING = tuple(map(re.compile, (r"crossref\s*=", r"xdata\s*=")))  # in lower case, each found by its first letters


def looks_like(head: str) -> bool:
    return bool(ENTRY.search(head.replace("\r\n", "\n").replace("\r", "\n")))


def read(text: str) -> Iterator[Record | Failure]:
    """A record or a failure an entry, in their order; what holds data for other entries is none itself."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    blocks = _blocks(text)
    if STRING.search(text) or _is_shared(text):
        yield from _together(list(blocks))
        return
    for block in blocks:  # each for itself, so that a long file is not held as a whole
        yield block if isinstance(block, Failure) else _paper(values.entry(block, values.MONTHS), {})


def _is_shared(text: str) -> bool:
    """Whether an entry takes something from another one. Looked for in a piece at a time: a long file in lower case
    would need several times its size."""
    begun = 0
    while begun < len(text):
        end = text.find("\n@", begun + PIECE) % (len(text) + 1)  # where no entry is cut in two
        lower = text[begun:end].lower()
        if any(sharing.search(lower) for sharing in SHARING):
            return True
        begun = end
    return False


def _together(blocks: list[Raw | Failure]) -> Iterator[Record | Failure]:
    """Entries that take abbreviations and fields from others, wherever in the file these stand."""
    strings = dict(values.MONTHS)
    raws = [block for block in blocks if isinstance(block, Failure) or block.type != "string"]
    for block in blocks:
        if isinstance(block, Raw) and block.type == "string":
            strings |= {name: values.spaced(value, strings) for name, value in block.fields.items()}
    entries = [values.entry(raw, strings) for raw in raws if isinstance(raw, Raw)]
    known = values.by_key(entries)
    finished = iter(entries)
    for raw in raws:
        yield raw if isinstance(raw, Failure) else _paper(next(finished), known)


def _paper(entry: values.Entry, known: Mapping[str, values.Entry]) -> Record | Failure:
    if entry.type in CONTAINERS:
        return Failure("", entry.line, f"@{entry.type} holds data for other entries and is no paper", entry.raw)
    return record(values.inherited(entry, known))


def _blocks(text: str) -> Iterator[Raw | Failure]:
    """Entries and abbreviations as they stand, and what only looks like an entry."""
    for part in parted(text):
        if isinstance(part, Raw):
            yield part
        else:
            yield from _unusual(part)


def _unusual(part: Rest) -> Iterator[Raw | Failure]:
    from bibtexparser.model import Entry, ImplicitComment, ParsingFailedBlock, String

    lines = part.text.split("\n")
    blocks = _split(part.text)
    broken = False
    for at, block in enumerate(blocks):
        first = block.start_line or 0
        line = part.line + first
        match block:
            case Entry():
                fields = [each for field in block.fields for each in _apart(field.key, str(field.value))]
                yield standing(block.entry_type, block.key, line, block.raw or "", fields)
            case String():
                yield Raw("string", None, line, "", {block.key.strip().lower(): str(block.value)})
            case ParsingFailedBlock():
                rest = (one.start_line or 0 for one in blocks[at + 1 : at + 3] if not isinstance(one, ImplicitComment))
                end = next(rest, len(lines))
                yield from _salvaged("\n".join(lines[first:end]) if end > first else block.raw or "", line)
            case ImplicitComment() if not broken:
                yield from _unbraced(block.comment, line)
        broken = isinstance(block, ParsingFailedBlock)


def _apart(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A field, and those that run on behind it where the comma was forgotten."""
    while found := FURTHER.match(value, end := values.end_of(value)):
        yield name, value[:end]
        name, value = found[1], value[found.end() :]
    yield name, value


def _split(text: str) -> list["Block"]:
    """The blocks of a file; of one that is refused for a key or a field that was there before, what stands in it."""
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it would print is salvaged here
    found: list[Block] = []
    for block in Splitter(KEYLESS.sub(r"\1,", text)).split().blocks:
        inner: Block | None = block
        while isinstance(inner, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            inner = inner.ignore_error_block
        found.append(inner or block)
    return found


def _salvaged(raw: str, line: int) -> Iterator[Raw | Failure]:
    """What can still be read of a block that does not end as it should: its fields, a line each."""
    type = TYPE.match(raw)
    name = type[1].lower() if type else ""
    if name in ("comment", "preamble"):
        return
    if name == "string":
        yield Failure("", line, "An abbreviation (@string) that does not end; the next entry begins inside it", raw)
        return
    key = KEY.match(raw)
    found = list(FIELD.finditer(raw))
    ends = [*(one.start() for one in found), len(raw)][1:]
    fields = [(one[1], _cut(raw[one.end() : end])) for one, end in zip(found, ends, strict=False)]
    if not any(one[0].lower() in ("title", "abstract", "doi", "url") and one[1] for one in fields):
        yield Failure("", line, "An entry that does not end; the next one begins inside it", raw.strip())
        return
    yield standing(name, key[1] if key else None, line, raw.strip(), [(one, f"{{{value}}}") for one, value in fields])


def _cut(value: str) -> str:
    """A value without its delimiters, of which one may be missing, and without braces that are not in pairs."""
    value = value.strip()
    if (end := values.end_of(value)) <= len(value):
        return value[1 : end - 1]
    value = value.rstrip(",} \t\n").lstrip('{"').rstrip('"')
    return value if values.balanced(value) else value.replace("{", "").replace("}", "")


def _unbraced(comment: str, line: int) -> Iterator[Failure]:
    """Text between entries may be anything; a line that begins an entry without a brace is told of."""
    for found in NO_BRACE.finditer(comment):
        at = line + comment.count("\n", 0, found.start())
        yield Failure("", at, "An entry without a brace after its type", comment[found.start() :][:2000])
