"""What stands in place of the list when no paper matches: what fills it, what was meant, what each term hides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tracker.text.count import counted
from tracker.tui.keys import bind, pretty
from tracker.tui.safe import line, plain
from tracker.tui.screens.finding import WayOut
from tracker.tui.widgets.cells import crop

# Lists that are empty at first: what to say of each, the command by id that fills it, and what that does.
EMPTY = {
    "status:inbox": ("The inbox is empty: every paper is decided on", "go.import", "brings in more"),
    "status:later": ("Nothing is kept for later", "status.later", "on a paper keeps it for later"),
    "status:reading": ("Nothing is being read", "status.reading", "on a paper says that you are reading it"),
    "status:done": ("Nothing is done yet", "status.done", "on a paper says that you have read it"),
    "status:skipped": ("Nothing is skipped", "status.skipped", "on a paper lets it go"),
    "is:starred": ("Nothing has a star", "star", "on a paper gives it one"),
    "has:note": ("Nothing has a note of yours", "note", "on a paper writes one"),
}


class NoMatch(Widget, can_focus=True):
    """No paper matches: what was probably meant, and each term's removal with what it would find."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "mend", "correct", id="nomatch.mend", section="find", show=True),
        bind(
            "1",
            "drop(1)",
            "drop a term",
            id="nomatch.drop.1",
            section="find",
            show=True,
            tip="1 the first, 2 the second …",
        ),
        *(bind(f"{n}", f"drop({n})", "drop a term", id=f"nomatch.drop.{n}", section="find") for n in range(2, 10)),
    ]

    def __init__(self, query: str, ways: Sequence[WayOut]) -> None:
        super().__init__()
        self.query_text, self.ways = query, ways

    class Chosen(Message):
        """Look for this instead."""

        def __init__(self, query: str) -> None:
            super().__init__()
            self.query = query

    @property
    def mending(self) -> WayOut | None:
        return next((way for way in self.ways if way.mends), None)

    @property
    def drops(self) -> Sequence[WayOut]:
        """One term less, each; not where that leaves none, which Esc does."""
        return [way for way in self.ways if not way.mends and way.query.strip()]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what would change something."""
        if action == "mend":
            return self.mending is not None
        if action == "drop":
            return isinstance(parameters[0], int) and parameters[0] <= len(self.drops)
        return super().check_action(action, parameters)

    def render(self) -> Content:
        rows = [*self._said(), Content("")]
        if mending := self.mending:
            rows += [self._way(pretty("enter"), mending), Content("")]
        rows += [self._way(str(number), way) for number, way in enumerate(self.drops, 1)]
        rows += [*([Content("")] if self.drops else []), self._key("Esc", "shows all papers")]
        top = max(0, (self.size.height - len(rows)) // 3)
        return Content("\n").join([Content("")] * top + rows)

    def _said(self) -> list[Content]:
        """That there is nothing; and what fills the list, where it is one that begins empty."""
        if self.query_text.strip() not in EMPTY:
            return [Content.assemble("   No paper matches  ", line(self.query_text, "$heading bold"))]
        said, command, does = EMPTY[self.query_text.strip()]
        keys = (key for key, one in self.screen.active_bindings.items() if one.binding.id == command)
        return [Content.styled(f"   {said}", "$heading bold"), Content(""), self._key(pretty(next(keys, "")), does)]

    def _key(self, key: str, does: str) -> Content:
        return Content.assemble("   ", (f"{key:>5}", "$key bold"), (f"  {does}", "$muted"))

    def _way(self, key: str, way: WayOut) -> Content:
        """A key, what it does, and how many papers there would be."""
        count = counted(way.papers, "paper")
        said = crop(plain(way.said), self.size.width - 12 - cell_len(count))
        return Content.assemble("   ", (f"{key:>5}", "$key bold"), f"  {said}  ", (count, "$muted"))

    def action_mend(self) -> None:
        if self.mending:
            self.post_message(self.Chosen(self.mending.query))

    def action_drop(self, number: int) -> None:
        if number <= len(self.drops):
            self.post_message(self.Chosen(self.drops[number - 1].query))
