"""What somebody says that the columns of a table hold: `title=Titel,abstract=Kurzfassung`."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256

from tracker.errors import Unreadable
from tracker.formats.columns import HEADERS
from tracker.formats.tables import Columns
from tracker.toml import meant

NONE = "-"  # for a column that holds nothing of use
PART = re.compile(r",(?=\s*[\w-]+\s*=)")  # a header may hold a comma

Mapped = Mapping[str, str]  # header → field, empty for none


def parsed(texts: Sequence[str]) -> dict[str, str]:
    """`field=header` pairs, several in a text between commas; a field may have several columns, and `-=header` leaves
    one out. Raises Unreadable that names the field."""
    found: dict[str, str] = {}
    for part in (part for text in texts for part in PART.split(text)):
        field, mark, header = (piece.strip() for piece in part.partition("="))
        if not mark or not header:
            raise Unreadable(f"“{part.strip()}” does not say which column holds what, as in title=Titel")
        if field not in HEADERS and field != NONE:
            raise Unreadable(f"There is no field {field}{meant(field, HEADERS)}; there are {', '.join(HEADERS)}")
        found[header] = "" if field == NONE else field
    return found


def told(named: Mapped) -> Columns:
    """The columns of whatever header holds all of these names; capitals make no difference."""
    wanted = {header.casefold(): field for header, field in named.items()}

    def columns(header: Sequence[str]) -> Mapped:
        found = {name: wanted[name.casefold()] for name in header if name.casefold() in wanted}
        return found if {name.casefold() for name in found} == set(wanted) else {}

    return columns


def remembered(kept: Mapping[str, Mapped]) -> Columns:
    """The columns of headers by the name of the set, as `name_of` gives it."""
    return lambda header: kept.get(name_of(header), {}) if len(header) > 1 else {}


def name_of(header: Sequence[str]) -> str:
    """What a set of headers is remembered by; their order makes no difference."""
    return sha256("\n".join(sorted(name.casefold() for name in header)).encode()).hexdigest()[:32]
