"""Saying something about a mark or a paper: comments, answers, remarks, tags."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from tracker.errors import LibraryUnavailable
from tracker.tui.verbs.paper import PaperScreen

if TYPE_CHECKING:
    from tracker.library.values import AnnotationView, CommentView


class Saying(PaperScreen):
    """Asks for words and hands them to the library; until it has them, they are kept."""

    def write(
        self, label: str, about: str, send: Callable[[str], str | None], value: str = "", *, typed: str = ""
    ) -> None:
        """`typed`: what was to be sent before, and the library did not take."""
        from tracker.tui.screens.compose import Compose

        def sent(text: str | None) -> None:
            self.refused = ""
            if text is not None and self.attempt(lambda: send(text)) is not None:
                with suppress(LibraryUnavailable):  # then it is there again the next time
                    self.library.drop_unsent(about)
            elif text is not None and self.refused:
                self.write(label, about, send, value, typed=text)

        self.app.push_screen(Compose(self.library, label, about, value, typed), sent)

    def comment_on(self, mark: AnnotationView) -> None:
        def send(text: str) -> str:
            self.library.comment(mark.paper_id, text, on=mark.id)
            return f"commented on a {mark.kind}"

        self.write(f"comment on the {mark.kind} “{mark.text or mark.quote}”", f"comment {mark.id}", send)

    def comment_on_paper(self, paper: int, value: str = "") -> None:
        def send(text: str) -> str:
            self.library.comment(paper, text)
            return f"commented on {self.library.told([paper])}"

        self.write("comment on the paper", f"comment {paper}", send, value)

    def answer(self, comment: CommentView) -> None:
        def send(text: str) -> str:
            self.library.comment(comment.paper_id, text, reply_to=comment.id)
            return f"answered {comment.author}"

        self.write(f"answer to {comment.author}: “{comment.shown}”", f"reply {comment.id}", send)

    def edit_comment(self, comment: CommentView) -> None:
        def send(text: str) -> str:
            self.library.edit_comment(comment.id, text)
            return "edited the comment"

        self.write("your comment", f"edit {comment.id}", send, comment.body)

    def edit_remark(self, mark: AnnotationView) -> None:
        def send(text: str) -> str:
            self.library.change_annotation(mark.id, body=text, rev=mark.rev)
            return f"changed the remark on a {mark.kind}"

        self.write(f"remark on the {mark.kind} “{mark.text or mark.quote}”", f"remark {mark.id}", send, mark.body)

    def tag_mark(self, mark: AnnotationView) -> None:
        self.ask("tag the mark", lambda said: self._tag(mark, said.split()), hint="-x takes a tag away")

    def _tag(self, mark: AnnotationView, names: list[str]) -> None:
        add = [name.lstrip("+#") for name in names if not name.startswith("-")]
        remove = [name[1:].lstrip("#") for name in names if name.startswith("-")]
        if names:
            self.attempt(lambda: f"tagged a {self.library.tag_annotation(mark.id, add, remove).kind}")
