"""The keys of a list of lines, whatever kind of list it is."""

from textual.binding import BindingType

from tracker.tui.keys import bind


def list_keys(*, tells_open: bool) -> list[BindingType]:
    """Moving and opening; `tells_open` where the footer says that ⏎ opens."""
    return [
        bind("j", "step(1)", "next", id="rows.down", section="move", show=True, also="down"),
        bind("k", "step(-1)", "previous", id="rows.up", section="move", also="up"),
        bind("g>g", "end(-1)", "first", id="rows.first", section="move", also="home"),
        bind("G", "end(1)", "last", id="rows.last", section="move", also="end"),
        bind("ctrl+d", "page(1)", "a page down", id="rows.half_down", section="move", also="pagedown"),
        bind("ctrl+u", "page(-1)", "a page up", id="rows.half_up", section="move", also="pageup"),
        bind("enter", "open", "open", id="rows.open", section="move", show=tells_open),
    ]
