"""Where several lines are typed."""

from textual.widgets import TextArea


class Area(TextArea):
    """A text area in which many lines can be taken back at once."""

    def _recompute_cursor_offset(self) -> None:
        """Undo lays out the shorter text before it moves the caret, which then stands behind the end."""
        if self.cursor_location[0] < self.document.line_count:
            self._cursor_offset = self.wrapped_document.location_to_offset(self.cursor_location)
