"""Looking papers up elsewhere, and fetching new ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message

from tracker.errors import TrackerError
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library.importing.reports import FeedReport
    from tracker.library.values import Stop


class EnrichVerbs(PaperScreen):
    """What papers lack, from the services on the network."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("M", "enrich", "what is missing", id="enrich", section="do", tip="look up what is missing: title, ids …"),
    ]

    def action_enrich(self) -> None:
        from tracker.tui.screens.enriching import EnrichScreen

        if self.targets:
            self.app.push_screen(EnrichScreen(self.targets), self._enriched)
        else:
            self.say("no paper is chosen", "$muted")

    def _enriched(self, fields: int | None) -> None:
        if fields:
            self.say(f"filled in {counted(fields, 'field')} — u undoes")
        elif fields is not None:
            self.say("nothing was filled in", "$muted")


class FeedsFetched(Message):
    """All feeds were asked, or none could be."""

    def __init__(self, reports: Sequence[FeedReport], error: TrackerError | None = None) -> None:
        super().__init__()
        self.reports, self.error = reports, error


class Fetching(Message):
    """A feed is being asked."""

    def __init__(self, feed: str) -> None:
        super().__init__()
        self.feed = feed


class FeedVerbs(PaperScreen):
    """New papers from the feeds in the settings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("g>f", "fetch_feeds", "feeds", id="feeds.fetch", section="go", tip="fetch new papers from the feeds"),
    ]
    _fetching: Stop | None = None

    def action_fetch_feeds(self) -> None:
        self.say("fetching the feeds …", "$accent")
        self.fetch_feeds()

    @work(thread=True, exclusive=True, group="feeds")
    def fetch_feeds(self) -> None:
        from tracker.library.values import Stop, Stopped

        if self._fetching:
            self._fetching()
        self._fetching = Stop()
        try:
            reports = self.library.fetch_feeds(self.desk.network(), said=self._said_feed, stop=self._fetching)
        except Stopped:
            return
        except TrackerError as error:
            self.post_message(FeedsFetched((), error))
            return
        self.post_message(FeedsFetched(reports))

    def _said_feed(self, feed: str) -> None:
        self.post_message(Fetching(feed))

    def on_unmount(self) -> None:
        if self._fetching:
            self._fetching()

    def on_fetching(self, message: Fetching) -> None:
        message.stop()
        self.say(f"fetching {message.feed} …", "$accent")

    def on_feeds_fetched(self, message: FeedsFetched) -> None:
        message.stop()
        if message.error:
            self.say(str(message.error), "$error")
            return
        for one in message.reports:
            if one.problem:
                self.desk.tell(f"{one.feed}: {one.problem}", severity="warning")
        read = [one.report for one in message.reports if one.report]
        new, steps = sum(report.new for report in read), sum(report.step is not None for report in read)
        back = "u undoes" if steps == 1 else "u undoes, a feed at a time"
        if new:
            self.say(f"{counted(new, 'new paper')} in the inbox — {back}")
        else:
            self.say("nothing new in the feeds" if read else "no feed could be read", "$muted")
