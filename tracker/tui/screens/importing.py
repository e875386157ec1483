"""Import: what a file would bring, read in a thread and shown before anything is written; ⏎ writes it as one step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracker.errors import TrackerError
from tracker.library.importing.reports import Decision, Outcome, Unread
from tracker.library.values import Row
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.planned import GROUPS, NAMES, SHOWN, Plan, stamps
from tracker.tui.safe import line, plain
from tracker.tui.screens.taking_in import Failed, Planned, Read, TakingIn
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import crop, fit, sides
from tracker.tui.widgets.lines import Lines

TONES = {"new": "$success", "likely": "$warning", "changed": "$accent", "unread": "$error"}
SIGNS = {None: ("?", "$warning"), True: ("=", "$success"), False: ("≠", "$muted")}


class ImportScreen(TakingIn):
    """A dry run; nothing is written until ⏎."""

    place = "Import"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "write", "import", id="import.write", section="out", show=True, priority=True),
        bind("tab", "turn(1)", "next group", id="import.group", section="move", show=True, priority=True),
        bind("shift+tab", "turn(-1)", "previous group", id="import.group_back", section="move", priority=True),
        bind("m", "decide(True)", "same paper", id="import.same", section="choose", show=True),
        bind(
            "n", "decide(False)", "another", id="import.other", section="choose", show=True, tip="it is another paper"
        ),
        bind("a", "decide_all", "all like it", id="import.all", section="choose", show=True),
        bind("b", "read_on", "read on", id="import.behind", section="out", show=True, tip="read on while it comes in"),
    ]

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__()
        self._paths = list(paths)
        self._stamps = stamps(self._paths)
        self._plan: Plan | None = None
        self._group = "new"
        self._writing = False

    def body(self) -> ComposeResult:
        with Vertical(id="import"):
            yield Static(id="import-said", markup=False)
            yield Static(id="import-groups", markup=False)
            yield Lines(id="import-list")
            yield Static(id="import-more", markup=False)

    def on_mount(self) -> None:
        self.say_reading(0)
        self.plan()

    @property
    def _files(self) -> str:
        names = ", ".join(plain(path.name) for path in self._paths)
        return names if len(self._paths) < 4 else f"{len(self._paths)} files"

    # What comes from the thread

    def on_read(self, message: Read) -> None:
        message.stop()
        if self._plan is None:
            self.say_reading(message.count)

    def say_reading(self, count: int) -> None:
        doing = "importing" if self._writing else "reading"
        told = f" · {count:,} records" if count else ""
        self.query_one("#import-said", Static).update(
            Content.assemble(
                (f"{doing} {self._files} …", "$accent"), (f"{told} · Esc stops, nothing is kept", "$muted")
            )
        )

    def again(self) -> None:
        self._plan = None
        self.say_reading(0)
        self.plan()

    def on_failed(self, message: Failed) -> None:
        message.stop()
        self.fail(message.error)

    def fail(self, error: TrackerError) -> None:
        """Say why the files cannot be read, or were not taken in."""
        self._writing = False
        self.query_one("#import-said", Static).update(line(str(error), "$error"))

    # What is shown

    def on_planned(self, message: Planned) -> None:
        message.stop()
        self._plan = message.plan
        self._group = next((group for group in ("likely", *GROUPS) if message.plan.counts[group]), "new")
        self._show()
        self.refresh_bindings()

    def _show(self) -> None:
        plan = self._plan
        if plan is None or plan.report is None:
            return
        report = plan.report
        into = f" into “{plain(report.collection)}”" if report.collection else ""
        told = f"{self._files}: {counted(report.read, 'record')}{into}"
        brought = [f"{n:,} {what}" for n, what in ((report.notes, "notes"), (report.states, "reading states")) if n]
        more = f" · with {' and '.join(brought)}" if brought else ""
        left, right = sides(told + more, "dry run · nothing written yet", max(20, self.size.width - 2))
        self.query_one("#import-said", Static).update(Content.assemble((left, "$heading"), (right, "$muted")))
        self.query_one("#import-groups", Static).update(self._groups(plan))
        self._list(plan)
        self._stand(plan)

    def _groups(self, plan: Plan) -> Content:
        parts: list[tuple[str, str]] = []
        for group in GROUPS:
            if plan.counts[group] or group == "new":
                tone = TONES.get(group, "$muted") if plan.counts[group] else "$muted"
                on = group == self._group
                parts += [(f" {NAMES[group]} {plan.counts[group]:,} ", f"{tone} {'reverse' if on else ''}"), (" ", "")]
        return Content.assemble(*parts)

    def _list(self, plan: Plan) -> None:
        lines = self.query_one(Lines)
        lines.put(map(self._line, self._entries(plan)))
        hidden = plan.counts[self._group] - lines.option_count
        if hidden > 0:
            lines.add_option(Option(Content.styled(f"… {hidden:,} more", "$muted"), disabled=True))
        self._detail()

    def _entries(self, plan: Plan) -> Sequence[Outcome | Unread | Row]:
        if self._group == "unread":
            return plan.unread[:SHOWN]
        return plan.rest if self._group == "rest" else plan.outcomes[self._group][:SHOWN]

    def _line(self, one: Outcome | Unread | Row) -> Content:
        width = max(20, self.size.width - 3)
        match one:
            case Unread():
                left, right = sides(f"   l.{one.line:<6}{plain(one.message)}", f"{plain(one.file)} ", width)
                return Content.assemble((left, ""), (right, "$muted"))
            case Row():
                left, right = sides(f"   {plain(one.heading)}", f"#{one.id} ", width)
            case _:
                tail = ", ".join(one.fields).replace("_", " ") or (
                    f"{one.likely[0][1]:.0%} alike" if one.likely else ""
                )
                left, right = sides(f"   {plain(one.heading)}", f"{tail} " if tail else f"l.{one.line} ", width)
                if one.verdict == "likely":
                    return self._likely(one, left, right)
        return Content.assemble((left, ""), (right, "$muted"))

    def _likely(self, one: Outcome, left: str, right: str) -> Content:
        decision = self._plan.decided.get(one.number) if self._plan else None
        sign, tone = SIGNS[decision.same if decision else None]
        return Content.assemble((f" {sign} ", tone), (left[3:], ""), (right, "$muted"))

    def _detail(self) -> None:
        """What there is to say of the line under the cursor."""
        one = self._current()
        width = max(20, self.size.width - 4)
        told: Content = Content("")
        if isinstance(one, Unread):
            raw = crop(plain(one.raw), width * 3) or "(nothing)"
            told = Content.assemble((crop(f"{plain(one.message)}\n", width), "$error"), (raw, "$muted"))
        elif isinstance(one, Outcome) and one.likely and self._plan:
            paper, score = one.likely[0]
            other = self._plan.headings.get(paper, "a record of this import")
            lines = [("here  ", "$muted"), (crop(f"#{paper} {plain(other)}", width - 6), ""), ("\nfile  ", "$muted")]
            lines += [(crop(f"l.{one.line} {plain(one.heading)}", width - 6), ""), (f"\n{score:.0%} alike", "$warning")]
            told = Content.assemble(
                *lines, ("  m same paper · n another · undecided ones are kept and listed", "$muted")
            )
        elif isinstance(one, Outcome):
            told = Content.assemble((fit(f"{plain(one.file)}, line {one.line}", width), "$muted"))
        self.query_one("#import-more", Static).update(told)

    def _stand(self, plan: Plan) -> None:
        open_ = plan.counts["likely"] - len(plan.decided)
        parts = [f"{open_:,} to decide"] if open_ else []
        parts += [f"{len(plan.unread):,} unreadable"] if plan.unread else []
        self.query_one(StatusLine).standing = " · ".join(parts)
        self.say("⏎ writes it as one step, u undoes · Esc leaves all as it is" if plan.writes else "nothing to import")

    def _current(self) -> Outcome | Unread | Row | None:
        at = self.query_one(Lines).at
        entries = self._entries(self._plan) if self._plan else ()
        return entries[at] if at is not None and at < len(entries) else None

    def on_resize(self) -> None:
        self._show()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._detail()
        self.refresh_bindings()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        ready = self._plan is not None and not self._writing
        match action:
            case "write":
                return True if ready and self._plan and self._plan.writes else None
            case "decide" | "decide_all":
                return ready and self._group == "likely"
            case "turn":
                return ready
            case "read_on":
                return self._writing
            case "columns":
                return not self._writing
        return super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        if self._plan is None:
            return
        there = [group for group in GROUPS if self._plan.counts[group] or group == self._group]
        self._group = there[(there.index(self._group) + by) % len(there)]
        self.query_one(Lines).put(())
        self._show()
        self.refresh_bindings()

    def action_decide(self, same: bool) -> None:
        one = self._current()
        if self._plan and isinstance(one, Outcome) and one.likely:
            self._plan.decided[one.number] = Decision(one.likely[0][0], same)
            self._show()
            self.query_one(Lines).action_cursor_down()

    def action_decide_all(self) -> None:
        """What was said of the line above holds for all that are open; the first time, that they are the same."""
        if self._plan is None:
            return
        said = list(self._plan.decided.values())
        same = said[-1].same if said else True
        for one in self._plan.outcomes["likely"]:
            self._plan.decided.setdefault(one.number, Decision(one.likely[0][0], same))
        self._show()

    def action_write(self) -> None:
        if self._plan is None:
            return
        if stamps(self._paths) != self._stamps:
            self.say("the file was changed meanwhile; it is read again", "$warning")
            self._stamps, self._plan = stamps(self._paths), None
            self.plan()
            return
        if self.desk.takes_in:
            self.say("another import is coming in — ⏎ when it is there", "$warning")
            return
        self._writing = True
        self.say_reading(0)
        self.say("b reads on while it comes in", "$muted")
        self.refresh_bindings()
        decided = dict(self._plan.decided)
        files = partial(self.library.import_files, self._paths, columns=self._columns, decided=decided, later=True)
        self.desk.take_in(lambda heard: files(progress=heard), self)

    def action_read_on(self) -> None:
        self.dismiss(None)

    def action_back(self) -> None:
        if self._writing:
            self.desk.stop_taking_in()
        self.workers.cancel_group(self, "import")
        self.dismiss(None)
