"""EndNote's tagged format (.enw, Refer): a percent sign and a letter begin each line."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import address, kind_of, lines_of, made, natural, once, words
from tracker.formats.labels import gathered
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".enw", ".refer")

DIALECT = Dialect(
    re.compile(r"\ufeff?(?P<tag>%[A-Za-z0-9@+!$?()*^\]\[#~<>=&|])(?= |\t|$)(?P<value>.*)"),
    starts=frozenset({"%0"}),
    apart=True,
)
HEAD = re.compile(r"^\ufeff?%(?:0(?:[ \t]|$)|[ATJDB] \S)", re.M)
TAGGED = re.compile(r"^\ufeff?%[A-Z0-9@](?:[ \t]|$)", re.M)
BIBCODE = re.compile(r"(?:1[89]|20)\d\d[A-Za-z&.][\w&.]{13}[A-Z]")
PEOPLE = re.compile(r"\s+and\s+|\s*;\s*")


def looks_like(head: str) -> bool:
    head = re.sub(r"\r\n?", "\n", head)
    return bool(HEAD.search(head)) and len(TAGGED.findall(head)) > 1


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for entry in entries(lines, DIALECT):
        yield _record(entry)


def _record(entry: Entry) -> Record | Failure:
    status, tags, notes = gathered(tuple(note for note in entry.all("%O", "%1", "%Z") if not note.isdigit()))
    adsabs = BIBCODE.fullmatch(entry.first("%R") or "")  # in the files of ADS, %R is its own code and %B the abstract
    links = {kind_of(url): url for value in reversed(entry.all("%U", "%>")) if (url := address(value))}
    return made(
        entry.line,
        entry.raw,
        title=entry.first("%T", "%!"),
        abstract=entry.first("%X") or (entry.first("%B") if adsabs else None),
        authors=once(natural(name) for value in entry.all("%A") for name in PEOPLE.split(value)),
        year=entry.first("%D", "%8"),
        venue=entry.first("%J", "%S") if adsabs else entry.first("%J", "%B", "%S"),
        doi=(None if adsabs else entry.first("%R"))
        or next((value for value in entry.all("%U", "%3") if "doi" in value), None),
        pages=entry.first("%P"),
        keywords=[word for text in entry.each("%K") for word in words(re.sub(r"--+\s*", ";", text), ";,")],
        notes=notes,
        tags=tags,
        status=status,
        key=entry.first("%F", "%M", "%L") or (entry.first("%R") if adsabs else None),
        **links,
    )
