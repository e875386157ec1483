"""A page of abstracts with what people marked in them and said about it, for reading and printing; all is escaped."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise

from tracker.formats.annotations import Mark, Remark
from tracker.text.render import render
from tracker.ulid import short

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Annotations</title>
<style>
:root { --ink: #222; --ground: #fff; --quiet: #595959; --line: #bbb }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 serif; color: var(--ink);
  background: var(--ground) }
h2 { margin: 2.5rem 0 .4rem; font-size: 1.2rem; line-height: 1.3 } h3 { font-size: 1rem }
p, li { white-space: pre-line; overflow-wrap: anywhere } a { color: inherit }
mark { color: inherit; padding: .1em 0; background: color-mix(in srgb, var(--kind) 35%, transparent);
  print-color-adjust: exact; -webkit-print-color-adjust: exact }
mark.shared { text-decoration: underline; text-underline-offset: .2em }
sup { font: bold .7rem/0 sans-serif; margin-left: .1em } sup + sup { margin-left: .35em }
sup a { text-decoration: none }
ol { padding-left: 1.6rem } li { margin: .5rem 0 } ul { list-style: none; padding-left: 1rem;
  border-left: 2px solid var(--line) } blockquote, li p { margin: .2rem 0 }
.small { color: var(--quiet); font-size: .9rem }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --ground: #1b1b1b; --quiet: #aaa; --line: #555 } }
@media print { body { max-width: none; margin: 0; font-size: 10pt } article { break-before: page }
  article:first-of-type { break-before: auto } li, h2 { break-inside: avoid; break-after: avoid } }
</style>
</head>
<body>
"""
FOOT = "</body>\n</html>\n"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


Group = Sequence[Mark]  # of several people on one place, of one kind
TAGS = {"bold": "b", "italic": "i", "code": "code"}


def write(marks: Iterable[Mark]) -> Iterator[str]:
    yield HEAD
    for _, some in groupby(marks, key=lambda mark: (mark.paper, mark.source)):
        yield article(list(some))
    yield FOOT


def article(marks: Sequence[Mark]) -> str:
    """One paper: its abstract with numbered marks, what was said about each, and those without a place."""
    placed = _together(mark for mark in marks if mark.start is not None)
    lost = _together(mark for mark in marks if mark.start is None)
    parts = [f"<h2>{_linked(escape(marks[0].heading or marks[0].paper), marks[0].source)}</h2>\n"]
    if placed:
        parts += [f"<p>{''.join(_marked(placed))}</p>\n", "<ol>\n", *map(_told, placed), "</ol>\n"]
    if lost:
        parts += ["<h3>Marks without a place</h3>\n<ol>\n", *map(_told, lost), "</ol>\n"]
    return f"<article>\n{''.join(parts)}</article>\n"


def _together(marks: Iterable[Mark]) -> list[Group]:
    """What several people marked as the same is one, in the order of the text, the outer before the inner."""
    found: dict[tuple[object, ...], list[Mark]] = {}
    for mark in sorted(marks, key=lambda mark: (mark.start or 0, -(mark.end or 0))):
        found.setdefault((mark.start, mark.end, mark.kind, "" if mark.end else mark.exact), []).append(mark)
    return list(found.values())


def _marked(groups: Sequence[Group]) -> Iterator[str]:
    """The text, cut wherever a mark begins or ends; the smallest mark on a piece gives it its colour."""
    marks, text = [group[0] for group in groups], groups[0][0].text
    cuts = sorted({0, len(text), *(edge for mark in marks for edge in (mark.start or 0, mark.end or 0))})
    for start, end in pairwise(cuts):
        on = [mark for mark in marks if (mark.start or 0) <= start and end <= (mark.end or 0)]
        piece = escape(text[start:end])
        if on:
            inner = min(on, key=lambda mark: (mark.end or 0) - (mark.start or 0))
            shared = ' class="shared"' if len(on) > 1 else ""
            piece = f'<mark{shared} style="--kind: {_colour(inner)}" title="{escape(inner.kind)}">{piece}</mark>'
        yield piece
        ended = [number for number, mark in enumerate(marks, 1) if mark.end == end]
        yield "".join(_number(marks[number - 1], number) for number in ended)


def _number(mark: Mark, number: int) -> str:
    return f'<sup><a href="#{_id(mark)}">{_sign(mark)}{number}</a></sup>'


def _told(group: Group) -> str:
    """What is marked, who did and why, and the talk about it."""
    first = group[0]
    names = ", ".join(dict.fromkeys(mark.author for mark in group if mark.author))
    tags = " ".join(dict.fromkeys(f"#{tag}" for mark in group for tag in mark.tags))
    facts = [names, tags, "check its place" if first.state == "check" else ""]
    about = " · ".join(escape(fact) for fact in facts if fact)
    lines = [f'<b>{_sign(first)} {escape(first.kind)}</b> <span class="small">{about}</span>']
    words = first.text[first.start : first.end] if first.start is not None else ""
    lines += [f"<blockquote>{escape(words or first.exact)}</blockquote>"]
    if words and words != first.exact:
        lines += [f'<p class="small">marked in an older text as “{escape(first.exact)}”</p>']
    lines += [_said(mark, len(group) > 1) for mark in group]
    others = "".join(f'<a id="{_id(mark)}"></a>' for mark in group[1:])
    return f'<li id="{_id(first)}">{others}{"".join(lines)}</li>\n'


def _said(mark: Mark, named: bool) -> str:
    """A person's remark on what they marked, and what was answered."""
    who = f'<span class="small">{escape(mark.author)}:</span> ' if named and mark.author else ""
    body = f"<p>{who}{_styled(mark.body)}</p>" if mark.body else ""
    return body + (f"<ul>{''.join(_remark(remark) for remark in mark.comments)}</ul>" if mark.comments else "")


def _styled(body: str) -> str:
    """Markdown and TeX as they read."""
    text, spans, *_ = render(body)
    cuts = sorted({0, len(text), *(edge for span in spans for edge in span[:2])})
    parts = []
    for start, end in pairwise(cuts):
        names = [TAGS[span.style] for span in spans if span.style in TAGS and span.start <= start and end <= span.end]
        around = list(dict.fromkeys(names))
        opened, closed = "".join(f"<{name}>" for name in around), "".join(f"</{name}>" for name in around[::-1])
        parts.append(f"{opened}{escape(text[start:end])}{closed}")
    return "".join(parts)


def _remark(remark: Remark) -> str:
    day = f"{remark.created:%Y-%m-%d}"
    state = " · resolved" if remark.resolved else ""
    body = "(deleted)" if remark.deleted else remark.body
    return f'<li><span class="small">{escape(remark.author)} · {day}{state}</span>\n{_styled(body)}</li>'


def _id(mark: Mark) -> str:
    return escape(short(mark.id).removeprefix("^"))


def _sign(mark: Mark) -> str:
    return escape(mark.sign)


def _colour(mark: Mark) -> str:
    return mark.colour if _COLOUR.fullmatch(mark.colour) else "#aaaaaa"


def _linked(text: str, url: str) -> str:
    """Text as a link where there is an address of the web; any other is left out."""
    if not url.startswith(("https://", "http://")):
        return text
    return f'<a href="{escape(url)}" rel="noreferrer">{text}</a>'
