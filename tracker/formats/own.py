"""A record as an object of JSON that loses nothing of it, with what people did on the paper."""

from collections.abc import Mapping
from typing import Any

from tracker.formats import deeds
from tracker.formats.fields import LONE, made
from tracker.formats.record import Failure, Record, is_of_no_paper

OURS = "tracker"  # the key that says that the others are the fields of a record
READING = ("collections", "priority", "starred", "rating", "due", "depth", "snoozed", "decided", "finished")
MOMENTS = ("due", "snoozed", "decided", "finished")
ALONE = (*READING, *deeds.KINDS)  # only this program writes these


def own(record: Record) -> dict[str, Any]:
    """A record as `read_own` reads it back without loss."""
    told = {name: value for name, value in record._asdict().items() if value and name not in ("line", "raw")}
    return {OURS: 1} | {name: _told(name, value) for name, value in told.items()}


def _told(name: str, value: Any) -> Any:
    if name in deeds.KINDS:
        return [deeds.told(one) for one in value]
    return list(value) if isinstance(value, tuple) else value


def read_own(item: Mapping[str, Any], line: int, raw: str) -> Record | Failure:
    """The record that an object of ours holds, or what of it is none of ours."""
    values: dict[str, Any] = {"line": line, "raw": raw}
    try:
        values |= {name: _value(name, item[name]) for name in _names(item)}
    except ValueError as error:
        return Failure("", line, f"This program did not write it: {error}", raw)
    tidy = made(**{name: value for name, value in values.items() if name not in ALONE})
    record = Record(**values)
    if is_of_no_paper(record):
        return record
    if isinstance(tidy, Record) and not _storable(record):
        return tidy._replace(**{name: getattr(record, name) for name in ALONE if name not in MOMENTS})
    return record._replace(tags=tidy.tags) if isinstance(tidy, Record) else tidy


def _names(item: Mapping[str, Any]) -> list[str]:
    return [name for name in Record._fields if name not in ("line", "raw") and item.get(name) is not None]


def _value(name: str, value: object) -> object:
    """A field of a record as JSON has it; ValueError where it is no such thing."""
    if name in deeds.KINDS:
        return deeds.read(name, value)
    if not _fits(name, Record._field_defaults[name], value):
        raise ValueError(f"{name} is {value!r}"[:80])
    return tuple(value) if isinstance(value, list) else value


def _fits(name: str, default: object, value: object) -> bool:
    """Whether a value is what a field of a record holds."""
    if isinstance(default, tuple):
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    kind: type = bool if name == "starred" else int if name in ("year", "priority", "rating") else str
    return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))


def _storable(record: Record) -> bool:
    """Whether no text of a record holds half a character, and its year is one."""
    texts = [part for value in record for part in (value if isinstance(value, tuple) else (value,))]
    halves = any(LONE.search(text) for text in texts if isinstance(text, str) and not text.isascii())
    return not halves and (record.year is None or 0 < record.year < 10_000)
