"""Spans for labelling and training, a JSON object a line: paper, start, end, kind, text, author, id."""

import json
from collections.abc import Iterable, Iterator

from tracker.errors import Unreadable
from tracker.formats.annotations import Mark, known_id

FIELDS = ("paper", "start", "end", "kind", "text", "author", "id")


def write(marks: Iterable[Mark]) -> Iterator[str]:
    """One line each; those without a place are left out, since no span is theirs."""
    for row in rows(marks):
        yield json.dumps(row, ensure_ascii=False) + "\n"


def read(text: str) -> Iterator[Mark]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield mark(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise Unreadable(f"Line {number} is no span: {error!r}") from None


def rows(marks: Iterable[Mark]) -> Iterator[dict[str, str | int | None]]:
    for each in marks:
        if each.start is not None:
            values = (each.paper, each.start, each.end, each.kind, each.exact, each.author, each.id)
            yield dict(zip(FIELDS, values, strict=True))


def mark(row: dict[str, str]) -> Mark:
    """A span of a line or a row; one without an id gets the same one whenever it is read."""
    paper, kind, author = (row.get(name) or "" for name in ("paper", "kind", "author"))
    start, end = int(row["start"]), int(row["end"])
    made_of = f"{paper} {start} {end} {kind} {author} {row['text']}"
    known = Mark(known_id(row.get("id") or made_of), row["text"], kind or "note", paper, author=author)
    return known._replace(start=start, end=end, origin="import:spans")
