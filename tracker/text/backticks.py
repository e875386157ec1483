"""What backticks begin: code, or the quotation marks of TeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracker.text.rendered import Style

if TYPE_CHECKING:
    from tracker.text.markup import Scanner

_RUN = re.compile(r"`+")
_QUOTED = re.compile(r"`([^`'\\$*_<&{}\[\]\n]{1,80})'(?![A-Za-z])")


class Backticks:
    """Reads a run of backticks where the scanner stands."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self._runs: dict[int, list[int]] | None = None  # size → places, the last one first

    def read(self) -> None:
        scanner = self.scanner
        run = _RUN.match(scanner.source, scanner.pos)
        size = len(run[0]) if run else 1
        close = self._next(size)
        quote = scanner.find("''", scanner.pos) if size == 2 else -1
        if quote >= 0 and (close < 0 or quote < close):
            return scanner.put("“", scanner.pos + 2)
        if size == 1 and (quoted := _QUOTED.match(scanner.source, scanner.pos)):
            return self._quote(len(quoted[1]))
        inside = scanner.source[scanner.pos + size : close].strip() if close > 0 else ""
        if not inside or "\n\n" in inside or (size == 1 and scanner.source[close - 1].isspace()):
            opens = size == 2 and '"' in scanner.after(2)
            return scanner.put("“", scanner.pos + 2) if opens else scanner.keep(size)
        return self._code(size, close)

    def _quote(self, size: int) -> None:
        """`` `so many letters' ``"""
        self.scanner.put("‘", self.scanner.pos + 1)
        self.scanner.keep(size)
        self.scanner.put("’", self.scanner.pos + 1)

    def _code(self, size: int, close: int) -> None:
        scanner = self.scanner
        scanner.drop(size)
        scanner.styled(scanner.source[scanner.pos : close].replace("\n", " "), close, Style.CODE)
        scanner.drop(size)

    def _next(self, size: int) -> int:
        """Where the next run of exactly `size` backticks starts, or -1."""
        if self._runs is None:
            self._runs = {}
            for run in reversed(list(_RUN.finditer(self.scanner.source))):
                self._runs.setdefault(len(run[0]), []).append(run.start())
        places = self._runs.get(size, [])
        while places and places[-1] <= self.scanner.pos:
            places.pop()
        return places[-1] if places else -1
