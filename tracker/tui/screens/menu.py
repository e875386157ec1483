"""The menu: what can be done here, in groups, each with its key; for whoever knows arrows, Enter and Esc."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingsMap, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracker.tui.keys import bind, in_full, pretty
from tracker.tui.safe import plain
from tracker.tui.screens.over import Over
from tracker.tui.widgets.bars import best_keys
from tracker.tui.widgets.cells import shorten, sides
from tracker.tui.widgets.lines import Lines

# The groups in the order that they are needed, and what they are called here; moving is done by moving.
TITLES = {
    "sentence": "on the sentence",
    "first": "most used",
    "do": "decide and tag",
    "note": "write",
    "reader": "in the text",
    "choose": "mark several",
    "find": "find",
    "history": "wordings",
    "go": "go to",
    "out": "hand on",
    "program": "the program",
}
SENTENCE = (*(f"mark.{n}" for n in range(1, 7)), "mark.comment")
MOVES = tuple(f"text.{way}" for way in ("down", "up", "left", "right", "start", "end", "first", "last"))
FIRST = (
    *("open", "status.later", "status.reading", "status.done", "status.skipped", "tag", "note", "star", "find"),
    *("undo", "next_up", "screen.back", "reader.leave", "palette", "quit"),
)
WIDTH = 46  # cells
ROUND = 5  # lines of the screen that the list leaves free
SAID = "a line's key does it too"


class Item(NamedTuple):
    """A line of the menu."""

    group: str
    label: str
    active: ActiveBinding


class Menu(Over[ActiveBinding | None]):
    """Chooses a command; the result is what to run."""

    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "dismiss(None)", "close", id="menu.close", section="move", also="left q", show=True),
        bind("enter", "choose", "do it", id="menu.choose", section="move", also="right", priority=True, show=True),
        bind("tab", "group(1)", "next group", id="menu.group", section="move", show=True),
        bind("shift+tab", "group(-1)", "previous group", id="menu.group_back", section="move"),
    ]

    def __init__(self, items: Sequence[Item], about: str) -> None:
        super().__init__()
        self._about = about
        self.rows: list[Item | None] = []  # None: the title of a group
        self._width = 0
        for _, members in groupby(items, key=lambda item: item.group):
            self.rows += [None, *members]
        self._take_keys()

    def _take_keys(self) -> None:
        """A key that the menu tells does here what it tells, unless it moves in the menu."""
        own = {*self._bindings.key_to_bindings, *(one.key for one in Binding.make_bindings(Lines.BINDINGS))}
        told = {item.active.binding.key: place for place, item in enumerate(self.rows) if item}
        run = [Binding(key, f"run({place})", show=False) for key, place in told.items() if key not in own]
        self._bindings = BindingsMap.merge([self._bindings, BindingsMap(run)])

    def body(self) -> ComposeResult:
        with Vertical(id="menu"):
            yield Static(
                Content.styled(shorten(plain(self._about), WIDTH - 2), "$heading bold"), markup=False, id="menu-title"
            )
            yield Lines(id="menu-lines")
            yield Static(Content.styled(SAID, "$muted"), markup=False, id="menu-said")

    def on_mount(self) -> None:
        self.on_resize()
        self.query_one(Lines).highlighted = 1

    def on_resize(self) -> None:
        """As wide as there is room, as tall as its lines, and never over the top bar and the footer."""
        lines, width = self.query_one(Lines), min(WIDTH, self.app.size.width - 2) - 2
        lines.styles.height = max(1, min(len(self.rows), self.app.size.height - ROUND))
        if width != self._width:
            self._width = width
            lines.put(
                _title(self.rows[at + 1]) if row is None else _line(row, width) for at, row in enumerate(self.rows)
            )
            self.call_after_refresh(lines.scroll_to_highlight)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()  # a click
        self.action_choose()

    def action_choose(self) -> None:
        at = self.query_one(Lines).at
        if at is not None and (item := self.rows[at]):
            self.dismiss(item.active)

    def action_group(self, way: int) -> None:
        """To the first line of another group."""
        lines, titles = self.query_one(Lines), [n for n, row in enumerate(self.rows) if row is None]
        here = sum(title <= (lines.at or 0) for title in titles) - 1
        lines.highlighted = titles[(here + way) % len(titles)] + 1

    def action_run(self, place: int) -> None:
        if item := self.rows[place]:
            self.dismiss(item.active)


def items(active: Iterable[ActiveBinding]) -> list[Item]:
    """Commands in the groups of the menu, those of one key first; what only moves is left out."""
    found = [one for one in active if one.enabled and one.binding.description and _group(one)]
    return [Item(TITLES[_group(one)], _label(one, found), one) for one in sorted(found, key=_place)]


def _group(one: ActiveBinding) -> str:
    """The name of its group in TITLES; none for what only moves."""
    for name, ids in (("sentence", SENTENCE), ("first", FIRST), ("", MOVES)):
        if one.binding.id in ids:
            return name
    group = one.binding.group.description if one.binding.group else ""
    return group if group in TITLES else ""


def _place(one: ActiveBinding) -> tuple[int, int, bool]:
    """Its group, then single keys before sequences, then lists of papers before other screens."""
    first = FIRST.index(one.binding.id) if one.binding.id in FIRST else one.binding.key.count(" ")
    return list(TITLES).index(_group(one)), first, not one.binding.action.startswith("look(")


def _label(one: ActiveBinding, others: Sequence[ActiveBinding]) -> str:
    """What a command does; where several say the same, what tells them apart."""
    label = in_full(one.binding)
    alike = sum(in_full(other.binding) == label for other in others)
    return one.tooltip if alike > 1 and one.tooltip else label.removeprefix(f"{TITLES[_group(one)]} ")


def _title(first: Item | None) -> Option:
    """The title of the group that begins with this line."""
    return Option(Content.styled(f"─ {first.group if first else ''} ", "$accent"), disabled=True)


def _line(item: Item, width: int) -> Content:
    left, right = sides(f"   {item.label}", f"{pretty(item.active.binding.key)} ", width)
    return Content.assemble((left, ""), (right, "$key bold"))


def here(active: dict[str, ActiveBinding]) -> list[Item]:
    """The menu of a screen with these bindings, a line for each command."""
    return items(best_keys(active, None).values())
