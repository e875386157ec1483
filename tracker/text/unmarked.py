"""The words of texts as they are read, found without reading the marks of those that have none, as most."""

from tracker.text.bare import MARKS, PAIRS
from tracker.text.clean import is_safe
from tracker.text.fold import Spelling, spelled
from tracker.text.render import plain

_MARKED = "\0"  # stands for a mark in a spelled text


class _Unmarked(Spelling):
    """Spells as ever, but for the signs that may be read as something else than they are."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign not in MARKS and is_safe(sign):
            return super().__missing__(code)
        self[code] = _MARKED
        return _MARKED


_UNMARKED = _Unmarked("tracker.unmarked")


def spelled_plain(source: str) -> str:
    """The words of `plain(source)`, spelled: the same, but for the number of blanks between them."""
    found = spelled(source, _UNMARKED)
    if _MARKED in found or any(pair in found for pair in PAIRS):
        return spelled(plain(source))
    return found
