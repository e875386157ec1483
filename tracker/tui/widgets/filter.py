"""The filter line: what is looked for, how much was found, and what is to be said about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.highlighter import Highlighter
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from tracker.tui.keys import bind
from tracker.tui.safe import plain, shown
from tracker.tui.widgets.cells import crop

if TYPE_CHECKING:
    from tracker.library.values import Found, Problem

HISTORY = 50
EXACT, TAKE = "^t", "^o"  # the keys that take a correction back, and take what is offered


class Wrong(Highlighter):
    """Underlines what could not be understood."""

    def __init__(self) -> None:
        self.spans: Sequence[tuple[int, int]] = ()

    def highlight(self, text: Text) -> None:
        for start, end in self.spans:
            text.stylize("underline", start, max(end, start + 1))


class FilterInput(Input):
    """Where a query is typed; every change is looked for at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "leave", "back to the list", id="filter.leave", section="find", show=True),
        bind("enter", "keep", "keep", id="filter.keep", section="find", show=True),
        bind("tab", "complete", "complete", id="filter.complete", section="find", show=True),
        bind("up", "earlier", "earlier filters", id="filter.earlier", section="find"),
        bind("down", "later", "into the list", id="filter.later", section="find", tip="later filters, then the list"),
        bind("ctrl+@", "explain", "in words", id="filter.explain", section="find", show=True),
    ]

    about = "filter"  # what F1 tells of

    virtual_size = reactive(Size(0, 0), layout=False)  # its own is laid out anew with every letter

    class Left(Message):
        """The list is to have the keys; `kept` where ⏎ said so."""

        def __init__(self, kept: bool) -> None:
            super().__init__()
            self.kept = kept

    class CompletionWanted(Message):
        """The text before the cursor is to be completed."""

    class ExplanationWanted(Message):
        """The query is to be told in words."""

    def __init__(self, *, id: str | None = None) -> None:
        self.wrong = Wrong()
        super().__init__(placeholder="/ filters: words, #tag …", highlighter=self.wrong, id=id, compact=True)
        self.past: list[str] = []
        self._at = 0

    def validate_value(self, value: str) -> str:
        return shown(value.replace("\n", " "))

    def remember(self) -> None:
        """Keep the text for ↑."""
        text = self.value.strip()
        if text and text not in self.past[-1:]:
            self.past = [*(past for past in self.past if past != text), text][-HISTORY:]
        self._at = len(self.past)

    def action_leave(self) -> None:
        self.remember()
        self.post_message(self.Left(kept=False))

    def action_keep(self) -> None:
        self.remember()
        self.post_message(self.Left(kept=True))

    def action_earlier(self) -> None:
        if self._at == len(self.past):
            self.remember()
            self._at -= self.value.strip() in self.past
        self._recall(max(0, self._at - 1))

    def action_later(self) -> None:
        """Behind what was typed last, the list: who knows arrows alone wants to go down to what is found."""
        if self._at < len(self.past) - 1:
            self._recall(self._at + 1)
        else:
            self.action_leave()

    def _recall(self, at: int) -> None:
        if at < len(self.past):
            self._at, self.value = at, self.past[at]
            self.cursor_position = len(self.value)

    def action_complete(self) -> None:
        self.post_message(self.CompletionWanted())

    def action_explain(self) -> None:
        self.post_message(self.ExplanationWanted())


class Counts(Widget):
    """`412 of 3260 · 0.9ms`, at the right end of a fixed width: nothing is laid out anew when it changes."""

    text = reactive("")

    def render(self) -> Content:
        width = self.content_size.width
        said = self.text if cell_len(self.text) <= width else self.text.partition(" · ")[0]
        return Content.styled(crop(said, width).rjust(width), "$muted")


class Rule(Widget):
    """The line below the filter; it carries what is to be said about it, so that nothing moves."""

    text = reactive("")
    tone = reactive("$muted")

    def render(self) -> Content:
        width = self.size.width
        if not self.text:
            return Content.styled("─" * width, "$line")
        fits = cell_len(self.text) <= width - 4
        said = f" {crop(self.text if fits else self.text.rpartition(' · ')[0] or self.text, width - 4)} "
        return Content.assemble(("─", "$line"), (said, self.tone), ("─" * (width - 1 - cell_len(said)), "$line"))


class Said(NamedTuple):
    text: str
    tone: str


class FilterBar(Vertical):
    """The filter with its counts, and the rule below."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="filter-row"):
            yield FilterInput(id="filter")
            yield Counts(id="counts")
        yield Rule(id="filter-rule")

    def tell(self, found: Found, total: int, milliseconds: float, query: str) -> None:
        """Say how much was found, what was read as something else, and what was not understood."""
        more = "" if found.complete else "+"
        of = f"{len(found.ids):,} of {found.total:,}" if found.complete and len(found.ids) < found.total else ""
        counts = of or f"{found.total:,}{more} of {total:,}" if query.strip() else f"{total:,} papers"
        self.query_one(Counts).text = f"{counts} · {milliseconds:.1f}ms" if query.strip() else counts
        entry, rule = self.query_one(FilterInput), self.query_one(Rule)
        entry.wrong.spans = [(problem.start, problem.end) for problem in found.problems]
        entry.refresh()
        said = remarks(found)
        rule.text, rule.tone = said.text, said.tone


def remarks(found: Found) -> Said:
    """The first thing that was not understood or may have been meant, else the corrections; with the key that helps."""
    if found.problems:
        first = offer(found) or found.problems[0]
        takes = f" · {TAKE} takes it" if first.fix is not None else ""
        return Said(plain(first.message) + takes, "$muted" if first.quiet else "$warning")
    told = [f"{c.typed} → {c.used}" for c in found.corrections]
    return Said(plain(" · ".join(told)) + (f" · {EXACT} looks for it as typed" if told else ""), "$accent")


def offer(found: Found) -> Problem | None:
    """The first problem that can be mended."""
    return next((problem for problem in found.problems if problem.fix is not None), None)
