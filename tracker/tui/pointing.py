"""Where the terminal's own cursor stands: where one is, for screen readers and magnifiers that follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App
from textual.geometry import Offset

if TYPE_CHECKING:
    from tracker.tui.settings import Settings


class PointingApp(App[None]):
    """Textual hides the cursor and moves it for fields alone; here it goes along with lists and texts."""

    settings: Settings
    _typed_at = Offset(0, 0)

    @property
    def cursor_position(self) -> Offset:
        """Where the focused widget says by `pointed`, counted from its corner; else where a field put it."""
        pointed: Offset | None = getattr(self.focused, "pointed", None)
        if self.focused is None or pointed is None:
            return self._typed_at
        return self.focused.content_region.offset + pointed

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._typed_at = place

    def show_cursor(self) -> None:
        """Have the cursor seen, where a person wants that."""
        if self.settings.cursor and self._driver:
            self._driver.write("\x1b[?25h")
            self._driver.flush()
