"""Kinds: what marks say of their words, each with a digit, a sign and a colour; changed here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content

from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.safe import plain
from tracker.tui.screens.lists import ListScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import fit

if TYPE_CHECKING:
    from tracker.library.values import KindView

COLOURS = "#ff6666 #2ea8e5 #5fb236 #a28ae5 #f19837 #ffd400 #e56eee #aaaaaa"


class KindsScreen(ListScreen):
    """The kinds as a list, those that are put away last."""

    place = "Kinds of marks"
    list_id = "kinds"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("n", "make", "new kind", id="kinds.make", section="do", show=True),
        bind("r", "rename", "rename", id="kinds.rename", section="do", show=True, tip="its marks go along"),
        bind("s", "sign", "sign", id="kinds.sign", section="do", show=True),
        bind("c", "colour", "colour", id="kinds.colour", section="do", show=True),
        *(bind(str(n), f"digit('{n}')", f"mark with {n}", id=f"kinds.digit.{n}", section="do") for n in range(1, 10)),
        bind("J", "move(1)", "further down", id="kinds.later", section="do"),
        bind("K", "move(-1)", "further up", id="kinds.sooner", section="do"),
        bind("x", "put_away", "put away, bring back", id="kinds.archive", section="do", show=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._kinds: tuple[KindView, ...] = ()
        self._wanted: str | None = None  # the kind to stand on next

    @property
    def kind(self) -> KindView:
        return self._kinds[self.options.highlighted or 0]

    def lines(self) -> Iterable[Content]:
        return map(_line, self._kinds)

    def reread(self) -> None:
        name = self._wanted or (self.kind.name if self._kinds else "")
        self._wanted = None
        self._kinds = self.library.kinds()
        self.options.put(self.lines(), next((n for n, kind in enumerate(self._kinds) if kind.name == name), 0))
        standing = "a digit: it marks with this kind from now on · J K put it elsewhere"
        self.query_one(StatusLine).standing = standing

    # Changing

    def change(self, name: str, **given: str) -> None:
        """Make a kind, or change what is given of it."""

        def deed() -> str:
            kind = self.library.save_kind(name, **given)
            self._wanted = kind.name
            return f"{kind.sign} {kind.name}{f', key {kind.key}' if kind.key else ''}"

        self.attempt(deed)

    def action_digit(self, key: str) -> None:
        self.change(self.kind.name, key=key)

    def action_make(self) -> None:
        used = {kind.key for kind in self._kinds}
        key = next((key for key in "789456321" if key not in used), "")
        self.ask("new kind", lambda name: self.change(name, key=key) if name else None, hint="one word")

    def action_rename(self) -> None:
        self.ask("name", self._rename, value=self.kind.name)

    def _rename(self, new: str) -> None:
        def deed() -> str:
            self._wanted = self.library.rename_kind(self.kind.name, new).name
            return f"renamed to {self._wanted}"

        if new:
            self.attempt(deed)

    def action_sign(self) -> None:
        self.ask(
            "sign", lambda sign: self.change(self.kind.name, sign=sign), value=self.kind.sign, hint="one character"
        )

    def action_colour(self) -> None:
        name = self.kind.name
        self.ask("colour", lambda colour: self.change(name, colour=colour), value=self.kind.colour, hint=COLOURS)

    def action_move(self, by: int) -> None:
        self._wanted = self.kind.name
        self.attempt(lambda: self.library.move_kind(self.kind.name, by))

    def action_put_away(self) -> None:
        kind = self.kind
        if kind.archived:
            self.change(kind.name)
        else:
            self._wanted = kind.name
            self.attempt(lambda: self.library.archive_kind(kind.name))


def _line(kind: KindView) -> Content:
    """`1 ! problem  ████ #ff6666  12 marks`."""
    style = "$muted" if kind.archived else ""
    used = counted(kind.annotations, "mark") if kind.annotations else ""
    return Content.assemble(
        (f" {kind.key or '·'} ", "$key bold"),
        (f"{fit(plain(kind.sign), 2)} ", "bold"),
        (f"{fit(plain(kind.name), 20)} ", style),
        ("    ", f"on {kind.colour}"),
        (f" {kind.colour}  {used:>12}{'  put away' if kind.archived else ''}", "$muted"),
    )
