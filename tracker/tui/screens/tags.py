"""Tagging: type to find a tag, ⏎ puts it on or takes it off, `-name` takes it off, a new one is made by ⏎ ⏎."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from tracker.tui.keys import bind
from tracker.tui.safe import line, plain
from tracker.tui.screens.ask import AskInput
from tracker.tui.screens.over import Over
from tracker.tui.widgets.cells import sides

if TYPE_CHECKING:
    from tracker.library.values import Row, TagCount

Chosen = tuple[tuple[str, ...], tuple[str, ...]]  # added, removed


class TagLines(Widget):
    """The tags that fit what is typed: on all the papers ✓, on some ◐, on none."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[str, str, str]] = []
        self.at = 0

    def render(self) -> Content:
        width, height = self.content_size.width, self.content_size.height
        top = max(0, min(self.at - height + 1, len(self.rows) - height))
        lines = [self._line(top + n, *row, width) for n, row in enumerate(self.rows[top : top + height])]
        return Content("\n").join(lines)

    def _line(self, place: int, sign: str, name: str, count: str, width: int) -> Content:
        left, right = sides(f"{'▌' if place == self.at else ' '}{sign} #{plain(name)}", f"{count} ", width)
        content = Content.assemble((left, "$tag"), (right, "$muted"))
        return content.stylize("on $cursor") if place == self.at else content


class TagPicker(Over[Chosen | None]):
    """Chooses tags for papers; the result is what to add and what to take away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "turn", "on or off", id="tags.toggle", section="do", show=True, priority=True),
        bind("escape", "finish", "done", id="tags.done", section="do", show=True),
        bind("down", "step(1)", "next", id="tags.next", section="move", also="ctrl+n"),
        bind("up", "step(-1)", "previous", id="tags.previous", section="move"),
        bind("tab", "complete", "complete", id="tags.complete", section="find", show=True),
    ]

    def __init__(self, rows: Sequence[Row], known: Sequence[TagCount]) -> None:
        super().__init__()
        self._papers = len(rows)
        self._on = Counter(tag for row in rows for tag in row.tags)
        self._known = {tag.name: tag.papers for tag in known}
        self._wanted: dict[str, bool] = {}
        self._asked_new = ""

    def body(self) -> ComposeResult:
        what = "1 paper" if self._papers == 1 else f"{self._papers:,} papers"
        with Vertical(id="picker"):
            yield Static(Content.assemble((f"tags of {what}", "$accent bold")), markup=False, id="picker-title")
            field = AskInput(placeholder="type a tag · -tag takes it away", id="picker-text", compact=True)
            field.about = "tags"
            yield field
            yield TagLines()
            yield Static(id="picker-said", markup=False)

    def on_mount(self) -> None:
        self._list()

    # What is listed

    def typed(self) -> str:
        return self.query_one(AskInput).value.strip().lstrip("-#").strip()

    def state(self, tag: str) -> str:
        if tag in self._wanted:
            return "✓" if self._wanted[tag] else "·"
        count = self._on[tag]
        return " " if not count else "✓" if count == self._papers else "◐"

    def fitting(self) -> list[str]:
        """Tags that hold what is typed; those on the papers first, then by use."""
        typed = self.typed().casefold()
        names = {**dict.fromkeys(self._wanted), **dict.fromkeys(self._on), **self._known}
        held = [name for name in names if typed in name.casefold()]
        return sorted(
            held, key=lambda n: (not n.casefold().startswith(typed), not self._on[n], -self._known.get(n, 0), n)
        )

    def _list(self) -> None:
        lines = self.query_one(TagLines)
        lines.rows = [(self.state(tag), tag, f"{self._known.get(tag, 0):,}") for tag in self.fitting()]
        lines.at = min(lines.at, max(0, len(lines.rows) - 1))
        lines.refresh()
        self._say()

    def _say(self) -> None:
        added, removed = self.chosen()
        told = " ".join([*(f"+{tag}" for tag in added), *(f"−{tag}" for tag in removed)])
        new = self.typed() if self.typed() and not self.query_one(TagLines).rows else ""
        if new:
            told = f"⏎ again makes the new tag #{new}" if new == self._asked_new else f"#{new} is new: ⏎ ⏎ makes it"
        self.query_one("#picker-said", Static).update(line(told or "type a part of a name, or go ↓ to it", "$muted"))

    # What is done

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._asked_new = ""
        self.query_one(TagLines).at = 0
        self._list()

    def action_turn(self) -> None:
        entry, lines = self.query_one(AskInput), self.query_one(TagLines)
        if not lines.rows:
            self._make(self.typed())
            return
        if not entry.value.strip() and self._wanted and lines.at == 0:
            self.action_finish()
            return
        tag = lines.rows[lines.at][1]
        named = self.typed().casefold() == tag.casefold()  # its whole name was typed: it is to be there
        self._wanted[tag] = not entry.value.lstrip().startswith("-") and (named or self.state(tag) != "✓")
        entry.value = ""
        self._list()

    def _make(self, name: str) -> None:
        if name and self._asked_new == name:
            self._wanted[name] = True
            self.query_one(AskInput).value = ""
        self._asked_new = name
        self._list()

    def action_step(self, by: int) -> None:
        lines = self.query_one(TagLines)
        lines.at = max(0, min(len(lines.rows) - 1, lines.at + by))
        lines.refresh()

    def action_complete(self) -> None:
        lines, entry = self.query_one(TagLines), self.query_one(AskInput)
        if lines.rows:
            entry.value = ("-" if entry.value.startswith("-") else "") + lines.rows[lines.at][1]
            entry.cursor_position = len(entry.value)

    def chosen(self) -> Chosen:
        added = tuple(tag for tag, on in self._wanted.items() if on and self._on[tag] < self._papers)
        removed = tuple(tag for tag, on in self._wanted.items() if not on and self._on[tag])
        return added, removed

    def action_finish(self) -> None:
        self.dismiss(self.chosen())
