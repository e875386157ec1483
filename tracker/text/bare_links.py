"""Links in running text: bare addresses, DOIs and arXiv ids, without the full stop that follows them."""

import re
from functools import cache
from typing import NamedTuple

# An address ends at white space, quotes, brackets of mark-up and `$`; TeX or Markdown may have escaped its signs.
_CHAR = r"(?:\\[_%#&~$]|[^\s<>\"“”„‘’«»{}\[\]|\\^`$，。；、）（])"
_HOSTS = (
    r"(?:[\w-]+\.github\.io|github\.com|gitlab\.com|huggingface\.co|arxiv\.org|openreview\.net|doi\.org|aclanthology\.org"
    r"|anonymous\.4open\.science|osf\.io|zenodo\.org|bit\.ly|tinyurl\.com|kaggle\.com|colab\.research\.google\.com)"
)
_LINK = (
    rf"(?P<web>https?://{_CHAR}+|(?<![\w./@-])www\.{_CHAR}+|(?<![\w./@-]){_HOSTS}/{_CHAR}+)"
    rf"|(?<![\w./])(?P<doi>10\.\d{{4,9}}/{_CHAR}+)"
    r"|(?<![\w/])arxiv:\s?(?P<arxiv>\d{4}\.\d{4,5}(?:v\d+)?|[a-z.-]{2,17}/\d{7}(?:v\d+)?)(?![\w])"
)
_HINT = re.compile(
    r"://|www\.|10\.\d{4}|arxiv|github|gitlab|huggingface|openreview|\.(?:org|ly|io|com|science)/", re.IGNORECASE
)
_ESCAPE = re.compile(r"\\(.)")
_TRAILING = ".,;:!?'*_~-"
_HTTP = re.compile(r"https?://[^\s/?#]", re.IGNORECASE)


class Found(NamedTuple):
    """A link's place in the source, what is shown of it and where it leads."""

    start: int
    end: int
    shown: str
    url: str


def find_links(source: str) -> list[Found]:
    """All bare links in order, none overlapping. Linear."""
    if not _HINT.search(source):
        return []
    return [_found(match) for match in _link().finditer(source)]


@cache
def _link() -> re.Pattern[str]:
    return re.compile(_LINK, re.IGNORECASE)  # takes milliseconds, which most starts of the program need not pay


def is_web(url: str) -> bool:
    """Whether a browser may be given this address: http or https with a host, no white space, no control character."""
    return bool(_HTTP.match(url)) and url.isprintable() and not any(char.isspace() for char in url)


def unescaped(url: str) -> str:
    """An address without the backslashes that TeX or Markdown put before `_ % # & ~`."""
    return _ESCAPE.sub(r"\1", url) if "\\" in url else url


def as_url(shown: str) -> str:
    """An address with its scheme."""
    return shown if shown[:4].lower() == "http" else f"https://{shown}"


def _found(match: re.Match[str]) -> Found:
    start = match.start()
    if match["arxiv"]:
        return Found(start, match.end(), match[0], f"https://arxiv.org/abs/{match['arxiv']}")
    raw = _trimmed(match[0])
    shown = unescaped(raw)
    url = f"https://doi.org/{shown}" if match["doi"] else as_url(shown)
    return Found(start, start + len(raw), shown, url)


def _trimmed(raw: str) -> str:
    """Without closing punctuation, and without a closing bracket that the address did not open."""
    opened, closed = raw.count("("), raw.count(")")
    end = len(raw)
    while end:
        char = raw[end - 1]
        if char == ")" and closed > opened:
            closed -= 1
        elif char not in _TRAILING or (char == "-" and raw[end - 2 : end - 1].isalnum() and not raw.endswith("--")):
            break
        end -= 1
    return raw[:end]
