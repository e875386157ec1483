"""Links between what people write: `[[0187]]`, `[[key any text]]`, `[[0187^m-7f3a2c]]`, `[[the title of a note]]`."""

import re
from typing import NamedTuple

_LINK = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_MARK = re.compile(r"\^m-([0-9a-z]{6})\Z", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w@./])@([^\W_](?:[\w.\-]*\w)?)")


class WikiLink(NamedTuple):
    """`start:end` are the brackets' places; `target` is what it points to, without `|shown` text."""

    start: int
    end: int
    target: str

    @property
    def mark(self) -> str | None:
        """The last six letters of the annotation it points to."""
        match = _MARK.search(self.target)
        return match[1].upper() if match else None


def wikilinks(body: str) -> list[WikiLink]:
    """The links of a Markdown text, in order; what stands in code is none."""
    hidden = [match.span() for match in _CODE.finditer(body)]
    return [
        WikiLink(*match.span(), target)
        for match in _LINK.finditer(body)
        if (target := " ".join(match[1].partition("|")[0].split()))
        and not any(start <= match.start() < end for start, end in hidden)
    ]


def renamed(body: str, old: str, new: str) -> str:
    """The text with links to `old`, compared without case, pointing to `new`; what they show stays."""
    for link in reversed(wikilinks(body)):
        if link.target.casefold() == old.casefold():
            _, bar, shown = body[link.start + 2 : link.end - 2].partition("|")
            body = f"{body[: link.start]}[[{new}{bar}{shown}]]{body[link.end :]}"
    return body


def retagged(body: str, old: str, new: str) -> str:
    """The text with the tag `#old`, and those nested in it, called `#new`; what stands in code stays."""
    hidden = [match.span() for match in _CODE.finditer(body)]
    tag = re.compile(rf"(?<![^\s(\[{{*_~|>,;])#{re.escape(old)}(?![\w-])", re.IGNORECASE)
    return tag.sub(
        lambda found: found[0] if any(a <= found.start() < b for a, b in hidden) else f"#{new}",
        body,
    )


def names(body: str) -> list[str]:
    """Whom a text asks: the names behind `@`, each once."""
    return list(dict.fromkeys(match[1] for match in _NAME.finditer(body)))
