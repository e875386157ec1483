"""Links in running text: bare addresses, DOIs and arXiv ids, without the full stop that follows them."""

import re
from functools import cache
from typing import NamedTuple

# An address ends at white space, quotes, brackets of mark-up and `$`; TeX or Markdown may have escaped its signs.
_CHAR = r"(?:\\[_%#&~$]|[^\s<>\"“”„‘’«»{}\[\]|\\^`$，。；、）（])"
_HOSTS = (
    "github.com", "gitlab.com", "huggingface.co", "arxiv.org", "openreview.net", "doi.org", "aclanthology.org",
    "anonymous.4open.science", "osf.io", "zenodo.org", "bit.ly", "tinyurl.com", "kaggle.com", ".github.io",
)  # fmt: skip
_HOST = "|".join(re.escape(host) if host[0] != "." else rf"[\w-]+{re.escape(host)}" for host in _HOSTS)
_PATTERNS = {
    "web": rf"https?://{_CHAR}+",
    "www": rf"(?<![\w./@-])www\.{_CHAR}+",
    "host": rf"(?<![\w./@-])(?:{_HOST})/{_CHAR}+",
    "doi": rf"(?<![\w./])10\.\d{{4,9}}/{_CHAR}+",
    "arxiv": r"(?<![\w/])arxiv:\s?(?:\d{4}\.\d{4,5}(?:v\d+)?|[a-z.-]{2,17}/\d{7}(?:v\d+)?)(?!\w)",
}
# What a text must hold, in small letters, for a pattern to be worth a search.
_HINTS = {
    "web": ("://",),
    "www": ("www.",),
    "host": tuple(f"{host}/" for host in _HOSTS),
    "doi": ("10.",),
    "arxiv": ("arxiv:",),
}
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
    low = source.lower()
    if "/" not in low and "www." not in low and "arxiv:" not in low:
        return []
    kinds = [kind for kind, hints in _HINTS.items() if any(hint in low for hint in hints)]
    found = sorted(_found(kind, match) for kind in kinds for match in _pattern(kind).finditer(source))
    apart: list[Found] = []
    for link in found:
        if is_web(link.url) and (not apart or link.start >= apart[-1].end):
            apart.append(link)
    return apart


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(_PATTERNS[kind], re.IGNORECASE)  # takes milliseconds, which most starts need not pay


def is_web(url: str) -> bool:
    """Whether a browser may be given this address: http or https with a host, no white space, no control character."""
    return bool(_HTTP.match(url)) and url.isprintable() and not any(char.isspace() for char in url)


def unescaped(url: str) -> str:
    """An address without the backslashes that TeX or Markdown put before `_ % # & ~`."""
    return _ESCAPE.sub(r"\1", url) if "\\" in url else url


def as_url(shown: str) -> str:
    """An address with its scheme."""
    return shown if shown[:4].lower() == "http" else f"https://{shown}"


def _found(kind: str, match: re.Match[str]) -> Found:
    start = match.start()
    if kind == "arxiv":
        return Found(start, match.end(), match[0], f"https://arxiv.org/abs/{match[0].split(':')[1].strip()}")
    raw = _trimmed(match[0])
    shown = unescaped(raw)
    return Found(start, start + len(raw), shown, f"https://doi.org/{shown}" if kind == "doi" else as_url(shown))


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
