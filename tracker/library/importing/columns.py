"""What the columns of tables hold: said once for a set of headers, and remembered in the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import Unreadable
from tracker.later import models, registry
from tracker.library.door import Door
from tracker.library.importing.reports import ColumnView
from tracker.stored import mapping

if TYPE_CHECKING:
    from tracker.formats.tables import Columns

PREFIX = "columns:"


class Heard:
    """What columns hold, and the headers of which that was used."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.headers: dict[str, Mapping[str, str]] = {}

    def __call__(self, header: Sequence[str]) -> Mapping[str, str]:
        from tracker.formats.mapping import name_of

        named = self.columns(header)
        if named:
            self.headers[name_of(header)] = named
        return named


class TableColumns(Door):
    def columns(
        self, path: Path, told: Mapping[str, str] | None = None, *, encoding: str | None = None
    ) -> list[ColumnView]:
        """The columns of a table, what each is taken for and some of what is in it; none where this is no table."""
        from tracker.formats import tables, xlsx
        from tracker.formats.encoding import decode

        heard = self.heard(told)
        format = registry.source(path, encoding=encoding, columns=heard).format
        if format not in (registry.TABLE, registry.SHEETS):
            raise Unreadable(f"{path.name} is no table; columns are those of CSV and its kin, and of spreadsheets")
        data = path.read_bytes()
        sheets = format == registry.SHEETS
        found = xlsx.sketch(data, heard) if sheets else tables.sketch(decode(data, encoding).text, heard)
        return [
            ColumnView(name, field, tuple(row[at] for row in found.rows if at < len(row)))
            for at, (name, field) in enumerate(zip(found.header, found.fields, strict=True))
        ]

    def heard(self, told: Mapping[str, str] | None) -> Heard | None:
        """What was said of columns, now or, without that, with an earlier import; None where nothing was."""
        from tracker.formats import mapping

        if told:
            return Heard(mapping.told(told))
        kept = self._kept_columns()
        return Heard(mapping.remembered(kept)) if kept else None

    def remember_columns(self, heard: Heard | None) -> None:
        """Keep what was said of the headers that were met. No step: it says how files are read, and changes nothing."""
        import json

        if heard is None or not heard.headers:
            return
        kept = self._kept_columns()
        with self.store.transaction() as session:
            for name, named in heard.headers.items():
                if kept.get(name) != named:
                    session.merge(models.Meta(name=f"{PREFIX}{name}", value=json.dumps(dict(named))))

    def _kept_columns(self) -> dict[str, Mapping[str, str]]:
        rows = self.store.read("SELECT name, value FROM meta WHERE name LIKE 'columns:%'")
        return {name.removeprefix(PREFIX): mapping(value) for name, value in rows}
