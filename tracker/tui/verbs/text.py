"""A screen that shows an abstract with a caret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.widgets.annotated import AnnotatedText

if TYPE_CHECKING:
    from tracker.tui.page import Page


class TextScreen(PaperScreen):
    """Knows the text that is read and what is known of its paper."""

    @property
    def text(self) -> AnnotatedText:
        return self.query_one(AnnotatedText)

    @property
    def paper(self) -> int | None:
        """The paper whose text is on the screen, while the next one may be on its way already."""
        return self.page.detail.row.id if self.page else None

    @property
    def as_read(self) -> str | None:
        """The abstract on the screen, which may be an older one than the library's."""
        return self.page.detail.abstract if self.page else None

    @property
    def page(self) -> Page | None:
        return self.text.page
