"""Text and files from the worst of hands: read or refused, shown as text, and written as what they are."""

import csv
import io
import random
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from tests.formats.test_fuzz import FORMS, mutated
from tests.reliability.outcome import Leak, Outcome
from tracker.cli.out import safe
from tracker.errors import Unreadable
from tracker.formats import registry
from tracker.formats.record import Record
from tracker.query.explain import explain
from tracker.query.parse import parse
from tracker.text.clean import clean
from tracker.text.render import render

PIECES = [
    *"ab Z1é😀語ש*_`~^$\\{}[]()<>&;.,:'\"-/|%#@!=+\n\t\r",
    *"\x00\x07\x08\x1b\x7f\x85\x9b\x9d\u202e\u2066\u200b\u2028\ufeff\u0301\ud800",
    *("\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x1b]52;c;eA==\x07", "[@click=app.quit]x[/]", "[/bold]", "[CLS]"),
    *("\\frac{", "$x_{", "\\begin{", "**", "<script>", "</p>", "&#x1b;", "&#155;"),
    *('<a href="javascript:x">', "](http://", "](javascript:x)", "=cmd|' /C calc'!A0", "@sum(", "+1-", "-1+"),
    *("@article{", "status:", "year:2020..", "/(a+)+/", "~3", "sort:", "((("),
]
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
WRITTEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "article", "blockquote", "ul", "li"),
    *("h1", "h2", "h3", "p", "a", "em", "strong", "i", "b", "u", "s", "code", "sub", "sup", "mark", "span", "br"),
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def campaign(*, cases: int, seed: int) -> list[Outcome]:
    """The cases are shared out by how long one takes: most of them are sanitised, the fewest are written out."""
    share = {_sanitised: 0.62, _parsed: 0.2, _rendered: 0.15, _read: 0.02, _written: 0.01}
    return [_tried(probe, round(cases * part), seed) for probe, part in share.items()]


def _tried(probe: Callable[[random.Random], list[str]], cases: int, seed: int) -> Outcome:
    outcome = Outcome(f"hostile text {probe.__name__.strip('_')}")
    for number in range(cases):
        chance = random.Random(f"{seed}/{number}")
        outcome.add(probe(chance), f"seed {seed}, case {number}")
    return outcome


def soup(chance: random.Random, most: int = 24) -> str:
    return "".join(chance.choices(PIECES, k=chance.randint(0, most)))


def _sanitised(chance: random.Random) -> list[str]:
    text = soup(chance)
    kept = clean(text)
    shown = safe(text)
    wrong: list[str] = [Leak(f"clean left {kept!r}")] if FORBIDDEN.search(kept) else []
    wrong += [f"cleaning twice is not cleaning once: {text!r}"] if clean(kept) != kept else []
    return wrong + ([Leak(f"safe left {shown!r}")] if FORBIDDEN.search(shown) else [])


def _parsed(chance: random.Random) -> list[str]:
    typed = soup(chance, 12)
    query = parse(typed)
    explain(query)
    outside = [one for one in query.problems if not 0 <= one.start <= one.end <= len(typed)]
    return [f"a problem outside of {typed!r}"] if outside else []


def _rendered(chance: random.Random) -> list[str]:
    text = soup(chance)
    return [Leak(f"render left a control character of {text!r}")] if FORBIDDEN.search(render(text).text) else []


def _read(chance: random.Random) -> list[str]:
    name = chance.choice(list(FORMS))
    try:
        list(registry.source_of(mutated(chance, FORMS[name]), "mutated", format=name).records())
    except Unreadable as error:
        return [] if str(error) else [f"{name} refused without a word"]
    return []


def _written(chance: random.Random) -> list[str]:
    text = clean(soup(chance)) or "x"
    record = Record(title=text, abstract=text, authors=(text,), venue=text, keywords=(text,), url=text, key="k1")
    return [wrong for name, written in _all_written(record) for wrong in _dangers(name, written)]


def _all_written(record: Record) -> Iterator[tuple[str, str]]:
    for name in registry.writable():
        yield name, "".join(registry.writing(name).write([record]))


def _dangers(name: str, written: str) -> Iterator[str]:
    if WRITTEN.search(written):
        yield Leak(f"{name} holds a control character: {written!r}")
    if "csv" in name and any(cell.startswith(FORMULA) for row in csv.reader(io.StringIO(written)) for cell in row):
        yield Leak(f"{name} holds a formula: {written!r}")
    if "html" in name:
        page = _Page()
        page.feed(written)
        yield from (Leak(f"{name} holds {danger}") for danger in page.dangers)


class _Page(HTMLParser):
    """Collects what a browser would run or fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.dangers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.dangers.append(f"<{tag}>")
        for name, value in attrs:
            if name.startswith("on") or (name == "href" and not re.match("https?://|#", value or "")):
                self.dangers.append(f"{name}={value}")
