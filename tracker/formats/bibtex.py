"""BibTeX and BibLaTeX, with what other programs leave out: entries without a key, twice the same field or key,
abbreviations that are defined nowhere, entries that a missing brace cut short."""

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tracker.formats import bibtex_values as values
from tracker.formats.bibtex_fields import record
from tracker.formats.bibtex_values import Raw
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
CONTAINERS = {"xdata", "set"}


def looks_like(head: str) -> bool:
    return bool(ENTRY.search(head.replace("\r\n", "\n").replace("\r", "\n")))


def read(text: str) -> Iterator[Record | Failure]:
    """A record or a failure an entry, in their order; what holds data for other entries is none itself."""
    strings = dict(values.MONTHS)
    raws: list[Raw | Failure] = []
    for block in _blocks(re.sub(r"\r\n?", "\n", text)):
        if isinstance(block, Raw) and block.type == "string":
            strings |= {name: values.text(value, strings) for name, value in block.fields.items()}
        else:
            raws.append(block)
    entries = [values.entry(raw, strings) for raw in raws if isinstance(raw, Raw)]
    known = values.by_key(entries)
    finished = iter(entries)
    for raw in raws:
        if isinstance(raw, Failure):
            yield raw
        elif (entry := next(finished)).type in CONTAINERS:
            yield Failure("", entry.line, f"@{entry.type} holds data for other entries and is no paper", entry.raw)
        else:
            yield record(values.inherited(entry, known))


def _blocks(text: str) -> Iterator[Raw | Failure]:
    """Entries and abbreviations as they stand, and what only looks like an entry."""
    from bibtexparser.model import Entry, ImplicitComment, ParsingFailedBlock, String

    lines = text.split("\n")
    blocks = _split(text)
    broken = False
    for at, block in enumerate(blocks):
        line = (block.start_line or 0) + 1
        match block:
            case Entry():
                yield _raw(block.entry_type, block.key, line, block.raw or "", [(f.key, f.value) for f in block.fields])
            case String():
                yield Raw("string", None, line, "", {block.key.strip().lower(): str(block.value)})
            case ParsingFailedBlock():
                rest = (one.start_line or 0 for one in blocks[at + 1 : at + 3] if not isinstance(one, ImplicitComment))
                end = next(rest, len(lines))
                yield from _salvaged("\n".join(lines[line - 1 : end]) if end >= line else block.raw or "", line)
            case ImplicitComment() if not broken:
                yield from _unbraced(block.comment, line)
        broken = isinstance(block, ParsingFailedBlock)


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


def _raw(type: str, key: str | None, line: int, raw: str, fields: list[tuple[str, object]]) -> Raw:
    """An entry. Of a field that stands twice the first counts, unless it is empty; keywords and notes add up."""
    if key and "=" in key:  # there is no key, and the parser took the first field for one
        first, _, rest = key.partition("=")
        fields, key = [(first, rest), *fields], None
    found: dict[str, str] = {}
    for spelled, value in fields:
        name, new = spelled.strip().lower(), str(value).strip()
        old = found.get(name)
        if old and new and old != new and name in values.ADDING:
            found[name] = f"{old} # {{, }} # {new}"
        elif not old or old in ("{}", '""'):
            found[name] = new
    return Raw(type.strip().lower(), key or None, line, raw, found)


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
    yield _raw(name, key[1] if key else None, line, raw.strip(), [(one, f"{{{value}}}") for one, value in fields])


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
