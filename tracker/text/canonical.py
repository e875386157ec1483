"""The form of a text in which two spellings of the same abstract are equal."""

import re

from tracker.text.clean import clean, normal

_FOLDED = str.maketrans(
    dict.fromkeys("‘’‚‛′`´ʼ＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys("$\\{}", "")
)
_QUOTE_PAIRS = re.compile("''")
_DASHES = re.compile("-{2,}")


def canonical(text: str) -> str:
    """What `canon_sha` is taken of: NFKC, quotes and dashes folded to ASCII, soft hyphens and `$ { } \\\\` out, one
    space for any white space, case folded. Idempotent, so that a canonical text is its own canonical text."""
    text = normal(normal(clean(text), "NFKC").casefold(), "NFKC").translate(_FOLDED)
    text = _DASHES.sub("-", _QUOTE_PAIRS.sub('"', text))
    return " ".join(text.split())
