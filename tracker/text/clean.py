"""What every text that enters goes through, so that nothing stored can move a cursor, hide or reverse."""

import re
import unicodedata
from functools import cache
from typing import Literal

# Line ends of every system; a form feed or vertical tab separates words, so it must not simply vanish.
_LINE_ENDS = "\r\n?|[\x0b\x0c\x85\u2028\u2029]"

# C0 but tab and newline, DEL, C1, soft hyphen, marks and overrides of direction, zero-width characters but ZWNJ,
# ZWJ and the variation selectors, lone surrogates, non-characters, the invisible tag alphabet.
UNSAFE_CLASS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e00ff"
)

# Normalisation sorts a run of combining marks in quadratic time; Unicode's Stream-Safe format (UAX 15) allows thirty.
# The ranges left out hold no combining mark, so that ordinary text never reaches the loop.
_MARKS_KEPT = 30
_MARK_RUN = (
    "[^\x00-\u02ff\u0370-\u0482\u1e00-\u1fff\u2000-\u20cf\u2100-\u2cee"
    "\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ud7ff]{31,}"
)
_FEW = 10  # characters beyond Latin-1 that cannot become a longer run, each giving at most three marks


def clean(text: str) -> str:
    """The text in NFC with LF line ends and without control, direction and other invisible characters.

    Idempotent and linear in the text's length. Tabs, newlines, ZWJ, ZWNJ and variation selectors stay; of a run of
    combining marks the first thirty stay.
    """
    if not text.isprintable():
        text = unsafe().sub("", _line_ends().sub("\n", text))
    return text if text.isascii() else normal(text, "NFC")


def one_line(text: str) -> str:
    """The cleaned text on one line, as titles, names and tags are kept: any run of white space is one space."""
    return " ".join(clean(text).split())


def is_safe(text: str) -> bool:
    """Whether a text has none of the characters that `clean` strips."""
    return text.isprintable() or not unsafe().search(text)


def visible(text: str) -> str:
    """The text without the characters `clean` strips, in the same normalisation: for what a renderer makes up."""
    return unsafe().sub("", text)


def harmless(text: str) -> str:
    """A piece of a file as it is written: without the same characters, its line ends as they are."""
    return "\r\n".join(map(visible, text.split("\r\n")))


def normal(text: str, form: Literal["NFC", "NFKC"]) -> str:
    """`unicodedata.normalize` kept linear: a run of combining marks is cut after thirty."""
    if text.isascii():
        return text
    if len(text) - len(text.encode("latin-1", "ignore")) <= _FEW:
        return unicodedata.normalize(form, text)
    text = unicodedata.normalize(form, _mark_run().sub(_stream_safe, text))
    return _mark_run().sub(_stream_safe, text)  # normalising may have taken one mark apart into two


# Compiled when they are first needed: that takes milliseconds, which most starts of the program need not pay.
@cache
def unsafe() -> re.Pattern[str]:
    """Any run of the characters that `clean` strips."""
    return re.compile(f"[{UNSAFE_CLASS}]+")


@cache
def _line_ends() -> re.Pattern[str]:
    return re.compile(_LINE_ENDS)


@cache
def _mark_run() -> re.Pattern[str]:
    return re.compile(_MARK_RUN)


def _stream_safe(run: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for char in run[0]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MARKS_KEPT:
            kept.append(char)
    return "".join(kept)
