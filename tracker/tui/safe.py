"""The one place where text of people and files becomes something a widget may show."""

from textual.content import Content

from tracker.text.clean import clean

LONGEST = 100_000  # characters; a terminal takes seconds to lay out a megabyte
LONGEST_LINE = 2_000  # characters of what is shown on one line


def plain(text: str) -> str:
    """The text on one line, without anything a terminal or a layout would act on."""
    return " ".join(clean(text[:LONGEST_LINE]).split())


def shown(text: str) -> str:
    """The text with its lines, cleaned and cut to what a screen can lay out at once."""
    if len(text) > LONGEST:
        text = text[:LONGEST] + f"\n… {len(text) - LONGEST:,} more characters are not shown"
    return clean(text).expandtabs(4)


def safe(text: str, style: str = "") -> Content:
    """Text of any origin as content that no markup parser ever sees."""
    return Content.styled(shown(text), style)


def line(text: str, style: str = "") -> Content:
    """Like `safe`, on one line."""
    return Content.styled(plain(text), style)
