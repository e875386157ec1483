"""A file of a vault, taken apart without loss: the keys of its front matter, the blocks of the program, all else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tracker.errors import Unreadable

IDENTITY = "tracker"
FIELDS = ("tags", "status", "priority", "rating", "due")  # read and written
TOLD = ("title", "title-from", "list")  # written only
NOTE, OTHERS, ANNOTATIONS, ABSTRACT = "note", "others", "annotations", "abstract"

_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)(?<=\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_MARKER = re.compile(
    r"^[ \t]*%%[ \t]*(?P<close>/?)tracker:(?P<name>note|others|annotations|abstract)"
    r"(?P<number>[ \t]+\d{1,18})?(?:[ \t]*\([^%\n]*\))?[ \t]*%%[ \t]*(?:\r?\n|\Z)",
    re.MULTILINE,
)
_LIKE_MARKER = re.compile(r"^([ \t]*%%[ \t]*)(\\*)(/?tracker:)", re.MULTILINE)
_HIDDEN_MARKER = re.compile(r"^([ \t]*%%[ \t]*)\\(\\*/?tracker:)", re.MULTILINE)


_CLAIM = re.compile(rb"\ntracker:[ \t]*[\"']?([A-Za-z0-9-]+)")


class Broken(Unreadable):
    """The file cannot be understood, so nothing of it is touched; the message says what to mend."""


class Item(NamedTuple):
    """One of several values of a key, and where it stands."""

    start: int
    end: int
    value: str


class Entry(NamedTuple):
    """A key's value: text, or several items. `start:end` is its place in the file; `block`: an item a line."""

    start: int
    end: int
    value: str
    items: tuple[Item, ...] | None = None
    block: bool = False


class Block(NamedTuple):
    """What stands between two markers; `opens` and `closes` are the places before the first and behind the last."""

    opens: int
    start: int
    end: int
    closes: int


class Page(NamedTuple):
    """A file. Places count the characters of `text`, which keeps the line ends and the mark that it came with."""

    text: str
    front_end: int  # before the line that ends the front matter
    entries: Mapping[str, Entry]
    blocks: Mapping[str, Block]  # `note`, `note 45`, `annotations` …

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.text[: self.text.find("\n") + 1] else "\n"

    @property
    def identity(self) -> str:
        """Whose page it is; empty where it belongs to nobody."""
        entry = self.entries.get(IDENTITY)
        return entry.value if entry else ""

    def content(self, name: str) -> str | None:
        """What a block holds, its lines ended by LF, markers in it as they were written; None without such a block."""
        block = self.blocks.get(name)
        return None if block is None else shown(self.text[block.start : block.end].replace("\r\n", "\n"))


def read(text: str) -> Page:
    """The page that a text is. Raises Broken."""
    front = _FRONT.match(text)
    if front is None:
        raise Broken("it has no front matter between two lines of ---")
    entries = dict(_entries(front[1], front.start(1)))
    return Page(text, front.end(1), entries, _blocks(text, front.end()))


def claims(head: bytes) -> bool:
    """Whether the beginning of a file names a page, so that the whole of it is worth reading."""
    return head.removeprefix(b"\xef\xbb\xbf").startswith(b"---") and b"\ntracker:" in head


def claimed(data: bytes) -> str:
    """Whose page a file says it is, also where it is broken; empty for nobody's."""
    found = _CLAIM.search(data) if claims(data) else None
    return found[1].decode() if found else ""


def hidden(body: str) -> str:
    """A text as it may stand in a block: lines that look like markers get a backslash."""
    return _LIKE_MARKER.sub(r"\1\\\2\3", body)


def shown(content: str) -> str:
    """The inverse of `hidden`."""
    return _HIDDEN_MARKER.sub(r"\1\2", content)


def _entries(front: str, offset: int) -> Iterator[tuple[str, Entry]]:
    """Keys and the places of their values. Broken where this is no YAML, or a key of ours stands there twice."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        top = yaml.compose(front, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line if error.problem_mark else 0) + 2
        raise Broken(f"its front matter is no YAML: {error.problem or error.context}, line {line}") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise Broken(f"its front matter is no YAML: {str(error).partition(chr(10))[0]}") from None
    if top is None:
        return
    if not isinstance(top, yaml.MappingNode):
        raise Broken("its front matter is no list of keys and values")
    seen: set[str] = set()
    for key, value in top.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else ""
        if name in (IDENTITY, *FIELDS, *TOLD):
            if name in seen or value.start_mark.index < key.end_mark.index:
                raise Broken(f"its front matter has the key {name} twice, or as an alias")
            seen.add(name)
            yield name, _entry(name, value, offset)


def _entry(name: str, node: object, offset: int) -> Entry:
    import yaml

    if isinstance(node, yaml.ScalarNode):
        start, end = node.start_mark.index + offset, node.end_mark.index + offset
        return Entry(start, max(start, end), node.value)
    if not isinstance(node, yaml.SequenceNode) or not all(isinstance(one, yaml.ScalarNode) for one in node.value):
        raise Broken(f"{name} in its front matter is neither a value nor a list of values")
    items = tuple(Item(one.start_mark.index + offset, one.end_mark.index + offset, one.value) for one in node.value)
    end = items[-1].end if items and not node.flow_style else node.end_mark.index + offset
    return Entry(node.start_mark.index + offset, end, "", items, not node.flow_style)


def _blocks(text: str, start: int) -> dict[str, Block]:
    """The blocks by name. Broken where their markers do not pair, or the note's are missing."""
    blocks: dict[str, Block] = {}
    opened: re.Match[str] | None = None
    for marker in _MARKER.finditer(text, start):
        if bool(marker["close"]) != (opened is not None) or (opened and opened["name"] != marker["name"]):
            raise Broken(f"the line {marker[0].strip()} has no partner")
        if opened is None:
            opened = marker
            continue
        name = f"{opened['name']} {(opened['number'] or '').strip()}".strip()
        if name in blocks:
            raise Broken(f"there are two blocks {opened[0].strip()}")
        blocks[name] = Block(opened.start(), opened.end(), marker.start(), marker.end())
        opened = None
    if opened:
        raise Broken(f"the line {opened[0].strip()} has no partner")
    if NOTE not in blocks:
        raise Broken("the lines %% tracker:note %% and %% /tracker:note %% are gone")
    return blocks


class Edit(NamedTuple):
    """`start:end` of a file is to become `new`; `what` is the key or the block that this changes."""

    start: int
    end: int
    new: str
    what: str


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made; of several at one place, the first stands first."""
    parts, at = [], 0
    for start, end, new, _ in sorted(edits, key=lambda edit: edit[:2]):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])
