"""The paper under the cursor in full: facts, abstract, notes, links."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tracker.text.count import counted
from tracker.text.standing import WordLists
from tracker.tui.widgets.cells import crop
from tracker.tui.widgets.part import Part

if TYPE_CHECKING:
    from tracker.library.values import Detail, Match, Reason


LEAST = 12  # cells for a part that is cropped


class Parting(Widget):
    """The line above the detail: where the paper is from and where it stands."""

    parts: reactive[tuple[str, ...]] = reactive(())

    def render(self) -> Content:
        width = self.size.width
        said = "─"
        for part in self.parts:
            if cell_len(said) + cell_len(part) + 4 <= width:
                said += f" {part} ─" if said == "─" else f"─ {part} ─"
            elif width - cell_len(said) >= LEAST:
                lead = " " if said == "─" else "─ "
                said += f"{lead}{crop(part, width - cell_len(said) - len(lead) - 2)} "
        return Content.styled(said + "─" * (width - cell_len(said)), "$line").highlight_regex(r"[^─]+", style="$muted")


class DetailPane(Vertical):
    """Shows a `Detail` value; in the narrow layout facts go into the line above and the line below."""

    words = WordLists()  # that are always lit

    def compose(self) -> ComposeResult:
        yield Parting(id="detail-rule")
        with VerticalScroll(id="detail-scroll", can_focus=True):
            yield Part(id="detail-head")
            yield Part(id="detail-body")
            yield Part(id="detail-more")
        yield Part(id="detail-foot")

    def clear(self) -> None:
        """Nothing is current."""
        self.query_one(Parting).parts = ()
        for part in self.query(Part):
            part.put(Content())

    def show(
        self, detail: Detail, matches: Sequence[Match], why: Sequence[Reason] | None = None, *, scroll_home: bool
    ) -> None:
        """Show this paper; `scroll_home` where it is another one than before."""
        from tracker.tui.widgets import reading

        today = date.today()
        origin, standing = reading.origin(detail.row), " · ".join(reading.standing(detail.row, detail, today))
        self.query_one(Parting).parts = (standing, reading.why_short(why), origin) if why else (origin, standing)
        self.query_one("#detail-head", Part).put(head(detail, matches, today, self.screen.has_class("-wide"), why))
        text = reading.abstract(detail.abstract, matches, most=reading.PREVIEW, words=self.words)
        self.query_one("#detail-body", Part).put(text)
        self.query_one("#detail-more", Part).put(
            more(detail, today, self.query_one("#detail-scroll").scrollable_content_region.width - 2)
        )
        self.query_one("#detail-foot", Part).put(foot(detail))
        if scroll_home:
            self.query_one("#detail-scroll").scroll_home(animate=False)


def head(
    detail: Detail,
    matches: Sequence[Match],
    today: date,
    wide: bool,
    why: Sequence[Reason] | None = None,
    width: int = 0,
) -> Content:
    """The title; where there is room also people, origin, standing, tags and the place in the queue, a line each.

    With a `width` in cells, people take one line only.
    """
    from tracker.tui.safe import LONGEST_LINE
    from tracker.tui.widgets import reading

    title = reading.heading(detail, matches)
    if not wide:
        return title
    standing = Content.styled(" · ".join(reading.standing(detail.row, detail, today)), "$foreground")
    lines = [
        title,
        Content.styled(crop(reading.people(detail.row), width or LONGEST_LINE), "$muted"),
        Content.styled(reading.origin(detail.row), "$muted"),
        Content.assemble(standing, ("  " if detail.row.tags else "", ""), reading.tags(detail.row)),
        Content("") if why is None else Content.assemble(("why here: ", "$muted"), reading.why(why)),
    ]
    return Content("\n").join(part for part in lines if part.plain)


def more(detail: Detail, today: date, width: int) -> Content:
    """What follows the abstract."""
    from tracker.tui.widgets import reading

    parts = []
    if detail.notes:
        parts += [reading.rule("notes", width), reading.notes(detail.notes, today)]
    facts = reading.facts(detail, width)
    if facts.plain:
        parts += [reading.rule("links", width), facts]
    return Content("\n").join(parts)


def foot(detail: Detail) -> Content:
    """Tags and how much was written about the paper, on one line."""
    from tracker.tui.widgets import reading

    count = len(detail.notes)
    said = counted(count, "note") if count else "no notes · e writes one"
    return Content.assemble(reading.tags(detail.row), "   " if detail.row.tags else "", (said, "$muted"))
