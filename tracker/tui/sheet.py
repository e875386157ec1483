"""The style sheet, a section at a time: a screen's rules are parsed when it is first opened."""

import re
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("tracker.tcss")


@cache
def sections() -> dict[str, str]:
    """The sections of tracker.tcss by name; each begins with a line `/* == name == */`."""
    _, *parts = re.split(r"^/\* == (\w+) == \*/$", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))
