"""An abstract's source as a careful typesetter would print it: Markdown, TeX, HTML and JATS in, text and spans out."""

import re

from tracker.text.bare import MARKS, PAIRS, has_marks
from tracker.text.bare_links import find_links
from tracker.text.clean import is_safe
from tracker.text.rendered import Rendered

# Where anything but a letter-for-letter copy can begin. Without one of these the text is its own rendering.
# The pairs are looked for only in a text that has one: a lone set of characters is searched three times as fast.
_PAIRS = (*PAIRS, "  ")
_SINGLE = re.compile(f"[{re.escape(MARKS)}]")
_ALL = re.compile("|".join((_SINGLE.pattern, *_PAIRS)))


def render(source: str) -> Rendered:
    """The plain text of `source`, its spans and the way between the two.

    Understood are Markdown's inline marks, `$…$` and TeX macros, quotes and dashes, HTML and JATS tags, entities, and
    bare links. Anything that only looks like mark-up stays. Never raises, loses no letter outside of macro names and
    link targets, and is linear; marks beyond the first 100,000 characters are left as typed.
    """
    links = find_links(source)
    paired = any(pair in source for pair in _PAIRS)
    if not links and not paired and not has_marks(source) and is_safe(source):
        return Rendered(source)
    from tracker.text.markup import Scanner  # only a marked-up abstract pays for the scanner

    return Scanner(source, links, _ALL if paired else _SINGLE).run()


def plain(source: str) -> str:
    """Only the text of `render(source)`."""
    return render(source).text
