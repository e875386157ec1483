"""Marking an abstract: digits make marks of the sentence or the selection; guesses, doubts and remarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.passage import Caret, Place
from tracker.tui.verbs.saying import Saying
from tracker.tui.verbs.text import TextScreen

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, KindView
    from tracker.tui.app import TrackerApp

SHIPPED = ("problem", "method", "result", "claim", "question", "note")
NAMES = dict(enumerate(SHIPPED, 1))


def _digit(number: int) -> BindingType:
    name = NAMES.get(number)
    label = f"mark as {name}" if name else f"mark as your own kind {number}"
    return bind(str(number), f"mark('{number}')", label, id=f"mark.{number}", section="reader")


class Marking(Saying, TextScreen):
    """What is done to the sentence, the selection or the mark that the caret is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(_digit(number) for number in range(1, 10)),
        bind("X", "unmark", "remove the mark", id="mark.remove", section="reader"),
        bind("]", "hop(1)", "next mark", id="mark.next", section="reader"),
        bind("[", "hop(-1)", "previous mark", id="mark.previous", section="reader"),
        bind("a", "accept_guesses", "accept the guessed roles", id="guess.accept", section="reader"),
        bind(
            "A", "accept_place", "accept the place of a ⚠ mark, or place a lost one", id="mark.accept", section="reader"
        ),
        bind("c", "remark", "comment", id="mark.comment", section="reader", tip="on the mark or the sentence"),
        bind(
            "@",
            "ask_about",
            "ask about the paper",
            id="mark.ask",
            section="reader",
            tip="a comment; @name asks somebody",
        ),
        bind(
            "enter", "choose", "what to do", id="mark.choose", section="reader", tip="on a mark its thread, else a menu"
        ),
        bind("O", "threads", "marks and threads", id="mark.threads", section="reader", show=True),
        bind("y>q", "copy_quote", "quote", id="copy.quote", section="out"),
        bind("#", "tag_mark", "tag the mark", id="mark.tag", section="reader", tip="tag the mark; -x takes a tag away"),
    ]

    @property
    def marks(self) -> Sequence[AnnotationView]:
        return self.page.marks if self.page else ()

    @property
    def here(self) -> list[AnnotationView]:
        """The marks that the caret is on, the person's own first, then the smallest."""
        at = self.text.caret.at
        on = [mark for mark in self.marks if mark.start <= at < mark.end]
        return sorted(on, key=lambda mark: (not mark.mine, mark.end - mark.start))

    # Making and removing

    def action_mark(self, key: str) -> None:
        kinds = self.page.kinds if self.page else ()
        kind = next((kind for kind in kinds if kind.key == key and not kind.archived), None)
        place, paper = self.text.target, self.paper
        if kind is None:
            known = ", ".join(f"{kind.key} {kind.name}" for kind in kinds if kind.key and not kind.archived)
            self.say(f"no kind has the key {key}; there are {known}", "$muted")
        elif place is None or paper is None:
            self.say("there is nothing to mark", "$muted")
        else:
            self.attempt(lambda: self._toggle(paper, place, kind))
            self.text.caret = Caret(self.text.caret.at)

    def _toggle(self, paper: int, place: Place, kind: KindView) -> str:
        made = self.library.toggle_annotation(paper, *place, kind.name, read=self.as_read)
        return f"marked as {kind.name}" if made else f"took the mark “{kind.name}” off"

    def action_unmark(self) -> None:
        if self.here:
            mark = self.here[0]
            self.attempt(lambda: self.library.remove_annotation(mark.id))
        else:
            self.say("there is no mark here — [ and ] go to one", "$muted")

    # Moving

    def action_hop(self, way: int) -> None:
        at = self.text.caret.at
        starts = sorted({mark.start for mark in self.marks if mark.end})
        ahead = [start for start in starts if start > at] if way > 0 else [s for s in starts[::-1] if s < at]
        if ahead:
            self.text.caret = Caret(ahead[0])
        else:
            self.say("there are no more marks that way", "$muted")

    # Guesses and doubts

    def action_accept_guesses(self) -> None:
        paper, page = self.paper, self.page
        if paper is not None and page and page.guesses:
            self.attempt(lambda: self.library.accept_guesses(paper))
        else:
            self.say("there are no guesses to accept", "$muted")

    def action_accept_place(self) -> None:
        doubtful = [mark for mark in (*self.here, *self.marks) if mark.state == "check"]
        lost = [mark for mark in self.marks if not mark.end]
        if doubtful:
            self.attempt(lambda: f"accepted the place of a {self.library.accept_place(doubtful[0].id).kind}")
        elif lost and self.text.caret.selecting and (place := self.text.target):
            self.attempt(
                lambda: f"placed a {self.library.place_annotation(lost[0].id, *place, read=self.as_read).kind}"
            )
            self.text.caret = Caret(self.text.caret.at)
        elif lost:
            self.say("select words with v: A puts the mark that lost its place there", "$muted")
        else:
            self.say("no mark is in doubt", "$muted")

    # Words

    def action_remark(self) -> None:
        place, paper, here = self.text.target, self.paper, self.here
        if paper is None or place is None:
            self.say("there is nothing to comment on", "$muted")
        elif here and not self.text.caret.selecting:
            self.comment_on(here[0])
        else:
            self._note(paper, place)

    def _note(self, paper: int, place: Place) -> None:
        read = self.as_read

        def send(text: str) -> str:
            self.library.annotate(paper, *place, "note", body=text, read=read)
            self.text.caret = Caret(self.text.caret.at)
            return "noted"

        self.write("note on these words", f"note {paper} {place[0]}-{place[1]}", send)

    def action_ask_about(self) -> None:
        if self.current is not None:
            self.comment_on_paper(self.current, "@")

    def action_tag_mark(self) -> None:
        if self.here:
            self.tag_mark(self.here[0])
        else:
            self.say("there is no mark here — a digit makes one", "$muted")

    def action_copy_quote(self) -> None:
        if place := self.text.target:
            words = self.text.passage.text[slice(*place)]
            self.app.copy_to_clipboard(words)
            self.say(f"{len(words):,} characters copied — if nothing arrives, the terminal forbids OSC 52")

    def action_choose(self) -> None:
        """What ⏎ is for: the thread of the mark that the caret is on, else the menu."""
        if self.here:
            self.action_threads()
        else:
            cast("TrackerApp", self.app).action_menu()

    def action_threads(self) -> None:
        from tracker.tui.screens.threads import ThreadsScreen

        if self.current is not None:
            begin = self.here[0].id if self.here else None
            self.app.push_screen(ThreadsScreen(self.current, begin), self._back_at)

    def _back_at(self, place: int | None) -> None:
        if place is not None:
            self.text.caret = Caret(place)
