"""The form of a text in which two spellings of the same abstract are equal."""

import re

from tracker.text.clean import clean, normal

_FOLDED = (
    dict.fromkeys("‘’‚‛′`´ʼ＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys("$\\{}", "")
)
_DASHES = re.compile("-{2,}")


def canonical(text: str) -> str:
    """What `canon_sha` is taken of: NFKC, quotes and dashes folded to ASCII, soft hyphens and `$ { } \\\\` out, one
    space for any white space, case folded. Idempotent, so that a canonical text is its own canonical text."""
    return canonical_of(clean(text))


def canonical_of(text: str) -> str:
    """The same of a text that is clean already, so that those of very many papers are cleaned once."""
    text = normal(normal(text, "NFKC").casefold(), "NFKC")
    for sign, plain in _FOLDED.items():
        if sign in text:  # one by one, since most texts hold two or three of them
            text = text.replace(sign, plain)
    text = text.replace("''", '"')
    text = _DASHES.sub("-", text) if "--" in text else text
    if text.isprintable() and "  " not in text and text[:1] != " " != text[-1:]:  # the only white space in it is single
        return text
    return " ".join(text.split())
