"""What comes too late: a screen that is being closed has lost its parts, shows nothing more and keeps no drawing."""

from collections.abc import Callable
from typing import TypeVar

from textual import events, messages
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

Result = TypeVar("Result")


class Handed(Message):
    """What a worker's thread found, and how to show it."""

    def __init__(self, show: Callable[[], object]) -> None:
        super().__init__()
        self.show = show


class Leaving(Screen[Result]):
    """A screen that workers, timers and its own widgets may tell something while it goes."""

    def hand(self, show: Callable[[], object]) -> None:
        """From a worker's thread: have something shown, unless the screen is closed by then."""
        self.post_message(Handed(show))

    def on_handed(self, message: Handed) -> None:
        message.stop()
        message.show()

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """What is clicked; nothing where it is no part of the screen any more, though it is still drawn."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        return (widget, offset) if widget is not None and widget.is_attached else (None, None)

    async def on_prune(self, event: messages.Prune) -> None:
        """Let go of what was drawn: what holds it is a ring, and waits for a look for garbage."""
        for widget in self.walk_children(Widget, with_self=True):
            widget._styles_cache.clear()

    async def _dispatch_message(self, message: Message) -> None:
        """The widgets go before the screen does: what would look for them then is not heard."""
        if not (self._pruning and _is_told(message)):
            await super()._dispatch_message(message)


def _is_told(message: Message) -> bool:
    """Whether a message is for what the program shows, not for how the interface works."""
    if isinstance(message, events.Event):
        return isinstance(message, events.Timer)
    return type(message).__module__ != messages.__name__
