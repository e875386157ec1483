"""Where the library and a file meet: what each takes from the other, and what neither may, by a three-way merge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from tracker.errors import Unreadable
from tracker.text.merge import merge
from tracker.vault.fields import NO_FIELDS, Fields, Value, alike, fields_of, merged, written
from tracker.vault.page import ANNOTATIONS, FIELDS, NOTE, Broken, Edit, Page, edited
from tracker.vault.remarks import Remark, Taken, said, taken
from tracker.vault.writing import (
    Here,
    block_edits,
    field_edits,
    in_file,
    in_library,
    new_page,
    note_edits,
    told_edits,
)

Side = Literal["here", "there", "both"]


class Clash(NamedTuple):
    """What both sides changed, each in another way: a note (`note`, `note 45`) or a field."""

    what: str
    base: str
    here: str
    there: str


class Outcome(NamedTuple):
    """What becomes of both sides. With a clash that nobody settled, neither is touched.

    `halfway` and `after` are what both have when the library took its part, and when the file did too: pages as the
    program alone would write them, so that the next meeting sees what the person changed or took away.
    """

    text: str | None = None  # for the file; None: it stays as it is
    sent: tuple[str, ...] = ()  # the keys and blocks of the file that change
    fields: Fields | None = None  # for the library; None: they stay as they are
    notes: Mapping[str, str] = MappingProxyType({})  # for the library, by block; only those that change
    remarks: tuple[Remark, ...] = ()  # for the library, by annotation
    clashes: tuple[Clash, ...] = ()
    halfway: str = ""
    after: str = ""


class Tags(NamedTuple):
    """How tags are read: the form in which one is kept, and the form in which two are one."""

    kept: Callable[[str], str]
    same: Callable[[str], str]


def meet(base: Page | None, there: Page, here: Here, tags: Tags, settle: Side | None = None) -> Outcome:
    """Merge a page with the library on what both had when they met last. Broken for a value that cannot be taken."""
    notes, clashes = _notes(base, there, here, settle)
    theirs, old = _read(there, tags), _read(base, tags) if base else NO_FIELDS
    fields, clashing = _fields(old, here.fields, theirs, tags, settle)
    if clashes or clashing:
        return Outcome(clashes=(*clashes, *clashing))
    marks = _remarks(base, there, here)
    told, remarks = here._replace(blocks=_with(here, marks.remarks)), marks.remarks
    edits = _edits(base, there, told, notes, _unlike(fields, theirs, tags), marks.rest)
    text = edited(there.text, edits)
    took = {name: in_library(words) for name, words in notes.items() if words != in_file(here.notes.get(name, ""))}
    changed = _unlike(fields, here.fields, tags)
    return Outcome(
        text=None if text == there.text else text,
        sent=tuple(dict.fromkeys(edit.what for edit in edits)),
        fields=fields if changed else None,
        notes=took,
        remarks=remarks,
        halfway=_halfway(base, there, here, theirs, marks) if (took or changed or remarks) and edits else "",
        after=new_page(told._replace(fields=fields, notes=_bodies(notes))),
    )


def _unlike(one: Fields, other: Fields, tags: Tags) -> dict[str, Value]:
    """The fields of the first that are not those of the other."""
    pairs = ((name, getattr(one, name), getattr(other, name)) for name in FIELDS)
    return {name: value for name, value, compared in pairs if not alike(value, compared, tags.same)}


def _remarks(base: Page | None, there: Page, here: Here) -> Taken:
    """What was written under annotations in the file."""
    typed, now = there.content(ANNOTATIONS), here.blocks.get(ANNOTATIONS, "")
    old = base.content(ANNOTATIONS) if base else None
    return taken(now if old is None else old, typed or "", now, here.author)


def _with(here: Here, remarks: Sequence[Remark]) -> dict[str, str]:
    """The blocks as they will be once the library took remarks."""
    marks = said(here.blocks[ANNOTATIONS], remarks, here.author) if remarks else here.blocks.get(ANNOTATIONS, "")
    return {name: marks if name == ANNOTATIONS else text for name, text in here.blocks.items()}


def _halfway(base: Page | None, there: Page, here: Here, theirs: Fields, marks: Taken) -> str:
    """The fields and notes of the file; of what is written only, that which was written last. Lines that became
    comments are known."""
    notes = {name: _words(there, name) for name in there.blocks if name.split()[0] == NOTE}
    page = here._replace(fields=theirs, notes=_bodies(notes))
    if base:
        raw = {name: base.text[entry.start : entry.end] for name, entry in base.entries.items()}
        page = page._replace(
            told={name: raw.get(name, "") for name in here.told},
            blocks={name: base.content(name) or "" for name in here.blocks},
        )
    if marks.remarks:
        page = page._replace(blocks={**page.blocks, ANNOTATIONS: marks.halfway})
    return new_page(page)


def _bodies(notes: Mapping[str, str]) -> dict[str, str]:
    return {name: in_library(words) for name, words in notes.items()}


def _notes(base: Page | None, there: Page, here: Here, settle: Side | None) -> tuple[dict[str, str], list[Clash]]:
    """What each block of a note is to hold on both sides."""
    names = dict.fromkeys([*here.notes, *(name for name in there.blocks if name.split()[0] == NOTE)])
    kept: dict[str, str] = {}
    clashes: list[Clash] = []
    for name in names:
        old, theirs = _words(base, name), _words(there, name)
        mine = in_file(here.notes.get(name, ""))
        text = _together(old, mine, theirs, settle)
        if text is None:
            clashes.append(Clash(name, old, mine, theirs))
        else:
            kept[name] = text
    return kept, clashes


def _together(old: str, mine: str, theirs: str, settle: Side | None) -> str | None:
    if mine == theirs or theirs == old:
        return mine
    if mine == old:
        return theirs
    both = merge(old, mine, theirs)
    if both is not None or settle is None:
        return both
    return {"here": mine, "there": theirs, "both": "\n".join(filter(None, (mine, theirs)))}[settle]


def _words(page: Page | None, name: str) -> str:
    content = (page.content(name) if page else None) or ""
    return content if content.strip() else ""


def _fields(
    old: Fields, mine: Fields, theirs: Fields, tags: Tags, settle: Side | None
) -> tuple[Fields, Iterator[Clash] | tuple[Clash, ...]]:
    fields, names = merged(old, mine, theirs, tags.same)
    if settle == "there":
        fields = fields._replace(**{name: getattr(theirs, name) for name in names})
    if settle or not names:
        return fields, ()
    sides = (old, mine, theirs)
    return fields, tuple(Clash(name, *(written(getattr(side, name)) for side in sides)) for name in names)


def _read(page: Page, tags: Tags) -> Fields:
    try:
        return fields_of(page, tags.kept)
    except Unreadable as error:
        raise Broken(f"in its front matter {error}") from None


def _edits(
    base: Page | None,
    there: Page,
    here: Here,
    notes: Mapping[str, str],
    changed: Mapping[str, Value],
    marks: str,
) -> list[Edit]:
    other = {name: text for name, text in notes.items() if text != _words(there, name)}
    return [
        *told_edits(there, base, here),
        *field_edits(there, changed),
        *note_edits(there, other),
        *block_edits(there, base, here, marks),
    ]
