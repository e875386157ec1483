"""What the configuration says about the interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tracker.keysets import DEFAULT
from tracker.terms import Kept
from tracker.text.standing import WordLists

if TYPE_CHECKING:
    from tracker.network import Network

NO_WORDS = WordLists()
KEPT = Kept()


@dataclass(frozen=True)
class Settings:
    """What the configuration says about the interface."""

    me: str = ""
    place: str = ""  # the library's file or address, to show before it is open
    theme: str = "tracker-dark"
    keys: str = DEFAULT  # the set of keys that comes with the program
    keymap: Mapping[str, str] = field(default_factory=dict)  # over it: command id → keys, separated by commas
    query: str = ""  # what to show first
    network: Callable[[], Network] | None = None  # whom to ask; raises what is wrong with these settings
    dim: bool = True  # in the Reader, all but the sentence that is read
    templates: Mapping[str, str] = field(default_factory=dict)  # collection → what a new note begins with
    macros: Mapping[str, str] = field(default_factory=dict)  # letter → a line of commands
    words: WordLists = NO_WORDS  # that are always lit
    kept: Kept = KEPT  # how far back undo reaches
    review: bool = False  # whether what comes back today is told at the start
    keep_macro: Callable[[str, str], None] | None = None  # where macros outlive the program: its letter and text
    served: bool = False  # whether the person sits at a browser, and the files of this machine are not theirs
    ascii: bool = False  # whether signs and lines are drawn in ASCII
    cursor: bool = False  # whether the terminal's own cursor is seen, on the line that one is on
