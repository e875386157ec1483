"""ScienceDirect's text export: a line each for people, title, journal and so on, each with a comma at its end."""

import re
from collections.abc import Iterator

from tracker.formats.fields import doi, made, people, words
from tracker.formats.record import Failure, Record

SUFFIXES = (".txt",)

PAGE = re.compile(r"^\(https?://www\.sciencedirect\.com/science/article/\S+\)\s*$", re.M)


def looks_like(head: str) -> bool:
    return bool(PAGE.search(head.replace("\r\n", "\n")))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an entry; entries stand between empty lines."""
    text = re.sub(r"\r\n?", "\n", text)
    at, line = 0, 1
    for found in re.finditer(r"\S.*?(?=\n[ \t]*\n|\s*\Z)", text, re.S):
        line, at = line + text.count("\n", at, found.start()), found.start()
        yield _record(found[0], line)


def _record(raw: str, line: int) -> Record | Failure:
    head, _, rest = raw.partition("\n(http")
    lines = [one.strip().removesuffix(",") for one in head.split("\n")]
    names, title, venue, *more = [*lines, "", ""] if len(lines) > 2 else ["", *lines, "", ""]
    told = dict(re.findall(r"^(Abstract|Keywords): (.*(?:\n(?!Keywords: ).*)*)", rest, re.M))
    pages = next((one.removeprefix("Pages ") for one in more if one.startswith("Pages ")), None)
    return made(
        line,
        raw,
        title=title,
        authors=people(names),
        venue=venue,
        year=next((one for one in more if re.fullmatch(r"\d{4}", one)), None),
        pages=pages,
        doi=doi(head),
        abstract=told.get("Abstract"),
        keywords=words(told.get("Keywords", ""), ";"),
        url=f"http{rest.split(')', 1)[0]}" if rest else None,
    )
