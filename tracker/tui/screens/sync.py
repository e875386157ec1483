"""What a sync with the vault would do, page by page with its changes; one key does it, others settle what clashes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.safe import line
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets.rows import RowLine, Rows

if TYPE_CHECKING:
    from tracker.vault.meeting import Side
    from tracker.vault.plan import PagePlan, VaultPlan, VaultReport

SIGNS = {"new": "↑", "write": "↑", "read": "↓", "both": "↕", "conflict": "⚠", "gone": "⚠", "broken": "⚠"}
STYLES = {"↑": "$accent", "↓": "$secondary", "⚠": "$warning", "+": "$success", "-": "$error"}
LONGEST = 400  # lines of one page's changes that are shown


class Planned(Message):
    """Both sides were looked at."""

    def __init__(self, plan: VaultPlan) -> None:
        super().__init__()
        self.plan = plan


class Synced(Message):
    """It was done."""

    def __init__(self, report: VaultReport) -> None:
        super().__init__()
        self.report = report


class SyncFailed(Message):
    """The folder or the library could not be read or written."""

    def __init__(self, told: str) -> None:
        super().__init__()
        self.told = told


class SyncScreen(TrackerScreen["str | None"]):
    """Nothing is written until `S`."""

    place = "Sync"
    AUTO_FOCUS = "#pages"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("S", "sync", "sync now", id="sync.now", section="do", show=True),
        bind(
            "1",
            "settle('here')",
            "this side",
            id="sync.here",
            section="do",
            tip="a conflict: the library's text stands",
        ),
        bind(
            "2", "settle('there')", "the file", id="sync.there", section="do", tip="a conflict: the file's text stands"
        ),
        bind("b", "settle('both')", "both", id="sync.both", section="do", tip="a conflict: both texts stand"),
        bind("a", "again", "write again", id="sync.again", section="do", tip="write a file again that is gone"),
        bind("f", "forget", "forget", id="sync.forget", section="do", tip="do without a file that is gone"),
    ]

    def __init__(self, folder: str) -> None:
        super().__init__()
        self._folder = folder
        self._plan: VaultPlan | None = None
        self._settle: dict[int, Side] = {}
        self._again: set[int] = set()

    def body(self) -> ComposeResult:
        with Container(id="sync"):
            yield Rows(id="pages", empty="both sides have the same")
            with VerticalScroll(id="changes", can_focus=False):
                yield Static(id="changes-text", markup=False)

    def on_mount(self) -> None:
        self.reread()

    def reread(self) -> None:
        self.say("looking at both sides …", "$muted")
        self.plan()

    @work(thread=True, exclusive=True, group="sync")
    def plan(self) -> None:
        worker = get_current_worker()
        try:
            plan = self.library.plan_vault(self._folder, settle=self._settle, again=self._again)
        except (TrackerError, OSError) as error:
            self.post_message(SyncFailed(_told(error)))
            return
        if not worker.is_cancelled:
            self.post_message(Planned(plan))

    def on_sync_failed(self, message: SyncFailed) -> None:
        message.stop()
        self.say(message.told, "$error")

    def on_planned(self, message: Planned) -> None:
        message.stop()
        plan = self._plan = message.plan
        lines = [_row(page) for page in plan.pages if page.deed in SIGNS]
        self.query_one(Rows).show(plan.folder, lines, f"{plan.count('same'):,} the same")
        waiting = plan.count("conflict", "gone", "broken")
        counts = f"↑ {plan.writes} to write · ↓ {plan.reads} to read" + (f" · ⚠ {waiting} waiting" if waiting else "")
        self.say(" · ".join([counts, *plan.aside[:1]]))
        self.show_changes()

    def on_rows_moved(self, message: Rows.Moved) -> None:
        message.stop()
        self.show_changes()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        message.stop()
        from tracker.tui.screens.reader import ReaderScreen

        if self.page:
            self.app.push_screen(ReaderScreen(array("q", [self.page.paper_id]), self.page.paper_id, ""))

    @property
    def page(self) -> PagePlan | None:
        key = self.query_one(Rows).key
        return next((page for page in self._plan.pages if page.paper_id == key), None) if self._plan else None

    def show_changes(self) -> None:
        """The changes of the current page, with what may be done about it."""
        page = self.page
        lines = list(_changes(page)) if page else []
        self.query_one("#changes-text", Static).update(Content("\n").join(lines))
        self.query_one("#changes").scroll_home(animate=False)
        self.refresh_bindings()

    # What is done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        waits = {"settle": "conflict", "again": "gone", "forget": "gone"}
        if action in waits:
            page = self.page if self.is_mounted else None
            return True if page and page.deed == waits[action] else None
        return super().check_action(action, parameters)

    def action_settle(self, side: Side) -> None:
        if self.page:
            self._settle[self.page.paper_id] = side
            self.reread()

    def action_again(self) -> None:
        if self.page:
            self._again.add(self.page.paper_id)
            self.reread()

    def action_forget(self) -> None:
        if self.page:
            self.library.forget_page(self._folder, self.page.paper_id)
            self.reread()

    def action_sync(self) -> None:
        if self._plan:
            self.say("syncing …", "$muted")
            self.sync(self._plan)

    @work(thread=True, exclusive=True, group="sync")
    def sync(self, plan: VaultPlan) -> None:
        try:
            report = self.library.sync_vault(plan)
        except (TrackerError, OSError) as error:
            self.post_message(SyncFailed(_told(error)))
            return
        self.post_message(Synced(report))

    def on_synced(self, message: Synced) -> None:
        message.stop()
        report = message.report
        parts = [f"{report.written} written, {report.read} read"]
        if report.left:
            parts.append(f"{len(report.left)} left: {report.left[0].told}")
        if report.backup:
            parts.append(f"the files as they were are in {report.backup}")
        self.dismiss(" · ".join(parts) + (" — u undoes what was read" if report.said else ""))


def _row(page: PagePlan) -> RowLine:
    what = page.told or ", ".join([*page.taken, *page.sent])
    sign = SIGNS[page.deed]
    return RowLine(
        page.paper_id, f"{sign} {page.heading}", what if sign != "⚠" else str(page.deed), STYLES.get(sign, "")
    )


def _changes(page: PagePlan) -> Iterator[Content]:
    from tracker.vault.plan import changes

    if page.told:
        yield line(page.told, "$warning")
    if page.deed == "conflict":
        yield line("1 this side stands · 2 the file's · b both, one below the other", "$muted")
    if page.deed == "gone":
        yield line("a writes it again · f does without it", "$muted")
    for number, text in enumerate(changes(page)):
        if number == LONGEST:
            yield Content.styled("…", "$muted")
            return
        yield line(text[:2], STYLES.get(text[:1], "")) + " " + line(text[2:], STYLES.get(text[:1], ""))


def _told(error: TrackerError | OSError) -> str:
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
