"""Marking papers, so that a verb acts on all of them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.papers import PaperList


class Selecting(PaperScreen):
    """A screen with a list whose papers can be marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "mark", "mark", id="mark", section="choose", show=True, tip="mark; verbs act on the marked"),
        bind("V", "mark_range", "mark a range", id="mark.range", section="choose", tip="mark a range; again ends it"),
        bind("A", "mark_all", "mark all shown", id="mark.all", section="choose"),
        bind("I", "mark_others", "invert the marks", id="mark.invert", section="choose"),
    ]

    @property
    def papers(self) -> PaperList:
        return self.query_one(PaperList)

    @property
    def current(self) -> int | None:
        return self.papers.current

    @property
    def targets(self) -> list[int]:
        marked = self.papers.marked
        if not marked:
            return super().targets
        shown = [paper for paper in self.papers.ids if paper in marked]
        return shown + sorted(marked.difference(shown))

    def done(self, said: str | None) -> None:
        self.papers.end_range()

    def action_mark(self) -> None:
        self.papers.toggle()

    def action_mark_range(self) -> None:
        self.papers.toggle_range()

    def action_mark_all(self) -> None:
        self.papers.mark(self.papers.ids)

    def action_mark_others(self) -> None:
        self.papers.mark(set(self.papers.ids) - self.papers.marked)

    def clear_marks(self) -> bool:
        """Unmark everything; whether anything was marked."""
        some = bool(self.papers.marked) or self.papers.in_range
        self.papers.end_range()
        self.papers.mark(())
        return some
