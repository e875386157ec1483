"""Going places: saved corners of the library, the next paper, papers like this one."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.screens.filtering import Filtering
from tracker.tui.screens.selecting import Selecting

UNREAD = "is:unread -is:seen"
NEXT_UP = "is:open sort:next"


class GoVerbs(Filtering, Selecting):
    """What `g` leads to, and steps that skip what is of no interest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("z", "next_up", "next up", id="next_up", section="move", tip="go to the paper to read next"),
        bind("n", "unread(1)", "next unread", id="next", section="move"),
        bind("N", "unread(-1)", "previous unread", id="previous", section="move"),
        bind("m", "more_like_this", "more like this", id="like", section="find"),
        bind("g>h", "look('')", "all papers", id="go.home", section="go"),
        bind("g>i", "look('status:inbox')", "inbox", id="go.inbox", section="go"),
        bind("g>l", "look('status:later')", "later", id="go.later", section="go"),
        bind("g>r", "look('status:reading')", "reading", id="go.reading", section="go"),
        bind("g>d", "look('status:done')", "done", id="go.done", section="go"),
        bind("g>x", "look('status:skipped')", "skipped", id="go.skipped", section="go"),
        bind("g>q", f"look('{NEXT_UP}')", "next up", id="go.next_up", section="go"),
        bind("g>.", "look_again", "last place", id="go.last", section="go"),
        bind("g>u", "history", "history", id="go.history", section="go", tip="history: what was done, to undo"),
    ]

    def action_look(self, query: str) -> None:
        self.look_for(query)

    def action_look_again(self) -> None:
        self.look_for(self.last_query)

    def action_next_up(self) -> None:
        found = self.library.find(NEXT_UP, limit=2).ids
        wanted = next((paper for paper in found if paper != self.current), None)
        if wanted is None:
            self.say("nothing is waiting to be read", "$muted")
        elif (place := self.papers.place(wanted)) is not None:
            self.papers.go(place)
        else:
            self.look_for(NEXT_UP)

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

    def action_history(self) -> None:
        from tracker.tui.screens.history import HistoryScreen

        self.app.push_screen(HistoryScreen())
