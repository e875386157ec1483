"""A page as it is written: new, or as edits of one that is there, which leave alone what is the person's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from tracker.vault.fields import NO_FIELDS, Fields, Value, quoted, written
from tracker.vault.page import ABSTRACT, ANNOTATIONS, FIELDS, IDENTITY, NOTE, OTHERS, TOLD, Edit, Entry, Page, hidden

HEADINGS = {OTHERS: "Notes of others", ANNOTATIONS: "Annotations", ABSTRACT: "Abstract"}
REMARKS = {ANNOTATIONS: " (written by tracker; a new line in a quotation becomes a comment)"}
ALWAYS = ("tags", "status")  # have a line in every new page


class Here(NamedTuple):
    """What the library has for a page. `notes` and `blocks` go by the names of blocks, `told` by keys."""

    identity: str
    fields: Fields
    notes: Mapping[str, str]
    told: Mapping[str, str]  # values as YAML, empty for none
    blocks: Mapping[str, str]  # written only: others, annotations, abstract; lines ended by LF
    author: str = ""  # whose page it is


def told(heading: str, *, guessed: bool, lists: tuple[str, ...]) -> dict[str, str]:
    """The keys that are written and not read."""
    names = f"[{', '.join(map(quoted, lists))}]" if len(lists) > 1 else "".join(map(quoted, lists))
    title = json.dumps(heading, ensure_ascii=False) if heading else ""
    return {"title": title, "title-from": "inferred" if guessed else "", "list": names}


def in_file(body: str) -> str:
    """A note's text as the content of a block: every line is ended; nothing for a text without words."""
    return f"{body}\n" if body.strip() else ""


def in_library(content: str) -> str:
    """The inverse of `in_file`."""
    return content[:-1] if content.endswith("\n") else content


def new_page(here: Here) -> str:
    """The text of a page that is not there yet."""
    values = [(name, written(getattr(here.fields, name))) for name in FIELDS if name in ALWAYS or _set(here, name)]
    lines = [(IDENTITY, here.identity), *here.told.items(), *values]
    front = "".join(f"{name}: {value}\n" for name, value in lines if value)
    notes = "\n".join(block(name, in_file(body)) for name, body in ({NOTE: ""} | dict(here.notes)).items())
    rest = "".join(section(name, content) for name, content in here.blocks.items() if content)
    return f"---\n{front}---\n{notes}{rest}"


def block(name: str, content: str) -> str:
    """A block with its markers."""
    remark = "" if name.split()[0] == NOTE else REMARKS.get(name, " (written by tracker, not read back)")
    return f"%% tracker:{name}{remark} %%\n{hidden(content)}%% /tracker:{name.split()[0]} %%\n"


def section(name: str, content: str) -> str:
    """A block with a heading of its own."""
    return f"\n## {HEADINGS[name]}\n{block(name, content)}"


def quotation(text: str) -> str:
    """Lines as a quotation of Markdown."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.split("\n")) if text else ""


def field_edits(page: Page, changed: Mapping[str, Value]) -> Iterator[Edit]:
    """What gives these fields their new values; a key that is not there comes at the end of the front matter."""
    for name, value in changed.items():
        entry = page.entries.get(name)
        if entry is None:
            yield _line(page, name, written(value))
        elif entry.block and isinstance(value, tuple) and entry.items:
            yield Edit(entry.start, entry.end, _lines(page, entry, value), name)
        else:
            yield _replaced(page, entry, written(value), name)


def told_edits(page: Page, base: Page | None, here: Here) -> Iterator[Edit]:
    """What brings the written-only keys up to date; one that the person changed or took away stays so."""
    for name in TOLD:
        entry, old = page.entries.get(name), base.entries.get(name) if base else None
        if entry and old and _raw(page, entry) == _raw(base, old) and _raw(page, entry) != here.told[name]:
            yield _replaced(page, entry, here.told[name], name)
        elif entry is None and old is None and here.told[name]:
            yield _line(page, name, here.told[name])


def block_edits(page: Page, base: Page | None, here: Here, marks: str) -> Iterator[Edit]:
    """What brings the written-only blocks up to date. Lines that the person wrote into one move below it.

    `marks` is the block of annotations without the lines that become comments.
    """
    for name, content in here.blocks.items():
        there, old = page.content(name), base.content(name) if base else None
        if there is None and old is None and content:
            yield _inserted(page, section(name, content), name)
        elif there is not None and there != content:
            yield _filled(page, name, content)
            typed = marks if name == ANNOTATIONS else there
            if kept := _added(content if old is None else old, typed):
                closes = page.blocks[name].closes
                yield Edit(closes, closes, _own(page, kept), name)


def note_edits(page: Page, notes: Mapping[str, str]) -> Iterator[Edit]:
    """What gives the blocks of notes these contents."""
    for name, content in notes.items():
        if name in page.blocks:
            yield _filled(page, name, content)
        elif content:
            yield _inserted(page, f"\n{block(name, content)}", name)


def _filled(page: Page, name: str, content: str) -> Edit:
    """A block with another content."""
    at = page.blocks[name]
    return Edit(at.start, at.end, _own(page, hidden(content)), name)


def _line(page: Page, name: str, value: str) -> Edit:
    """A key that was not there, at the end of the front matter."""
    return Edit(page.front_end, page.front_end, f"{name}: {value}{page.newline}", name)


def _inserted(page: Page, text: str, name: str) -> Edit:
    """Behind the last of the blocks of notes."""
    at = max(block.closes for name, block in page.blocks.items() if name.split()[0] == NOTE)
    ended = page.text[:at].endswith("\n")
    return Edit(at, at, _own(page, text if ended else f"\n{text}"), name)


def _own(page: Page, text: str) -> str:
    """Text with the line ends of the page."""
    return text.replace("\n", page.newline)


def _set(here: Here, name: str) -> bool:
    return bool(getattr(here.fields, name) != getattr(NO_FIELDS, name))


def _raw(page: Page | None, entry: Entry) -> str:
    assert page is not None
    return page.text[entry.start : entry.end]


def _replaced(page: Page, entry: Entry, value: str, name: str) -> Edit:
    """A value in the place of another; behind a bare `key:` stands a blank first."""
    bare = entry.start > 0 and page.text[entry.start - 1] == ":"
    return Edit(entry.start, entry.end, f" {value}" if bare and value else value, name)


def _lines(page: Page, entry: Entry, tags: tuple[str, ...]) -> str:
    """Tags an item a line, as deep as they were."""
    line = page.text[page.text.rfind("\n", 0, entry.start) + 1 : entry.start]
    return f"{page.newline}{line}".join(f"- {quoted(tag)}" for tag in tags) if tags else "[]"


def _added(old: str, new: str) -> str:
    """The lines of `new` that are not in `old`."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    opcodes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return "".join(line for kind, _, _, start, end in opcodes if kind != "equal" for line in after[start:end])
