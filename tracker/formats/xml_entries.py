"""The entries of an XML file one by one: each is parsed for itself, so that a damaged one does not take the others with
it, and nothing that a file declares about itself (entities, addresses to fetch) is ever looked at."""

import re
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError

NAMESPACE = re.compile(r"\sxmlns(?::[\w.-]+)?\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*')")
NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
BARE = re.compile(r"&(?!(?:#\d{1,7}|#x[\da-fA-F]{1,6}|amp|lt|gt|quot|apos);)")
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]|&#(?:x[01]?[0-8bcefBCEF]|0*[0-8]|1[124-9]|2\\d|3[01]);"
)
SCRIPTS = re.compile(r"<(/?)(?:\w+:)?(su[bp])(?:\s[^<>]*)?>")
PREFIX = re.compile(r"(</?)[A-Za-z][\w.-]*:(?=[A-Za-z])")
ATTRIBUTE = re.compile(r"(\s)[A-Za-z][\w.-]*:([A-Za-z][\w.-]*\s*=)")
XML_OWN = {"amp", "lt", "gt", "quot", "apos"}


class Entry(NamedTuple):
    """One entry: its line and text, and its element or what is wrong with it."""

    line: int
    raw: str
    element: Element | None
    problem: str = ""


def entries(text: str, names: Iterable[str]) -> Iterator[Entry]:
    """The elements of these names in their order."""
    marks = re.compile(rf"<(/?)(?:\w+:)?({'|'.join(names)})(?=[\s/>])[^<>]*>")
    start, line, at = -1, 1, 0
    for mark in marks.finditer(text):
        if not mark[1]:
            if start >= 0:
                yield Entry(line, text[start : mark.start()].rstrip(), None, f"<{mark[2]}> does not end")
            line, at, start = line + text.count("\n", at, mark.start()), mark.start(), mark.start()
        if start >= 0 and (mark[1] or mark[0].endswith("/>")):
            yield parsed(text[start : mark.end()], line)
            start = -1
    if start >= 0:
        yield Entry(line, text[start:].rstrip(), None, "The file ends in the middle of this entry")


def parsed(raw: str, line: int) -> Entry:
    """One element that stands on a line."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    tidy = SCRIPTS.sub(r"&lt;\1\2&gt;", CONTROL.sub("", raw))
    tidy = ATTRIBUTE.sub(r"\1\2", PREFIX.sub(r"\1", NAMESPACE.sub("", tidy)))
    for source in (tidy, BARE.sub("&amp;", NAMED.sub(_entity, tidy))):
        try:
            return Entry(line, raw, fromstring(source, forbid_dtd=True))
        except ParseError as error:
            problem, at = f"Not XML: {str(error).partition(':')[0]}", line + error.position[0] - 1
        except (DefusedXmlException, ValueError) as error:
            problem, at = f"Not XML that can be trusted: {error}", line
    return Entry(at, raw, None, problem)


def _entity(found: re.Match[str]) -> str:
    """HTML's names for characters, which XML does not know."""
    return found[0] if found[1] in XML_OWN else html5.get(f"{found[1]};", found[0])


def text(element: Element | None, path: str | None = None) -> str:
    """All text in an element, or in the first below it at a path, on one line."""
    found = element.find(path) if element is not None and path else element
    return "" if found is None else " ".join("".join(found.itertext()).split())


def first(element: Element, *paths: str) -> str | None:
    """The text at the first of some paths that has one."""
    return next((found for path in paths if (found := text(element, path))), None)


def every(element: Element, path: str) -> list[str]:
    """The texts at a path."""
    return [found for one in element.iterfind(path) if (found := text(one))]
