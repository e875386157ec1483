"""Threads: all that people marked in a paper and said about it; answered, changed and settled here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from tracker.terms import Visibility
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.screens.lists import ListScreen
from tracker.tui.verbs.saying import Saying
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.threads import Entry, entries, told

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView


class ThreadsScreen(Saying, ListScreen):
    """The marks and comments of one paper; the result is a place in its text to go to."""

    place = "Threads"
    list_id = "threads"
    opens = "go to the text"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("c", "say", "comment, answer", id="threads.say", section="do", show=True),
        bind("e", "edit", "edit", id="threads.edit", section="do", show=True, tip="your remark or your comment"),
        bind("d", "settle", "done, open again", id="threads.settle", section="do", show=True, tip="resolve the thread"),
        bind("X", "take_away", "remove", id="threads.remove", section="do", show=True, tip="your mark or your comment"),
        *(bind(str(n), f"kind('{n}')", f"kind {n}", id=f"threads.kind.{n}", section="do") for n in range(1, 10)),
        bind("#", "tag", "tag the mark", id="threads.tag", section="do", tip="-x takes a tag away"),
        bind("v", "visibility", "who sees the mark", id="threads.visibility", section="do", tip="the team or only you"),
        bind("A", "accept", "accept the place of a ⚠ mark", id="threads.accept", section="do"),
        bind("D", "differences", "what changed in the text", id="threads.differences", section="do"),
    ]

    def __init__(self, paper_id: int, begin: str | None = None) -> None:
        super().__init__()
        self._paper, self._wanted = paper_id, begin
        self._entries: list[Entry] = []

    @property
    def current(self) -> int | None:
        return self._paper

    @property
    def entry(self) -> Entry:
        """What the keys act on."""
        return Entry() if self.options.at is None else self._entries[self.options.at]

    # Showing

    def reread(self) -> None:
        key = self._wanted or self.entry.key
        self._wanted = None
        marks = self.library.annotations(self._paper)
        by_mark: dict[str | None, list[CommentView]] = {}
        for comment in self.library.comments(self._paper):
            by_mark.setdefault(comment.annotation_id, []).append(comment)
        self._entries = list(entries(marks, by_mark))
        found = next((n for n, entry in enumerate(self._entries) if key and entry.key == key), None)
        self.options.put(self.lines(), found)

    def lines(self) -> Iterable[Content]:
        signs = {kind.name: kind.sign for kind in self.library.kinds()}
        heading, today = self.library.rows([self._paper])[0].heading, date.today()
        width = max(20, min(100, self.size.width - 4))
        return [told(entry, signs, heading, width, today) for entry in self._entries]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        entry = self.entry
        what = "the paper: c comments on it"
        if entry.comment:
            what = "your comment: e X d, c answers" if entry.comment.mine else "c answers, d resolves the thread"
        elif entry.mark:
            what = "your mark: 1–6 its kind, e its remark" if entry.mark.mine else f"{entry.mark.author}'s mark"
            what += ", c comments, ⏎ goes to the text"
        marks = len({e.mark.id for e in self._entries if e.mark})
        count = counted(marks, "mark") if len(self._entries) > 1 else "nothing is marked or said yet"
        self.query_one(StatusLine).standing = f"{count} · {what}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self.entry.place)

    # Saying

    def action_say(self) -> None:
        if self.entry.comment:
            self.answer(self.entry.comment)
        elif self.entry.mark:
            self.comment_on(self.entry.mark)
        else:
            self.comment_on_paper(self._paper)

    def action_edit(self) -> None:
        comment, mark = self.entry.comment, self.entry.mark
        if comment and comment.mine and not comment.deleted:
            self.edit_comment(comment)
        elif mark and mark.mine and not comment:
            self.edit_remark(mark)
        else:
            self.say("only your own remarks and comments can be edited — c answers", "$muted")

    def action_settle(self) -> None:
        if comment := self.entry.comment:
            self.attempt(lambda: self.library.resolve(comment.thread_id, on=comment.resolved_at is None))
        else:
            self.say("d resolves the thread of a comment", "$muted")

    def action_take_away(self) -> None:
        comment, mark = self.entry.comment, self.entry.mark
        if comment:
            self.attempt(lambda: self.library.delete_comment(comment.id))
        elif mark:
            self.attempt(lambda: self.library.remove_annotation(mark.id))

    # The mark

    @property
    def marked(self) -> AnnotationView | None:
        """The mark that is meant; says so where none is."""
        if self.entry.mark is None:
            self.say("this is no mark", "$muted")
        return self.entry.mark

    def action_kind(self, key: str) -> None:
        kind = next((kind for kind in self.library.kinds() if kind.key == key and not kind.archived), None)
        mark = self.marked
        if kind is None:
            self.say(f"no kind has the key {key} — g k shows them", "$muted")
        elif mark:
            self.attempt(lambda: f"a {self.library.change_annotation(mark.id, kind=kind.name).kind} now")

    def action_tag(self) -> None:
        if mark := self.marked:
            self.tag_mark(mark)

    def action_visibility(self) -> None:
        if mark := self.marked:
            hidden = mark.visibility is Visibility.TEAM
            wanted = Visibility.PRIVATE if hidden else Visibility.TEAM
            said = "only you see the mark" if hidden else "everybody sees the mark"
            self.attempt(lambda: said if self.library.change_annotation(mark.id, visibility=wanted) else None)

    def action_accept(self) -> None:
        if mark := self.marked:
            self.attempt(lambda: f"accepted the place of a {self.library.accept_place(mark.id).kind}")

    def action_differences(self) -> None:
        from tracker.tui.screens.differences import DifferencesScreen

        self.app.push_screen(DifferencesScreen(self._paper))
