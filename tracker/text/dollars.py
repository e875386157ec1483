"""Whether two `$` hold a formula or are two prices."""

import re

_TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,.;)]*\s+\(?[A-Za-z]{2,}")
_MACRO_OR_TEXT = re.compile(r"\\(?:text\w*|mbox|operatorname|mathrm)\s*\{[^{}]*\}|\\[A-Za-z]+")


def is_maths(content: str) -> bool:
    """Whether what stands between two `$` is mathematics and not prose between two prices."""
    text = content.strip()
    if not text or "\n\n" in content:
        return False
    if text[0].isdigit() and (content[-1].isspace() or content[-1] in "-–—/(,~") and "\\" not in text:
        return False
    if not _TWO_WORDS.search(_MACRO_OR_TEXT.sub("", text)):
        return True
    return not text[0].isdigit() and not content[0].isspace() and bool(re.search(r"[\\^_{}=<>+]", text))
