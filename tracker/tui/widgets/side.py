"""The left pane: saved searches, tags and lists with their counts, and how far one has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tracker.terms import NEXT, NEXT_UP
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import sides

if TYPE_CHECKING:
    from tracker.library.values import CollectionCount, Saved, TagCount


class Entry(NamedTuple):
    """A line of the pane; `query` is what it shows, None for a heading or a blank."""

    label: str
    papers: str = ""
    query: str | None = None
    style: str = ""


class Overview(NamedTuple):
    """What the pane is made of."""

    saved: Sequence[tuple[Saved, int]]
    tags: Sequence[TagCount]
    collections: Sequence[CollectionCount]
    decided: int
    total: int


class SidePane(Widget, can_focus=True):
    """A short list of things to show; ⏎ or a click shows one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("j", "step(1)", "next", id="side.down", section="move", show=True, also="down"),
        bind("k", "step(-1)", "previous", id="side.up", section="move", also="up"),
        bind("enter", "choose", "show these papers", id="side.choose", section="move", show=True),
        bind("D", "forget", "remove", id="side.remove", section="do", show=True, tip="remove the saved search"),
    ]

    entries: reactive[tuple[Entry, ...]] = reactive((), layout=False)
    cursor = reactive(0)
    query_shown = reactive("", repaint=False)

    class Chosen(Message):
        """These papers are to be shown."""

        def __init__(self, query: str) -> None:
            super().__init__()
            self.query = query

    class Unwanted(Message):
        """The saved search for these papers is to go."""

        def __init__(self, query: str) -> None:
            super().__init__()
            self.query = query

    def watch_query_shown(self, before: str, now: str) -> None:
        if any(entry.query in (before, now) for entry in self.entries if entry.query is not None):
            self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        lines = [self._line(place, entry, width) for place, entry in enumerate(self.entries[: self.size.height])]
        return Content("\n").join(lines)

    def _line(self, place: int, entry: Entry, width: int) -> Content:
        shown = entry.query is not None and entry.query == self.query_shown
        label = plain(entry.label) if not shown else f"{entry.label[:2]}▸{plain(entry.label[3:])}"
        label = f" {entry.label[:3]}{plain(entry.label[3:])}" if not shown else f" {label}"
        left, right = sides(label, f"{entry.papers} ", width)
        content = Content.assemble((left, f"{entry.style} bold" if shown else entry.style), (right, "$muted"))
        return content.stylize("on $cursor") if place == self.cursor and self.has_focus else content

    def action_step(self, by: int) -> None:
        place = self.cursor + by
        while 0 <= place < len(self.entries) and self.entries[place].query is None:
            place += by
        if 0 <= place < len(self.entries):
            self.cursor = place

    @property
    def pointed(self) -> Offset:
        return Offset(0, self.cursor)

    def action_choose(self) -> None:
        self._choose(self.cursor)

    def action_forget(self) -> None:
        query = self.entries[self.cursor].query if self.cursor < len(self.entries) else None
        if query is not None:
            self.post_message(self.Unwanted(query))

    def on_focus(self) -> None:
        if self.entries and self.entries[self.cursor].query is None:
            self.action_step(1)

    def on_click(self, event: events.Click) -> None:
        self._choose(event.y)

    def _choose(self, place: int) -> None:
        if place < len(self.entries) and (query := self.entries[place].query) is not None:
            self.cursor = place
            self.post_message(self.Chosen(query))


def entries(of: Overview, height: int) -> tuple[Entry, ...]:
    """The lines for an overview; tags give way where there is little height."""
    counted = [(s, min(n, NEXT) if s.query == NEXT_UP else n) for s, n in of.saved]
    views = [Entry(f"{s.digit or ' '}  {s.name}", f"{n:,}", s.query) for s, n in counted]
    lists = [Entry(f"   {c.name}", f"{c.papers:,}", f'collection:"{c.name}"') for c in of.collections[:8]]
    room = max(3, height - len(views) - len(lists) - 10)
    tags = [Entry(f"   #{t.name}", f"{t.papers:,}", f"#{t.name}", "$tag") for t in of.tags[:room]]
    more = [Entry(f"   …{len(of.tags) - room} more", style="$muted")] if len(of.tags) > room else []
    return (
        *_block("VIEWS", views),
        *_block("TAGS", [*tags, *more]),
        *_block("LISTS", lists),
        Entry("DECIDED", style="$muted bold"),
        *progress(of.decided, of.total),
    )


def _block(title: str, rows: Sequence[Entry]) -> Sequence[Entry]:
    return (Entry(title, style="$muted bold"), *rows, Entry("")) if rows else ()


def progress(decided: int, total: int) -> Sequence[Entry]:
    """How many papers have left the inbox."""
    filled = round(16 * decided / total) if total else 0
    bar = "▇" * filled + "░" * (16 - filled)
    return Entry(f"   {decided:,} of {total:,}"), Entry(f"   {bar}", style="$secondary")
