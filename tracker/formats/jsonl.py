"""JSON with an object a line: lists of conferences, and this program's own format, which loses nothing."""

import json
import re
from collections.abc import Iterable, Iterator

from tracker.formats.fields import lines_of
from tracker.formats.json_items import DEEP
from tracker.formats.json_papers import of_value
from tracker.formats.own import own
from tracker.formats.record import Failure, Record

SUFFIXES = (".jsonl", ".ndjson", ".jsonlines")

LINES = re.compile(r"[\s\ufeff]*\{[^\n]*\}[ \t\r]*\n[\s\ufeff]*\{")
ONE = re.compile(r"[\s\ufeff]*\{\s*\"tracker\"")


def looks_like(head: str) -> bool:
    """Whether the second line begins an object as the first did; a long first line leaves it to the suffix."""
    return bool(LINES.match(head) or ONE.match(head)) or (
        head.lstrip("\ufeff \n").startswith('{"') and "\n" not in head
    )


def read(text: str) -> Iterator[Record | Failure]:
    """A record a line; a line that is no JSON is told of."""
    return read_lines(lines_of(text))


def read_lines(lines: Iterable[str]) -> Iterator[Record | Failure]:
    for number, line in enumerate(lines, 1):
        if text := line.strip("\ufeff \t\r\x1e,"):
            yield from _line(text, number)


def _line(text: str, number: int) -> Iterator[Record | Failure]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        yield Failure("", number, f"Not JSON: {error.msg} (column {error.colno})", text)
    except RecursionError:
        yield Failure("", number, DEEP, text)
    except ValueError as error:
        yield Failure("", number, f"Not JSON: {error}", text)
    else:
        yield from of_value(value, number, text)


def write(records: Iterable[Record]) -> Iterator[str]:
    """An object a record with every field that it has."""
    for record in records:
        yield json.dumps(own(record), ensure_ascii=False) + "\n"
