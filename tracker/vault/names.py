"""Names of files in a vault: safe on every system, linkable in Obsidian, and never two that pass for one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from tracker.text.clean import one_line

LONGEST = 120  # bytes; file systems take 255, and a vault may lie deep
_FORBIDDEN = re.compile(r'[\\/:*?"<>|#^\[\]%`]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def stem(key: str, heading: str) -> str:
    """A page's name without its ending: the paper's key and heading, as far as a file may be called so."""
    name = " ".join(_FORBIDDEN.sub(" ", one_line(f"{key} {heading}")).split())
    name = _cut(name).strip(". ")
    return f"{name or 'paper'} page" if not name or _RESERVED.fullmatch(name) else name


def free(name: str, ending: str, taken: Container[str]) -> str:
    """The name with its ending, numbered where it is taken. `taken` holds names as `folded` gives them."""
    number, tried = 1, f"{name}{ending}"
    while folded(tried) in taken:
        number += 1
        tried = f"{name} ({number}){ending}"
    return tried


def folded(name: str) -> str:
    """What the least discerning file system keeps of a name: neither case nor composition."""
    return unicodedata.normalize("NFD", name).casefold()


def _cut(name: str) -> str:
    """At most LONGEST bytes of it, whole words where there are some."""
    if len(name.encode()) <= LONGEST:
        return name
    cut = name.encode()[:LONGEST].decode("utf-8", "ignore")
    words, blank, _ = cut.rpartition(" ")
    return words if blank and len(words) > LONGEST // 3 else cut
