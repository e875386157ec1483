"""Writes BibTeX that LaTeX can set and that reads back as it was."""

import re
from collections.abc import Iterable, Iterator, Sequence

from tracker.formats.bibtex_values import BRACE
from tracker.formats.fields import family_first
from tracker.formats.record import Record

MATHS = re.compile(r"(\$(?:[^$\\]|\\.)*\$)", re.S)
SPECIAL = re.compile(r"(?<!\\)([&%#_])")
CONFERENCE = re.compile(r"conference|proceedings|workshop|symposium|\b[A-Z][A-Za-z]*[A-Z]{2,}.*\d{4}$")
CAPITAL = re.compile(r"(?<!\S)(?:\S*\w[A-Z]\S*|[A-Z](?=\W|$))")
MACRO = re.compile(r"\\[A-Za-z]")
KEY = re.compile(r"[^\w:./+-]")


def write(records: Iterable[Record]) -> Iterator[str]:
    """An entry a record; keys are made different where two are the same."""
    used: set[str] = set()
    for number, record in enumerate(records, 1):
        key = _fresh(KEY.sub("", record.key or "") or f"paper{number}", used)
        lines = [f"  {name} = {{{value}}},\n" for name, value in _fields(record) if value]
        yield f"@{_type(record)}{{{key},\n{''.join(lines)}}}\n\n"


def _fresh(key: str, used: set[str]) -> str:
    name, number = key, 2
    while name.lower() in used:
        name, number = f"{key}-{number}", number + 1
    used.add(name.lower())
    return name


def _type(record: Record) -> str:
    venue = record.venue or record.proceedings
    if not venue:
        return "misc"
    return "inproceedings" if record.proceedings or CONFERENCE.search(venue) else "article"


def _fields(record: Record) -> Iterator[tuple[str, str]]:
    yield "title", _protected(_escaped(record.title or record.headline or ""))
    yield "author", " and ".join(map(_person, record.authors))
    yield "year", str(record.year or "")
    yield ("journal" if _type(record) == "article" else "booktitle"), _escaped(record.venue or "")
    yield "series", _escaped(record.proceedings or "")
    yield "pages", re.sub(r"(?<=\w)-(?=\w)", "--", record.pages or "")
    yield "doi", record.doi or ""
    if record.arxiv_id:
        yield "eprint", record.arxiv_id
        yield "archiveprefix", "arXiv"
    yield "openreview", record.openreview_id or ""
    for name in ("url", "pdf", "code", "project"):
        yield name, _safe(getattr(record, name if name == "url" else f"{name}_url") or "")
    yield "abstract", _safe(record.abstract or "")
    yield "keywords", _listed(record.keywords)
    yield "groups", _listed(record.tags)
    yield "collection", _escaped(record.collection or "")
    yield "readstatus", _escaped(record.status or "")
    yield "ranking", f"rank{record.rating}" if record.rating else ""
    yield "priority", f"prio{4 - record.priority}" if record.priority else ""
    for name, note in zip(("annote", "annotation", "comment", "review", "notes"), _notes(record), strict=False):
        yield name, _safe(note)


def _listed(words: Sequence[str]) -> str:
    """Words parted by semicolons, which no word can hold; one that holds a comma is closed by one."""
    text = "; ".join(_escaped(word.replace(";", ",")) for word in words)
    return f"{text};" if len(words) == 1 and "," in text else text


def _notes(record: Record) -> list[str]:
    """At most five notes, the last of which holds what is left."""
    notes = list(record.notes)
    return [*notes[:4], "\n\n".join(notes[4:])] if len(notes) > 5 else notes


def _person(name: str) -> str:
    family, given, suffix = family_first(_escaped(name))
    if not given:
        return f"{{{family}}}" if " " in name or "," in name else family
    return ", ".join(part for part in (family, suffix, given) if part)


def _escaped(text: str) -> str:
    """Signs that TeX would act on, escaped where they stand outside of mathematics."""
    parts = MATHS.split(_safe(text))
    return "".join(part if at % 2 else _signs(part) for at, part in enumerate(parts))


def _signs(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text).replace("~", r"{\textasciitilde}") if "\\~" not in text else text


def _safe(text: str) -> str:
    """Text that cannot end its field: braces that are not in pairs by name, a blank behind a last backslash."""
    for at in reversed(_alone(text)):
        text = f"{text[:at]}{{\\textbrace{'left' if text[at] == '{' else 'right'}}}{text[at + 1 :]}"
    return f"{text} " if text.endswith("\\") else text


def _alone(text: str) -> list[int]:
    """Where braces stand that are not in pairs."""
    open_: list[int] = []
    alone: list[int] = []
    for found in BRACE.finditer(text):
        if found[0] == "{":
            open_.append(found.start())
        elif found[0] == "}":
            alone += [] if open_ else [found.start()]
            del open_[-1:]
    return sorted(alone + open_)


def _protected(title: str) -> str:
    """Words with capitals inside in braces, so that no style makes them small."""
    if "{" in title or MACRO.search(title):
        return title
    parts = MATHS.split(title)
    return "".join(part if at % 2 else CAPITAL.sub(r"{\g<0>}", part) for at, part in enumerate(parts))
