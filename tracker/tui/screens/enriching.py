"""What services know that papers lack: asked in a thread, shown as a list of changes, filled in with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from tracker.errors import TrackerError
from tracker.tui.keys import bind
from tracker.tui.safe import line, plain
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import crop, fit
from tracker.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from tracker.library.importing.reports import Enrichment, Filled, Unsure
    from tracker.library.values import Stop

NAMES = {"arxiv_id": "arXiv id", "openreview_id": "OpenReview id", "doi": "DOI", "pdf_url": "PDF", "url": "page"}
FIELD = 15  # cells of a field's name


class Asked(Message):
    """How far the asking has come."""

    def __init__(self, done: int, who: str) -> None:
        super().__init__()
        self.done, self.who = done, who


class LookedUp(Message):
    """All services were asked."""

    def __init__(self, found: Enrichment, headings: dict[int, str]) -> None:
        super().__init__()
        self.found, self.headings = found, headings


class LookingUpFailed(Message):
    """Nobody could be asked."""

    def __init__(self, error: TrackerError) -> None:
        super().__init__()
        self.error = error


class EnrichScreen(TrackerScreen["int | None"]):
    """Nothing is written until ⏎; each change can be left out, and what is not certain accepted."""

    place = "Look up"
    AUTO_FOCUS = "Lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "apply", "fill in", id="enrich.apply", section="do", show=True, priority=True),
        bind(
            "space",
            "leave_out",
            "take or leave",
            id="enrich.toggle",
            section="choose",
            show=True,
            tip="take this or leave it",
        ),
        bind("A", "leave_all", "all or none", id="enrich.all", section="choose", show=True),
    ]

    def __init__(self, papers: Sequence[int]) -> None:
        super().__init__()
        self._papers = list(papers)
        self._found: Enrichment | None = None
        self._without: set[Filled] = set()
        self._accepted: set[Unsure] = set()
        self._shown: list[Filled | Unsure | str] = []  # what each line is about
        self._headings: dict[int, str] = {}
        self._stop: Stop | None = None

    def body(self) -> ComposeResult:
        with Vertical(id="enrich"):
            yield Static(id="enrich-said", markup=False)
            yield Lines(id="enrich-list")

    def on_mount(self) -> None:
        self._tell(0, "")
        self.look_up()

    def on_unmount(self) -> None:
        if self._stop:
            self._stop()

    # Asking

    @work(thread=True, exclusive=True, group="enrich")
    def look_up(self) -> None:
        from tracker.library.values import Stop, Stopped

        self._stop = Stop()
        try:
            network = self.desk.network()
            found = self.library.look_up(self._papers, network, said=self._said, stop=self._stop)
        except Stopped:
            return
        except TrackerError as error:
            self.post_message(LookingUpFailed(error))
            return
        papers = list({one.paper for one in every(found)})
        self.post_message(LookedUp(found, {row.id: row.heading for row in self.library.rows(papers)}))

    def _said(self, done: int, who: str) -> None:
        self.post_message(Asked(done, who))

    def on_asked(self, message: Asked) -> None:
        message.stop()
        if self._found is None:
            self._tell(message.done, message.who)

    def _tell(self, done: int, who: str) -> None:
        count = len(self._papers)
        told = f"{done:,} of {count:,} papers" if count > 1 else "one paper"
        doing = f"asking {who}" if who else "looking"
        self.query_one("#enrich-said", Static).update(
            Content.assemble((f"{doing} … ", "$accent"), (told, "$muted"), (" · Esc stops", "$muted"))
        )

    def on_looking_up_failed(self, message: LookingUpFailed) -> None:
        message.stop()
        self.query_one("#enrich-said", Static).update(line(str(message.error), "$error"))

    # What was found

    def on_looked_up(self, message: LookedUp) -> None:
        message.stop()
        self._found, self._headings = message.found, message.headings
        self._summary(message.found)
        self._show()
        self.refresh_bindings()

    def _summary(self, found: Enrichment) -> None:
        new = len({one.paper for one in found.filled})
        counts = ((new, "with something new"), (found.complete, "complete"), (len(found.unsure), "not certain"))
        parts = [f"{count:,} {word}" for count, word in (*counts, (len(found.unknown), "not found")) if count]
        told = [line(" · ".join(parts) or "nothing new", "$heading")]
        told += [line(trouble, "$error") for trouble in found.troubles[:3]]
        self.query_one("#enrich-said", Static).update(Content("\n").join(told))

    def _show(self) -> None:
        """The list anew, with the cursor where it was."""
        lines = self.query_one(Lines)
        self._shown = list(self._lines())
        first = next((place for place, one in enumerate(self._shown) if not isinstance(one, str)), None)
        at = first if lines.at is None else lines.at
        lines.put((Option(self._line(one), disabled=isinstance(one, str)) for one in self._shown), at)
        left = self._left
        self.query_one(StatusLine).standing = f"{left:,} to fill in" if left else "nothing to fill in"

    @property
    def _left(self) -> int:
        """How many fields are to be filled in."""
        certain = len(self._found.filled) - len(self._without) if self._found else 0
        return certain + sum(len(one.changes) for one in self._accepted)

    def _lines(self) -> Sequence[Filled | Unsure | str]:
        found: list[Filled | Unsure | str] = []
        if self._found is None:
            return found
        paper = None
        for one in every(self._found):
            if one.paper != paper:
                paper = one.paper
                found.append(self._headings.get(paper, f"paper {paper}"))
            found.append(one)
        return found

    def _line(self, one: Filled | Unsure | str) -> Content:
        from tracker.library.importing.reports import Filled

        width = max(20, self.size.width - 3)
        if isinstance(one, str):
            return Content.styled(crop(plain(one), width), "$heading bold")
        source = f"  {one.service} {one.certainty:.0%} "
        if not isinstance(one, Filled):
            taken = one in self._accepted
            sign = "+ it is" if taken else "? perhaps"
            told = crop(f"   {sign} “{plain(one.title)}” {plain(one.url)}", width - len(source))
            tone = "$success" if taken else "$urgent"
            return Content.assemble((fit(told, width - len(source)), tone), (source, "$muted"))
        out = one in self._without
        name = fit(NAMES.get(one.field, one.field), FIELD)
        value = fit(plain(one.value.replace("\n", ", ")), max(0, width - FIELD - len(source) - 5))
        mark = ("   · ", "$muted") if out else ("   + ", "$success")
        return Content.assemble(mark, (name, "$muted"), (value, "$muted strike" if out else ""), (source, "$muted"))

    def on_resize(self) -> None:
        if self._found:
            self._show()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("apply", "leave_out", "leave_all"):
            return True if self._found and (self._found.filled or self._found.unsure) else None
        return super().check_action(action, parameters)

    def action_leave_out(self) -> None:
        from tracker.library.importing.reports import Filled

        at = self.query_one(Lines).at
        one = self._shown[at] if at is not None else ""
        if isinstance(one, str):
            return
        if isinstance(one, Filled):
            self._without ^= {one}
        else:
            self._accepted ^= {one}
        self._show()
        self.query_one(Lines).action_cursor_down()

    def action_leave_all(self) -> None:
        if self._found:
            self._without = set() if self._without else set(self._found.filled)
            self._show()

    def action_apply(self) -> None:
        if self._found is None:
            return
        try:
            step = self.library.enrich(self._found, without=frozenset(self._without), accepted=self._accepted)
        except TrackerError as error:
            self.say(str(error), "$error")
            return
        self.dismiss(self._left if step is not None else 0)


def every(found: Enrichment) -> list[Filled | Unsure]:
    """All that is to be told of papers."""
    return [*found.filled, *found.unsure]
