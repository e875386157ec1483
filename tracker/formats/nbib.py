"""PubMed's tagged format (.nbib, MEDLINE), as PubMed, Ovid and Cochrane write it."""

import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import lines_of, made, natural, once
from tracker.formats.record import Failure, Record
from tracker.formats.tagged import Dialect, Entry, entries

SUFFIXES = (".nbib", ".medline")

DIALECT = Dialect(
    re.compile(r"\ufeff?(?P<tag>[A-Z][A-Z0-9]{1,3}) *-(?= |$)(?P<value>.*)"),
    starts=frozenset({"PMID"}),
    apart=True,
)
HEAD = re.compile(r"^\ufeff?(?:PMID- ?\d|(?:OWN|STAT|DCOM|FAU|JT  |MH  ) ?- )", re.M)


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head.replace("\r", "\n")))


def read(text: str) -> Iterator[Record | Failure]:
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for entry in entries(lines, DIALECT):
        yield _record(entry)


def _record(entry: Entry) -> Record | Failure:
    title = entry.first("TI", "BTI", "CTI", "TT")
    return made(
        entry.line,
        entry.raw,
        title=title,
        abstract=entry.first("AB", "OAB"),
        authors=once(natural(name) for name in entry.all("FAU") or entry.all("AU") or entry.all("CN", "FED", "ED")),
        year=entry.first("DP", "DEP", "EDAT", "YR"),
        venue=entry.first("JT", "TA", "BTI" if title != entry.first("BTI") else "CTI"),
        doi=next((value for value in entry.all("LID", "AID", "DO", "SO") if "10." in value), None),
        pages=entry.first("PG"),
        keywords=entry.all("OT"),
        key=entry.first("PMID", "UI"),
        url=_address(entry.first("PMID")),
        title_variants=[one for one in entry.all("TT") if one != title],
        notes=entry.all("GN"),
    )


def _address(number: str | None) -> str | None:
    """The paper's page at PubMed."""
    return f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number and number.isascii() and number.isdigit() else None
