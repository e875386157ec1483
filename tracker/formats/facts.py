"""What is known about papers beforehand (papers.toml), found by the text of the abstract and filled into records."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tracker.errors import Unreadable
from tracker.formats.record import Record, fingerprint
from tracker.toml import kind, meant, table

FILE = "papers.toml"
TEXTS = [
    *("title", "venue", "collection", "doi", "arxiv_id", "openreview_id", "proceedings", "pages"),
    *("url", "pdf_url", "code_url", "project_url", "system_name", "system_expansion", "headline"),
]
LISTS = ["authors", "title_variants", "aliases", "tags", "keywords", "notes"]
ALSO = ("title_variants", "aliases", "tags", "keywords")  # lists that grow; other lists are filled when empty
LINKS = {  # pages that a paper may be named by, and the field of a record that one fills
    "pmlr_url": ("url", re.compile(r"(https?://proceedings\.mlr\.press/\S+)")),
    "openreview_url": ("openreview_id", re.compile(r"https?://openreview\.net/(?:forum|pdf)\?id=([\w-]+)")),
    "arxiv_url": ("arxiv_id", re.compile(r"https?://arxiv\.org/(?:abs|pdf)/([\w.\-/]+?)(?:v\d+)?(?:\.pdf)?")),
}
KEYS = [*TEXTS, *LISTS, *LINKS, "year"]


class Facts(NamedTuple):
    """Papers by the fingerprint of their abstract, and names of collections by the heading of a list."""

    papers: Mapping[str, Record]
    collections: Mapping[str, str]


NONE = Facts({}, {})


def facts(path: Path) -> Facts:
    """The facts of one file. Raises Unreadable that names the file and the key."""
    found = table(path)
    for key in found:
        if key not in ("papers", "collections"):
            raise Unreadable(f"{path}: unknown key {key}{meant(key, ['papers', 'collections'])}")
    papers = _table(path, "papers", found.get("papers", {}))
    return Facts(
        {_sha(path, sha): _record(path, f"papers.{sha}", entry) for sha, entry in papers.items()},
        {
            h: _text(path, f"collections.{h}", n)
            for h, n in _table(path, "collections", found.get("collections", {})).items()
        },
    )


def facts_beside(path: Path) -> Facts:
    """The facts of the papers.toml in the same folder; none where there is no such file."""
    beside = path.parent / FILE
    return facts(beside) if beside.is_file() else NONE


def enriched(record: Record, known: Facts) -> Record:
    """The record with what it lacks filled in; what it says itself stays."""
    named = known.collections.get(record.heading or "")
    if named:
        record = record._replace(collection=named)
    theirs = known.papers.get(fingerprint(record.abstract)) if known.papers and record.abstract else None
    if theirs is None:
        return record
    return Record._make(_filled(*three) for three in zip(Record._fields, record, theirs, strict=True))


def _filled(field: str, mine: object, theirs: object) -> object:
    if field in ALSO and isinstance(mine, tuple) and isinstance(theirs, tuple):
        return tuple(dict.fromkeys((*mine, *theirs)))
    return mine or theirs


def _record(path: Path, where: str, entry: object) -> Record:
    values: dict[str, object] = {}
    for key, value in _table(path, where, entry).items():
        if key in LINKS:
            field, linked = _linked(path, f"{where}.{key}", value, *LINKS[key])
            values.setdefault(field, linked)
        else:
            values[key] = _value(path, where, key, value)
    return Record._make(values.get(field, default) for field, default in Record._field_defaults.items())


def _value(path: Path, where: str, key: str, value: object) -> object:
    if key in TEXTS:
        return _text(path, f"{where}.{key}", value)
    if key in LISTS:
        return _texts(path, f"{where}.{key}", value)
    if key != "year":
        raise Unreadable(f"{path}: unknown key {where}.{key}{meant(key, KEYS)}")
    if type(value) is not int:
        raise _wrong(path, f"{where}.year", "a whole number", value)
    return value


def _linked(path: Path, where: str, value: object, field: str, page: re.Pattern[str]) -> tuple[str, str]:
    found = page.fullmatch(_text(path, where, value))
    if not found:
        raise Unreadable(f"{path}: {where} is no address of such a page: {value}")
    return field, found[1]


def _sha(path: Path, name: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", name):
        raise Unreadable(f"{path}: papers.{name} is not named by the sha256 of an abstract (64 hexadecimal digits)")
    return name.lower()


def _table(path: Path, where: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(path, where, "a table", value)
    return value


def _text(path: Path, where: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(path, where, "text", value)
    return value


def _texts(path: Path, where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(path, where, "a list of texts", value)
    return tuple(value)


def _wrong(path: Path, where: str, wanted: str, value: object) -> Unreadable:
    return Unreadable(f"{path}: {where} must be {wanted}, not {kind(value)}")
