"""What the columns of a table hold: header, field and some cells, a line each; the field is turned with ← and →."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tracker.errors import TrackerError
from tracker.library.importing.reports import ColumnView, ImportReport
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.screens.over import Over
from tracker.tui.widgets.cells import crop, fit
from tracker.tui.widgets.lines import Lines

FIELDS = (
    *("", "title", "abstract", "authors", "year", "venue", "doi", "arxiv_id", "openreview_id", "url", "pdf_url"),
    *("code_url", "keywords", "tags", "notes", "status", "pages", "key", "collection"),
)
HEADER, FIELD = 24, 16  # cells


class ColumnsScreen(Over["dict[str, str] | None"]):
    """Takes the columns as they are guessed; ⏎ gives back what each holds, Esc nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "dismiss(None)", "back", id="columns.back", section="move", also="q", show=True),
        bind("right", "turn(1)", "next field", id="columns.next", section="choose", also="l", priority=True, show=True),
        bind("left", "turn(-1)", "previous field", id="columns.previous", section="choose", also="h", priority=True),
        bind(
            "space", "leave_out", "leave out", id="columns.out", section="choose", tip="take nothing from it", show=True
        ),
        bind("enter", "apply", "take these", id="columns.apply", section="do", priority=True, show=True),
    ]

    def __init__(self, columns: Sequence[ColumnView]) -> None:
        super().__init__()
        self._columns = list(columns)
        self._fields = [one.field for one in columns]

    def body(self) -> ComposeResult:
        yield Static(Content.styled("what each column holds", "$accent bold"), id="columns-title", markup=False)
        yield Lines(id="columns")

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        self.query_one(Lines).put(map(self._line, range(len(self._columns))))

    def _line(self, at: int) -> Content:
        column, field = self._columns[at], self._fields[at]
        header = fit(plain(column.header), HEADER)
        cells = crop(" · ".join(map(plain, column.cells)), max(0, self.size.width - HEADER - FIELD - 7))
        shown = (fit(f"→ {field}", FIELD), "$accent") if field else (fit("·", FIELD), "$muted")
        return Content.assemble((f" {header} ", ""), shown, " ", (cells, "$muted"))

    def action_turn(self, by: int) -> None:
        at = self.query_one(Lines).at
        if at is not None:
            known = FIELDS if self._fields[at] in FIELDS else (*FIELDS, self._fields[at])
            self._fields[at] = known[(known.index(self._fields[at]) + by) % len(known)]
            self._show()

    def action_leave_out(self) -> None:
        at = self.query_one(Lines).at
        if at is not None:
            self._fields[at] = ""
            self._show()

    def action_apply(self) -> None:
        self.dismiss({one.header: field for one, field in zip(self._columns, self._fields, strict=True)})


class ColumnVerbs(TrackerScreen[ImportReport | None]):
    """A screen that shows what files would bring, and where one may say what the columns of a table hold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "c",
            "columns",
            "columns",
            id="import.columns",
            section="choose",
            show=True,
            tip="what the columns of a table hold",
        ),
    ]
    _paths: list[Path]
    _columns: dict[str, str] | None = None  # what a person said that columns hold

    def again(self) -> None:
        """Read the files once more, as they are understood now."""
        raise NotImplementedError

    def action_columns(self) -> None:
        try:
            found = self.library.columns(self._paths[0], self._columns)
        except (TrackerError, OSError) as error:
            self.say(str(error), "$muted")
            return
        self.app.push_screen(ColumnsScreen(found), self._mapped)

    def _mapped(self, columns: dict[str, str] | None) -> None:
        if columns is not None:
            self._columns = columns
            self.again()
