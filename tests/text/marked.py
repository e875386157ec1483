"""Expected renderings written as text with ⟨b⟩ bold ⟨i⟩ italic ⟨tt⟩ code ⟨m⟩ math ⟨a URL⟩ link."""

import re

from tracker.text.rendered import Rendered, Span, Style

_MARK = re.compile(r"⟨(/?)(b|i|tt|m|a)(?: ([^⟩]*))?⟩")
_STYLES = {"b": Style.BOLD, "i": Style.ITALIC, "tt": Style.CODE, "m": Style.MATH, "a": Style.LINK}


def read(marked: str) -> tuple[str, set[Span]]:
    """The plain text and the spans that a marked text means."""
    text, last = "", 0
    spans: set[Span] = set()
    opened: list[tuple[int, str]] = []
    for mark in _MARK.finditer(marked):
        text += marked[last : mark.start()]
        last = mark.end()
        if mark[1]:
            start, url = opened.pop()
            spans.add(Span(start, len(text), _STYLES[mark[2]], url))
        else:
            opened.append((len(text), mark[3] or ""))
    return text + marked[last:], spans


def shown(rendered: Rendered) -> tuple[str, set[Span]]:
    return rendered.text, set(rendered.spans)
