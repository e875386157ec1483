"""The fixed rows of a screen: top bar, status line, footer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tracker.tui.keys import pretty
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop, shorten, sides

if TYPE_CHECKING:
    from tracker.tui.screens.base import TrackerScreen

ENTRIES = 8  # at most, on narrow screens
BELOW = 2  # lines at the bottom of a screen: the status line and the footer
PASSING = ("$muted", "$accent")  # the tones of what is said of what is shown
ALWAYS = ("menu", "help")  # at the end of every footer, after the way back
FOOTER_ORDER = ("move", "reader", "find", "choose", "do", "note", "history", "go", "out", "program")


class TopBar(Widget):
    """Where one is, whose library this is, and whether all is saved."""

    trail = reactive("tracker")
    right = reactive("")

    def render(self) -> Content:
        where, place, width = plain(self.trail), plain(self.right), self.size.width
        if cell_len(where) + cell_len(place) > width - 1:
            place = place.rpartition(" · ")[2]
        left, right = sides(where, place, width)
        program, arrow, rest = left.partition(" ▸ ")
        return Content.assemble((program, "$primary bold"), (arrow, "$muted"), rest, (right, "$muted"))


class StatusLine(Widget):
    """What was done last and how to take it back, or what the keys so far may be followed by."""

    text = reactive("", always_update=True)
    standing = reactive("")  # marks and counts, in front
    tone = reactive("")

    def say(self, text: str, tone: str = "") -> None:
        self.tone = tone
        self.text = plain(text)

    def let_go(self) -> None:
        """Forget what was said of what is shown; what was done, or went wrong, stays."""
        if self.tone in PASSING:
            self.say("")

    def render(self) -> Content:
        if lines := hint_lines(self):
            return lines[-2] if len(lines) > 1 else Content("")
        width = self.size.width
        standing = plain(self.standing)
        said = whole_end(self.text, width)
        if standing and said:
            standing += " · "
        if cell_len(standing) + cell_len(said) > width:
            standing = ""
        return Content.assemble((crop(standing, width), "$muted"), (said, self.tone))


def whole_end(text: str, width: int) -> str:
    """A sentence shortened so that what follows its dash, such as `u undoes`, stays whole."""
    told, dash, advice = text.rpartition(" — ")
    end = dash + advice
    if not dash or cell_len(end) >= width:
        return shorten(text, width)
    return shorten(told, width - cell_len(end)) + end


class Following(Widget):
    """The keys that may follow the pending ones, as far as the two lines below do not hold them."""

    def shown(self) -> None:
        """Show them, or go."""
        lines = hint_lines(self.screen.query_one(StatusLine))
        self.display = len(lines) > BELOW
        self.styles.height = max(1, len(lines) - BELOW)
        self.refresh()

    def render(self) -> Content:
        return Content("\n").join(hint_lines(self)[:-BELOW])


class Entry(NamedTuple):
    """A key and what it does, and the action a click on it runs."""

    key: str
    label: str
    binding: ActiveBinding | None = None


class Footer(Widget):
    """The keys that matter here, derived from what is bound."""

    lead = reactive("")

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Content:
        if lines := hint_lines(self):
            return lines[-1]
        return write(list(self._fitting()), lead=self.lead)

    def _entries(self) -> list[Entry]:
        keys = best_keys(self.screen.active_bindings, self.screen.focused)
        if told := getattr(self.screen, "told_keys", ()):
            return [entry(keys[id], keys) for id in (*told, *ALWAYS) if id in keys]
        shown = [active for active in keys.values() if active.binding.show]
        return [entry(active, keys) for active in sorted(shown, key=rank)]

    def _fitting(self) -> Iterable[Entry]:
        """The first entries that there is room for; the way back, the menu and the help come last and always."""
        entries = self._entries()
        last = [entry for entry in entries if entry.binding and stays(entry.binding.binding)]
        most = ENTRIES if self.size.width <= 80 else 30
        room = self.size.width - sum(wide(entry) for entry in last) - cell_len(self.lead)
        for entry in [entry for entry in entries if entry not in last][: most - len(last)]:
            room -= wide(entry)
            if room < 0:
                break
            yield entry
        yield from last

    async def on_click(self, event: events.Click) -> None:
        x = event.x - self.styles.padding.left - cell_len(self.lead)
        for entry in self._fitting():
            if 0 <= x < wide(entry) and entry.binding:
                await self.app.run_action(entry.binding.binding.action, entry.binding.node)
                return
            x -= wide(entry)


def best_keys(active: Mapping[str, ActiveBinding], focused: Widget | None) -> dict[str, ActiveBinding]:
    """The enabled commands by id, each under the key that is best to tell: a letter before an arrow."""
    found: dict[str, ActiveBinding] = {}
    for key, one in active.items():
        id = one.binding.id
        written = pretty(key)
        letter = written if len(written) == 1 and written.isascii() else None
        typed = focused is not None and focused.check_consume_key(key, letter)
        if id and one.enabled and not typed and (id not in found or plainness(key) < plainness(found[id].binding.key)):
            found[id] = one
    return found


def plainness(key: str) -> tuple[int, bool]:
    """Orders keys by how easily they are told; Esc is known to everybody."""
    if key == "escape":
        return 1, False
    written = pretty(key)
    return len(written), not written.isascii()


def entry(active: ActiveBinding, keys: Mapping[str, ActiveBinding]) -> Entry:
    """A command for the footer; one that goes down is told together with the one that goes up."""
    binding = active.binding
    up = keys.get(f"{(binding.id or '').removesuffix('.down')}.up")
    if up and (binding.id or "").endswith(".down"):
        return Entry(f"{pretty(binding.key)}/{pretty(up.binding.key)}", "move", active)
    return Entry(pretty(binding.key), binding.description, active)


def rank(active: ActiveBinding) -> tuple[int, bool]:
    """The place of a command in the footer: moving first, then what ⏎ does, then as the sections are ordered."""
    group = active.binding.group.description if active.binding.group else ""
    chooses = active.binding.key == "enter"
    place = FOOTER_ORDER.index(group) if group in FOOTER_ORDER else len(FOOTER_ORDER)
    return 0 if chooses else place, chooses


def stays(binding: Binding) -> bool:
    """Whether a command is told at the end of the footer, however little room there is."""
    return binding.id in ALWAYS or binding.key == "escape"


def wide(entry: Entry) -> int:
    return cell_len(entry.key) + cell_len(entry.label) + 3


def write(entries: Sequence[Entry], lead: str = "") -> Content:
    """Entries in a row: keys bright, labels quiet."""
    parts: list[Content | str | tuple[str, str]] = [(lead, "$accent")]
    for entry in entries:
        parts += [(entry.key, "$key bold"), " ", (entry.label, "$muted"), "  "]
    return Content.assemble(*parts)


def hint_lines(widget: Widget) -> list[Content]:
    """The keys that may follow the pending ones, on as many lines as they need."""
    screen = cast("TrackerScreen[object]", widget.screen)
    if not getattr(screen, "hinting", False):  # a question over another screen has no sequences
        return []
    lead = f"{pretty(screen.pending)} …  "
    entries = [Entry(pretty(a.binding.key.split(" ")[-1]), a.binding.description, a) for a in screen.following()]
    room = widget.content_size.width - cell_len(lead)
    lines: list[Content] = []
    row: list[Entry] = []
    for entry in entries:
        if row and sum(map(wide, row)) + wide(entry) > room:
            lines.append(write(row, lead))
            lead, row = " " * cell_len(lead), []
        row.append(entry)
    return [*lines, write(row, lead)]
