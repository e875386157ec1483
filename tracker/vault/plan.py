"""What a sync would do, page by page: found before anything is written, so that it can be looked at first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from difflib import unified_diff
from enum import StrEnum
from typing import NamedTuple

from tracker.vault.fields import Fields, written
from tracker.vault.meeting import Clash
from tracker.vault.page import FIELDS
from tracker.vault.remarks import Remark
from tracker.vault.writing import Here, in_library

NOTHING: Mapping[str, str] = {}


class Deed(StrEnum):
    """What is done with a page. The last three wait for the person."""

    SAME = "same"
    NEW = "new"  # the file is made
    WRITE = "write"  # the library changed
    READ = "read"  # the file changed
    BOTH = "both"  # each takes from the other
    CONFLICT = "conflict"  # both changed the same
    GONE = "gone"  # the file is not there any more
    BROKEN = "broken"  # the file cannot be understood


READING = (Deed.READ, Deed.BOTH)
WRITING = (Deed.NEW, Deed.WRITE)
WAITING = (Deed.CONFLICT, Deed.GONE, Deed.BROKEN)


class PagePlan(NamedTuple):
    """A page of one paper. `path` is from the folder; `data` what the file held, `text` what it is to hold."""

    paper_id: int
    heading: str
    path: str
    deed: Deed
    told: str = ""  # why it waits
    data: bytes | None = None
    text: str | None = None
    halfway: str = ""  # what both sides have when the library took its part
    after: str = ""  # and when the file did
    sent: tuple[str, ...] = ()  # keys and blocks that the file takes from the library
    here: Here | None = None
    fields: Fields | None = None  # what the library takes from the file
    notes: Mapping[str, str] = NOTHING
    remarks: tuple[Remark, ...] = ()
    clashes: tuple[Clash, ...] = ()

    @property
    def taken(self) -> tuple[str, ...]:
        """The fields, notes and comments that the library takes from the file."""
        old = self.here.fields if self.here else None
        fields = self.fields and [name for name in FIELDS if getattr(self.fields, name) != getattr(old, name)]
        return (*self.notes, *(fields or ()), *(("comments",) if self.remarks else ()))


class VaultPlan(NamedTuple):
    """All pages of a folder. `aside` says of files that belong to nobody here why they are left alone."""

    folder: str
    pages: tuple[PagePlan, ...]
    aside: tuple[str, ...] = ()

    def count(self, *deeds: str) -> int:
        return sum(page.deed in deeds for page in self.pages)

    @property
    def writes(self) -> int:
        return self.count(Deed.NEW, Deed.WRITE, Deed.BOTH)

    @property
    def reads(self) -> int:
        return self.count(Deed.READ, Deed.BOTH)


class VaultReport(NamedTuple):
    """What a sync did. `left` are the pages that wait, or failed; `backup` holds files as they were before it."""

    plan: VaultPlan
    written: int
    read: int
    same: int
    left: tuple[PagePlan, ...]
    backup: str | None
    said: str | None  # the step, where the library changed


class VaultView(NamedTuple):
    """A folder that was synced, when, and how many pages it has."""

    folder: str
    pages: int
    synced: datetime | None


def changes(page: PagePlan) -> Iterator[str]:
    """What would change, as lines: `- old` and `+ new` below the name of each side."""
    if page.text is not None and page.data is not None:
        yield f"↑ {page.path}"
        yield from _diff(page.data.decode("utf-8", "replace"), page.text)
    elif page.text is not None:
        yield f"↑ new: {page.path}"
        yield from (f"+ {line}" for line in page.text.splitlines())
    if page.taken:
        yield "↓ the library"
    for name, body in page.notes.items():
        yield from _diff(page.here.notes.get(name, "") if page.here else "", body)
    for name in page.taken:
        if page.fields and name in FIELDS:
            old = written(getattr(page.here.fields, name)) if page.here else ""
            yield f"  {name}: {old or 'none'} → {written(getattr(page.fields, name)) or 'none'}"
    for remark in page.remarks:
        yield from (f"+ {remark.mark}: {line}" for line in remark.text.splitlines())
    for clash in page.clashes:
        yield from _sides(clash)


def _sides(clash: Clash) -> Iterator[str]:
    yield f"⚠ {clash.what} was changed on both sides"
    for name, text in (("here", clash.here), ("there", clash.there)):
        yield f"  {name}:"
        yield from (f"    {line}" for line in in_library(text).splitlines() or ["(nothing)"])


def _diff(old: str, new: str) -> Iterator[str]:
    lines = unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1)
    yield from (f"{line[:1]} {line[1:]}" for line in lines if not line.startswith(("---", "+++", "@@")))
