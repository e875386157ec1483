"""The sets of keys that come with the program; a keymap of one's own lies on top of the one that is chosen."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "default"

# For hands that know vim: pages, windows, visual mode, leaving.
VIM = {
    "open": "enter,l",
    "back": "escape,h",
    "move.page_down": "pagedown,ctrl+f",
    "move.page_up": "pageup,ctrl+b",
    "rows.half_down": "ctrl+d,pagedown,ctrl+f",
    "rows.half_up": "ctrl+u,pageup,ctrl+b",
    "reader.half_down": "ctrl+d,space,pagedown,ctrl+f",
    "reader.half_up": "ctrl+u,pageup,ctrl+b",
    "text.start": "0,circumflex_accent",
    "mark.range": "V,v",
    "copy.title": "y t,y y",
    "pane.next": "tab,ctrl+w w",
    "pane.previous": "shift+tab,ctrl+w p",
    "quit": "ctrl+q,Z Z",
}

# For hands that know arrows, Enter and Esc: they move, open, close and go back everywhere, and → is the menu of all
# else. What the arrows did besides, they do with ctrl.
ARROWS = {
    "move.down": "down",
    "move.up": "up",
    "move.first": "home",
    "move.last": "end",
    "rows.down": "down",
    "rows.up": "up",
    "rows.first": "home",
    "rows.last": "end",
    "side.down": "down",
    "side.up": "up",
    "figures.down": "down",
    "figures.up": "up",
    "figures.left": "left",
    "figures.right": "right",
    "compare.down": "down",
    "compare.up": "up",
    "text.down": "down",
    "text.up": "up",
    "text.left": "ctrl+left",
    "text.right": "ctrl+right",
    "text.first": "home",
    "text.last": "end",
    "vote.down": "down",
    "vote.up": "up",
    "vote.include": "y",
    "vote.maybe": "m",
    "vote.exclude": "n",
    "merge.left": "ctrl+left",
    "merge.right": "ctrl+right",
    "back": "escape,left",
    "screen.leave": "left",
    "reader.leave": "escape,left",
    "notes.back": "escape,left",
}

SETS: Mapping[str, Mapping[str, str]] = {DEFAULT: {}, "vim": VIM, "arrows": ARROWS}


def with_own(name: str, own: Mapping[str, str]) -> dict[str, str]:
    """The keys of a set with those of a person's own keymap in their place."""
    return {**SETS[name], **own}
