"""The fixed rows below a paper that is voted on: the votes, the reasons, how far one is."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tracker.terms import Decision
from tracker.tui.keys import pretty
from tracker.tui.safe import plain
from tracker.tui.widgets.cells import crop

WORDS = {Decision.INCLUDE: ("y", "yes"), Decision.MAYBE: ("m", "maybe"), Decision.EXCLUDE: ("n", "no")}
STYLES = {Decision.INCLUDE: "$success", Decision.MAYBE: "$warning", Decision.EXCLUDE: "$error"}
GAP = 4  # cells between two votes
BAR = 24  # cells of the progress bar
ROOMY = 90  # cells, from which on the vote bar names more keys


class VoteBar(Widget):
    """Three votes that never move; the one that was given is marked."""

    given: reactive[Decision | None] = reactive(None)
    sure = reactive(False)

    class Chosen(Message):
        """A vote was clicked."""

        def __init__(self, decision: Decision) -> None:
            super().__init__()
            self.decision = decision

    def render(self) -> Content:
        parts: list[Content | str | tuple[str, str]] = []
        for decision, (key, word) in WORDS.items():
            mark = "!" if self.sure else "✓"
            inner = f"[{mark if decision is self.given else ' '}{key}  {word} ]"
            style = f"{STYLES[decision]} reverse" if decision is self.given else STYLES[decision]
            parts += [(inner, style), " " * GAP]
        return Content.assemble(*parts, (self._others(), "$muted"))

    def _others(self) -> str:
        """The other keys: that arrows vote, where they do, is to be known before they are tried."""
        left = self.screen.active_bindings.get("left")
        arrows = "← ↓ → too  " if left and left.binding.id == "vote.include" else ""
        later = f"  {pretty('tab')} later" if not arrows or self.size.width > ROOMY else ""
        return f"{arrows}{pretty('enter')} open  e note  t tag{later}"

    def on_click(self, event: events.Click) -> None:
        x = event.x - self.styles.padding.left
        for decision, (key, word) in WORDS.items():
            wide = len(f"[ {key}  {word} ]")
            if 0 <= x < wide:
                self.post_message(self.Chosen(decision))
            x -= wide + GAP


class Reasons(Widget):
    """The reasons on the digits, the chosen ones marked; and what else the vote will say."""

    texts: reactive[tuple[str, ...]] = reactive(())
    chosen: reactive[frozenset[int]] = reactive(frozenset())  # digits
    more = reactive("")

    def render(self) -> Content:
        if not self.texts and not self.more:
            return Content()
        room = max(6, (self.size.width - 10) // max(1, len(self.texts)) - 4)
        parts: list[Content | str | tuple[str, str]] = [("reason  ", "$muted")] if self.texts else []
        for digit, text in enumerate(self.texts, 1):
            on = digit in self.chosen
            style = "$accent bold" if on else ""
            parts += [(f"{digit}", "$key bold"), (f"{'✓' if on else ' '}{crop(plain(text), room)}  ", style)]
        return Content.assemble(*parts, (plain(self.more), "$accent"))


class Progress(Widget):
    """How many papers are done, how fast, and what was said of them."""

    done = reactive(0)
    of = reactive(0)
    pace = reactive(0.0)  # seconds for a paper
    said: reactive[Mapping[Decision, int]] = reactive(dict)

    def render(self) -> Content:
        filled = round(BAR * self.done / self.of) if self.of else 0
        words = [f"{self.done:,} of {self.of:,}"]
        words += [f"{self.pace:.0f} s each"] if self.pace else []
        words += [f"{word} {self.said[one]}" for one, (_, word) in WORDS.items() if self.said.get(one)]
        text = crop(" · ".join(words), max(0, self.size.width - BAR - 4))
        full, rest = "█" * filled, "░" * (BAR - filled)
        return Content.assemble(("▕", "$line"), (full, "$primary"), (rest, "$line"), ("▏ ", "$line"), (text, "$muted"))
