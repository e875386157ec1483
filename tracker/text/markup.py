"""The scanner behind `render`: one pass over the source, stopping only where something special begins.

It is a scanner of our own and not markdown-it-py's because every piece must know its place in the source, which
markdown-it's inline tokens do not tell; the tests hold its reading of Markdown against markdown-it-py's.
"""

import re
from collections.abc import Callable

from tracker.text import tex
from tracker.text.backticks import Backticks
from tracker.text.bare_links import Found, as_url, is_web, unescaped
from tracker.text.dollars import is_maths
from tracker.text.emphasis import Mark, pair
from tracker.text.html_tags import Tags, entity
from tracker.text.page import Page
from tracker.text.prose_tex import Macros
from tracker.text.rendered import Rendered, Style

_TARGET = re.compile(r"\]\(\s*+(?:<([^<>\n]*)>|((?:[^\s()<>]|\([^\s()<>]*\))*))(?:\s++\"[^\"\n]*\")?\s*+\)")
_AUTOLINK = re.compile(r"<(https?://[^\s<>]+)>")
_BREAK = re.compile(r"[ \t]*+(?:\n[ \t]*+)++")
_LIST_ITEM = re.compile(r"(?:[-*+•‣◦–]|\(?\w{1,3}[.)])\s")
_MATHS_END = re.compile(r"(?:\\[\s\S]|[^\\$])*+\$")
_HYPHENS = re.compile(r"-+")
_RAISED = re.compile(r"\^(?:\d+|\{[^{}$]{0,80}\}|\\[A-Za-z]+|[A-Za-z*](?![A-Za-z*]))")
_LOWERED = re.compile(r"_(?:\d+(?!\w)|\{[^{}$\s]{0,40}\})")
_TIED_BEFORE = frozenset(".,)}]:;")
_TIED_AFTER = frozenset("\\$([{")


# Marks are read this far into a text, fifty times an abstract's length; the rest is shown as it is typed.
LONGEST = 100_000


class Scanner:
    """State of one pass: the page, the place in the source, and what is open."""

    def __init__(self, source: str, links: list[Found], special: re.Pattern[str]) -> None:
        self.source = source
        self.links = links
        self.special = special
        self.pos = 0
        self.page = Page(source)
        self.marks: list[Mark] = []
        self.brackets: list[tuple[int, int, int]] = []  # piece of the `[`, number of marks and of spans before it
        self.dropped: set[int] = set()  # where a `$` closes what is not mathematics
        self.ahead: dict[str, int] = {}
        self.macros = Macros(self)
        self.tags = Tags(self.page)
        self.backticks = Backticks(self)
        self.handlers: dict[str, Callable[[], None]] = {
            "\\": self.macros.read, "$": self.dollar, "*": self.mark, "_": self.underscore, "`": self.backticks.read,
            "[": self.bracket, "]": self.close_bracket, "<": self.angle, "&": self.ampersand, "{": self.macros.open,
            "}": self.macros.close, "~": self.tie, "^": self.caret, "\n": self.line_end, "-": self.dash,
            "'": self.quotes, " ": self.spaces, "\t": self.spaces,
        }  # fmt: skip

    def run(self) -> Rendered:
        source, page = self.source, self.page
        links = iter(self.links)
        link = next(links, None)
        stop = self.special.search(source)
        while stop or link:
            at = stop.start() if stop else len(source)
            if min(at, link.start if link else at) >= LONGEST:
                break
            if link and link.start <= at:
                if link.start >= self.pos:
                    self.write_link(link)
                link = next(links, None)
            elif at < self.pos or not stop:
                stop = self.special.search(source, self.pos)
            else:
                page.copy(self.pos, at)
                self.pos = at
                self.handlers[source[at]]()
                stop = self.special.search(source, self.pos)
        page.copy(self.pos, len(source))
        pair(page, self.marks)
        return page.set()

    def write_link(self, link: Found) -> None:
        self.page.copy(self.pos, link.start)
        self.page.styled(link.shown, link.start, link.end, Style.LINK, link.url)
        self.pos = link.end

    # What the handlers share.

    def drop(self, size: int = 1) -> None:
        """Source that is not shown."""
        self.pos += size

    def keep(self, size: int = 1) -> None:
        """Source that means nothing special after all."""
        self.page.copy(self.pos, self.pos + size)
        self.pos += size

    def put(self, text: str, end: int) -> None:
        """`text` in place of the source from here to `end`."""
        self.page.put(text, self.pos, end)
        self.pos = end

    def styled(self, text: str, end: int, style: Style, url: str = "") -> None:
        self.page.styled(text, self.pos, end, style, url)
        self.pos = end

    def find(self, token: str, start: int) -> int:
        """`source.find`, remembered: many openers looking for one far or missing closer stay linear."""
        known = self.ahead.get(token)
        if known is None or 0 <= known < start:
            known = self.ahead[token] = self.source.find(token, start)
        return known

    def before(self) -> str:
        return self.source[self.pos - 1] if self.pos else ""

    def after(self, size: int = 1) -> str:
        return self.source[self.pos + size : self.pos + size + 1]

    # Mathematics.

    def formula(self, start: int, end: int, close: int) -> None:
        """The mathematics from `start` to `end`; its closing sign ends at `close`."""
        if end - start > tex.LONGEST:
            return self.keep(max(1, start - self.pos))
        text = tex.maths(self.source[start:end])
        if text == self.source[start:end]:
            self.page.styled(text, start, end, Style.MATH)
        else:
            self.page.styled(text, self.pos, close, Style.MATH)
        self.pos = close
        return None

    def dollar(self) -> None:
        if self.pos in self.dropped:
            return self.drop()
        if self.after() == "$":
            return self.double_dollar()
        end = _MATHS_END.match(self.source, self.pos + 1)
        content = end[0][:-1] if end else ""
        if not end or not is_maths(content):
            return self.keep()
        if self.macros.is_text(content):
            self.dropped.add(end.end() - 1)
            return self.drop()
        return self.formula(self.pos + 1, end.end() - 1, end.end())

    def double_dollar(self) -> None:
        end = self.find("$$", self.pos + 2)
        if end > self.pos + 2 and "\n\n" not in self.source[self.pos : end]:
            return self.formula(self.pos + 2, end, end + 2)
        return self.keep(2)

    def caret(self) -> None:
        raised = _RAISED.match(self.source, self.pos)
        if not raised or not self.before().strip():
            return self.keep()
        return self.put(tex.maths(raised[0]), raised.end())

    def underscore(self) -> None:
        lowered = _LOWERED.match(self.source, self.pos)
        one_letter = self.before().isalpha() and not self.source[max(0, self.pos - 2) : self.pos - 1].isalnum()
        if lowered and one_letter and self.source[max(0, self.pos - 2) : self.pos - 1] != "_":
            return self.put(tex.maths(lowered[0]), lowered.end())
        return self.mark()

    # Markdown.

    def mark(self) -> None:
        start, sign = self.pos, self.source[self.pos]
        end = start
        while end < len(self.source) and self.source[end] == sign:
            end += 1
        before, after = self.before(), self.source[end : end + 1]
        self.put(self.source[start:end], end)
        self.marks.append(Mark(len(self.page.texts) - 1, sign, end - start, before, after))

    def bracket(self) -> None:
        self.brackets.append((len(self.page.texts), len(self.marks), len(self.page.spans)))
        self.keep()

    def close_bracket(self) -> None:
        if not self.brackets:
            return self.keep()
        opener, marks, spans = self.brackets.pop()
        target = _TARGET.match(self.source, self.pos) if self.after() == "(" else None
        url = unescaped((target[1] or target[2] or "").strip()) if target else ""
        if not target or not is_web(url := as_url(url) if url.startswith("www.") else url):
            return self.keep()
        self.page.spans[spans:] = [span for span in self.page.spans[spans:] if span[2] != Style.LINK]
        return self.link(opener, marks, url, target.end())

    def link(self, opener: int, marks: int, url: str, end: int) -> None:
        """`[text](url)`: its text may be emphasised but holds no other link, and is itself in none."""
        page = self.page
        pair(page, self.marks[marks:])
        del self.marks[marks:]
        page.texts[opener] = ""
        if opener and page.texts[opener - 1].endswith("!") and page.ends[opener - 1] == page.starts[opener]:
            page.texts[opener - 1] = page.texts[opener - 1][:-1]
            page.ends[opener - 1] -= 1
        page.span(opener, page.put("", self.pos, end), Style.LINK, url)
        self.brackets.clear()
        self.pos = end

    # HTML.

    def angle(self) -> None:
        if link := _AUTOLINK.match(self.source, self.pos):
            return self.styled(link[1], link.end(), Style.LINK, link[1])
        return self.tag()

    def tag(self) -> None:
        end = self.tags.read(self.pos)
        if end:
            self.pos = end
        else:
            self.keep()

    def ampersand(self) -> None:
        if self.source.startswith("&lt;", self.pos) and (end := self.tags.read(self.pos)):
            self.pos = end
            return
        text, end = entity(self.source, self.pos)
        if text:
            self.put(text, end)
        else:
            self.keep()

    # Type.

    def dash(self) -> None:
        run = _HYPHENS.match(self.source, self.pos)
        size = len(run[0]) if run else 1
        option = size == 2 and not self.before().strip() and self.after(2).isalpha()
        if size > 3 or option:
            return self.keep(size)
        return self.put("—" if size == 3 else "–", self.pos + size)

    def quotes(self) -> None:
        opened = self.before().isspace() or self.before() in ("", "(")
        closing = self.find("''", self.pos + 2) > 0
        if opened and closing and not self.after(2).isspace():
            return self.put("“", self.pos + 2)
        return self.put("”", self.pos + 2)

    def tie(self) -> None:
        before, after = self.before(), self.after()
        joins = before.isalpha() or before in _TIED_BEFORE or (before.isdigit() and after.isalpha())
        if joins and (after.isalnum() or after in _TIED_AFTER):
            return self.put(" ", self.pos + 1)
        return self.keep()

    def spaces(self) -> None:
        end = self.pos
        while end < len(self.source) and self.source[end] in " \t":
            end += 1
        if self.source[end : end + 1] == "\n":
            return self.drop(end - self.pos)
        return self.put(" ", end)

    def line_end(self) -> None:
        """A line's end is a space, a blank line parts paragraphs; what begins like a list item keeps its line."""
        gap = _BREAK.match(self.source, self.pos)
        end = gap.end() if gap else self.pos + 1
        blank = bool(gap) and self.source.count("\n", self.pos, end) > 1
        if not self.page.texts or end == len(self.source):
            return self.drop(end - self.pos)
        self.page.trim()
        if blank:
            pair(self.page, self.marks)
            self.marks = []
            self.brackets.clear()
            return self.put("\n\n", end)
        return self.put("\n" if _LIST_ITEM.match(self.source, end) else " ", end)
