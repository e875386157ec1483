"""Going places: saved corners of the library, the next paper, papers like this one."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import work
from textual.binding import BindingType

from tracker.errors import TrackerError
from tracker.terms import NEXT_UP
from tracker.tui.keys import bind
from tracker.tui.screens.filtering import Filtering
from tracker.tui.screens.selecting import Selecting
from tracker.tui.verbs.queue import QueueVerbs

UNREAD = "is:unread -is:seen"


class GoVerbs(Filtering, Selecting, QueueVerbs):
    """What `g` leads to, and steps that skip what is of no interest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("n", "unread(1)", "next unread", id="next", section="move"),
        bind("N", "unread(-1)", "previous unread", id="previous", section="move"),
        bind("C", "compare", "compare", id="compare", section="find", tip="compare two marked, or with the nearest"),
        bind("m", "more_like_this", "more like this", id="like", section="find"),
        bind("g>h", "look('')", "all papers", id="go.home", section="go"),
        bind("g>i", "look('status:inbox')", "inbox", id="go.inbox", section="go"),
        bind("g>l", "look('status:later')", "later", id="go.later", section="go"),
        bind("g>r", "look('status:reading')", "reading", id="go.reading", section="go"),
        bind("g>d", "look('status:done')", "done", id="go.done", section="go"),
        bind("g>x", "look('status:skipped')", "skipped", id="go.skipped", section="go"),
        bind("g>q", f"look('{NEXT_UP}')", "next up", id="go.next_up", section="go"),
        bind("g>.", "look_again", "last place", id="go.last", section="go"),
        bind("g>s", "stats", "stats", id="go.stats", section="go", tip="what is left, your pace, what you keep"),
        bind("g>n", "writings", "notes & tags", id="go.notes", section="go", tip="notes & tags: all that was written"),
        bind("g>v", "review", "review", id="go.review", section="go", tip="review: marks and questions come back"),
        bind("g>m", "map", "map", id="go.map", section="go", tip="which of the papers shown speak of the same"),
        bind(
            "g>R", "rules", "rules", id="go.rules", section="go", tip="rules: what is to be done to what a query finds"
        ),
        bind("g>u", "history", "history", id="go.history", section="go", tip="history: what was done, to undo"),
    ]

    def action_look(self, query: str) -> None:
        self.look_for(query)

    def action_look_again(self) -> None:
        self.look_for(self.last_query)

    @property
    def in_queue(self) -> bool:
        return self.query_text.strip() == NEXT_UP and not self.entry.has_focus

    def action_next_up(self) -> None:
        if self.query_text.strip() != NEXT_UP:
            self.look_for(NEXT_UP)
        else:
            self.papers.go(1 if self.papers.cursor == 0 else 0)
        self.set_focus(self.papers)

    def go_on(self) -> None:
        self.papers.action_move(1)

    def action_unread(self, way: int) -> None:
        unread, ids = set(self.library.find(UNREAD).ids), self.papers.ids
        places = range(self.papers.cursor + way, len(ids) if way > 0 else -1, way)
        place = next((place for place in places if ids[place] in unread), None)
        if place is None:
            self.say(f"no unread paper {'below' if way > 0 else 'above'}", "$muted")
        else:
            self.papers.go(place)

    def action_more_like_this(self) -> None:
        if self.current is not None and (row := self.papers.row(self.current)):
            self.look_for(f"like:{row.key}")

    def action_compare(self) -> None:
        from tracker.tui.screens.compare import CompareScreen

        marked = self.targets if self.papers.marked else []
        if len(marked) > 2:
            self.say(f"{len(marked)} papers are marked; two can be compared", "$muted")
        elif len(marked) == 2:
            self.app.push_screen(CompareScreen(*marked))
        elif self.current is not None:
            self.app.push_screen(CompareScreen(self.current))

    def action_review(self) -> None:
        from tracker.tui.screens.review import ReviewScreen

        self.app.push_screen(ReviewScreen())

    def offer_review(self) -> None:
        """Tell what comes back today, if the person wants to be told."""
        if self.desk.settings.review:
            self.count_cards()

    @work(thread=True, group="cards")
    def count_cards(self) -> None:
        with suppress(TrackerError):  # nobody asked just now
            if due := len(self.library.cards_due()):
                some = "one thing that you noted comes" if due == 1 else f"{due} things that you noted come"
                self.app.call_from_thread(self.desk.tell, f"{some} back today — g v")

    def action_rules(self) -> None:
        from tracker.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.query_text.strip()))

    def action_map(self) -> None:
        from tracker.tui.screens.map import MapScreen

        self.app.push_screen(MapScreen(self.query_text.strip()))

    def action_stats(self) -> None:
        from tracker.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen())

    def action_writings(self) -> None:
        from tracker.tui.screens.notes import NotesScreen

        self.app.push_screen(NotesScreen(self.look_for))

    def action_history(self) -> None:
        from tracker.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())
