"""Status, priority, star, due day and snooze."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import ClassVar

from textual.binding import BindingType

from tracker.terms import Depth, Status
from tracker.text.when import day
from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen


class StatusVerbs(PaperScreen):
    """Where papers stand for the person."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "w",
            "set_status('later')",
            "later",
            id="status.later",
            section="do",
            show=True,
            tip="later: to be read",
        ),
        bind(
            "d",
            "set_status('done')",
            "done",
            id="status.done",
            section="do",
            show=True,
            tip="done: read as far as wanted",
        ),
        bind(
            "x", "set_status('skipped')", "skip", id="status.skipped", section="do", show=True, tip="not for me: skip"
        ),
        bind("r", "set_status('reading')", "reading", id="status.reading", section="do"),
        bind("i", "set_status('inbox')", "inbox", id="status.inbox", section="do", tip="back to the inbox"),
        bind("s>i", "set_status('inbox')", "inbox", id="status.strip.inbox", section="do"),
        bind("s>l", "set_status('later')", "later", id="status.strip.later", section="do"),
        bind("s>r", "set_status('reading')", "reading", id="status.strip.reading", section="do"),
        bind("s>d", "set_status('done')", "done", id="status.strip.done", section="do"),
        bind("s>x", "set_status('skipped')", "skip", id="status.strip.skipped", section="do"),
        bind(
            *("s>a", "read_to('abstract')", "abstract"),
            id="status.depth.abstract",
            section="do",
            tip="done: the abstract was enough",
        ),
        bind("s>s", "read_to('skim')", "skimmed", id="status.depth.skim", section="do", tip="done: skimmed"),
        bind("s>f", "read_to('full')", "in full", id="status.depth.full", section="do", tip="done: read in full"),
        bind("s>0", "rate(0)", "no rating", id="rating.0", section="do"),
        *(
            bind(f"s>{n}", f"rate({n})", "♦" * n, id=f"rating.{n}", section="do", tip=f"rate {n} of 5")
            for n in range(1, 6)
        ),
        bind("p", "cycle_priority", "priority", id="priority", section="do", tip="priority: none, 1, 2, 3"),
        bind("P", "ask_due", "due day", id="due", section="do", tip="due day: fri, 2w, 12 feb; empty: none"),
        bind("*", "toggle_star", "star", id="star", section="do"),
        bind("b>1", "snooze(1)", "until tomorrow", id="snooze.tomorrow", section="do"),
        bind("b>2", "snooze_until('mon')", "until Monday", id="snooze.monday", section="do"),
        bind("b>3", "snooze(7)", "a week", id="snooze.week", section="do"),
        bind("b>4", "snooze(30)", "a month", id="snooze.month", section="do"),
        bind("b>d", "ask_snooze", "until a day …", id="snooze.day", section="do"),
        bind("b>b", "wake", "wake up", id="snooze.wake", section="do"),
    ]

    def action_set_status(self, status: str) -> None:
        self.do(lambda ids: self._stand(ids, Status(status)))

    def _stand(self, ids: Sequence[int], status: Status) -> str | None:
        before = self.library.being_read()
        said = self.library.set_status(ids, status, seconds=self._looked_at(ids))
        if warning := self.library.crowding(before):
            self.desk.tell(warning, severity="warning")
        return said

    def _looked_at(self, ids: Sequence[int]) -> int | None:
        """How long the one paper that is meant has been on the screen."""
        return self.desk.attention.seconds(ids[0]) if len(ids) == 1 else None

    def action_rate(self, rating: int) -> None:
        self.do(lambda ids: self.library.rate(ids, rating or None))

    def action_read_to(self, depth: str) -> None:
        self.do(lambda ids: self._read_to(ids, Depth(depth)))

    def _read_to(self, ids: Sequence[int], depth: Depth) -> str | None:
        return self.library.set_status(ids, Status.DONE, depth=depth, seconds=self._looked_at(ids))

    def action_cycle_priority(self) -> None:
        self.do(lambda ids: self.library.cycle_priority(ids))

    def action_toggle_star(self) -> None:
        self.do(lambda ids: self.library.toggle_star(ids))

    def action_ask_due(self) -> None:
        self.ask("due", self._due, hint="fri · 2w · 12 feb · empty: no due day")

    def _due(self, text: str) -> None:
        when = day(text, date.today())
        if text.strip() and when is None:
            self.say(f"“{text}” is no day — try fri, 2w or 12 feb", "$warning")
        else:
            self.do(lambda ids: self.library.set_due(ids, when))

    def action_snooze(self, days: int) -> None:
        self._snooze(date.today() + timedelta(days=days))

    def action_snooze_until(self, name: str) -> None:
        if when := day(name, date.today()):
            self._snooze(when)

    def action_ask_snooze(self) -> None:
        self.ask("snooze until", self._snooze_text, hint="fri · 2w · 12 feb")

    def _snooze_text(self, text: str) -> None:
        if when := day(text, date.today()):
            self._snooze(when)
        else:
            self.say(f"“{text}” is no day — try fri, 2w or 12 feb", "$warning")

    def _snooze(self, when: date) -> None:
        morning = datetime.combine(when, time(6)).astimezone()
        self.do(lambda ids: self.library.snooze(ids, morning))

    def action_wake(self) -> None:
        self.do(lambda ids: self.library.snooze(ids, None))
