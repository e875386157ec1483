"""HTML's and JATS's tags in publishers' abstracts, and character entities."""

import re

from tracker.text.clean import visible
from tracker.text.page import Page
from tracker.text.rendered import Style
from tracker.text.tex_line import scripted
from tracker.text.tex_symbols import names

_TAG = re.compile(
    r"(?:<|&lt;)(?P<close>/?)(?:jats:|mml:|m:)?(?P<name>[A-Za-z][A-Za-z0-9-]{0,20})"
    r"(?P<rest>\s(?:[^<>&]|&(?!gt;)){0,500})?/?(?:>|&gt;)"
)
_HREF = re.compile(r"\bhref\s*=\s*[\"']?(https?://[^\s\"'<>]+)")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_STYLES = {
    "i": Style.ITALIC, "em": Style.ITALIC, "italic": Style.ITALIC, "cite": Style.ITALIC, "var": Style.ITALIC,
    "b": Style.BOLD, "strong": Style.BOLD, "bold": Style.BOLD, "tt": Style.CODE, "code": Style.CODE,
    "monospace": Style.CODE, "kbd": Style.CODE, "samp": Style.CODE,
}  # fmt: skip
_SCRIPTS = {"sup": "^", "sub": "_", "inf": "_"}
_LINKS = frozenset(("a", "ext-link", "uri"))
_BLOCKS = frozenset(names("p title sec abstract div list ul ol li list-item h1 h2 h3 h4 label disp-formula break br"))
_SILENT = frozenset(
    names(
        "span u underline sc scp small big font mark s strike inline-formula alternatives tex-math styled-content "
        "named-content xref math mrow mi mo mn msub msup msubsup mfrac mtext mstyle mover munder semantics annotation "
        "mspace msqrt mfenced named-person"
    )
)
_LONGEST_SCRIPT = 60


class Tags:
    """The tags open on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.opened: dict[str, list[tuple[int, str]]] = {}

    def read(self, start: int) -> int:
        """Take the tag at `start`; returns where it ends, 0 where it is none of ours and so is text."""
        tag = _TAG.match(self.page.source, start)
        if not tag:
            return 0
        name, rest = tag["name"].lower(), tag["rest"] or ""
        if name in _BLOCKS:
            self._block(start, tag.end(), name)
        elif name in _STYLES or name in _SCRIPTS or name in _LINKS:
            return self._paired(tag, name, rest)
        elif name not in _SILENT:
            return 0
        return tag.end()

    def _block(self, start: int, end: int, name: str) -> None:
        """A block's edge is a paragraph's, unless nothing or white space stands before it."""
        last = next((text for text in reversed(self.page.texts[-8:]) if text), "")
        if last and not last.endswith("\n"):
            self.page.put("\n" if name in ("br", "break", "li", "list-item") else "\n\n", start, end)

    def _paired(self, tag: re.Match[str], name: str, rest: str) -> int:
        if tag["close"]:
            return self._close(tag, name)
        url = _HREF.search(rest)
        piece = self.page.put(tag[0], tag.start(), tag.end())
        self.opened.setdefault(name, []).append((piece, url[1] if url else ""))
        return tag.end()

    def _close(self, tag: re.Match[str], name: str) -> int:
        stack = self.opened.get(name)
        if not stack:
            return 0
        opener, url = stack.pop()
        page = self.page
        page.texts[opener] = ""
        if name in _SCRIPTS:
            self._script(opener, _SCRIPTS[name], tag.end())
            return tag.end()
        closer = page.put("", tag.start(), tag.end())
        if name in _STYLES:
            page.span(opener, closer, _STYLES[name])
        elif url:
            page.span(opener, closer, Style.LINK, url)
        return tag.end()

    def _script(self, opener: int, sign: str, end: int) -> None:
        if len(self.page.texts) - opener > _LONGEST_SCRIPT:
            return
        text = "".join(self.page.texts[opener:]).strip()
        if text and len(text) <= _LONGEST_SCRIPT:
            self.page.lift(opener, scripted(text, sign), end)


def entity(source: str, start: int) -> tuple[str, int]:
    """What the character entity at `start` stands for, and its end; empty where there is none."""
    match = _ENTITY.match(source, start)
    if not match:
        return "", start
    from html import unescape  # its table of names is not needed by most abstracts

    text = unescape(match[0])
    return ("", start) if text == match[0] else (visible(text).replace("\xa0", " ") or " ", match.end())
