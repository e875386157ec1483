"""YAML: papis, citation files (CFF), Hayagriva, CSL in YAML."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tracker.errors import Unreadable
from tracker.formats.fields import natural
from tracker.formats.papers import is_paper, paper
from tracker.formats.record import Failure, Record

SUFFIXES = (".yaml", ".yml", ".cff")

HEAD = re.compile(
    r"^(?:cff-version:|preferred-citation:|references:\s*$|papis_id:|author_list:|title: \S|"
    r"(?: {2,8}|- |  - )(?:title|type|doi|author|authors): ?\S?)",
    re.M,
)
KEYED = re.compile(r"^(?:---\s*$|[\w\"'].*?:(?:\s|$)|\s*#|\s*$|- |%YAML)")
DOCUMENT = re.compile(r"^---(?:[ \t].*)?$|^\.\.\.[ \t]*$", re.M)
FRONT = re.compile(r"---[ \t]*\r?\n(.*?)\n---[ \t]*\r?\n(.*)", re.S)
FILE = re.compile(r"[\w .-]+\.(?:tex|md|txt|org|rst)")  # where papis keeps a note
TOP = re.compile(r"^(?=[^\s#-][^\n]*:(?:\s|$)|- )", re.M)
ANCHOR = re.compile(r"(?<=[\s:\[,-])[&*][A-Za-z0-9_-]+(?=[\s,\]]|$)")
MANY = 1000  # anchors and aliases in a file that people write
LISTS = ("references", "items", "papers", "entries", "bibliography")


class Part(NamedTuple):
    """A part of a file that can be parsed by itself."""

    line: int
    raw: str


def looks_like(head: str) -> bool:
    first = head.lstrip("\ufeff\r\n ").split("\n", 1)[0]
    return bool(KEYED.match(first)) and bool(HEAD.search(head.replace("\r", "")))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an entry; where a document cannot be read as a whole, its parts are read one by one."""
    if len(ANCHOR.findall(text)) > MANY:
        raise Unreadable("There are more anchors and aliases in this YAML than anybody writes")
    if noted := _with_note(text.lstrip("\ufeff")):
        yield noted
        return
    for document in _parts(text.lstrip("\ufeff"), DOCUMENT):
        found, problem = _loaded(document)
        parts = list(_parts(document.raw, TOP, document.line))
        if problem and (len(parts) < 2 or not _is_keyed(parts)):
            yield problem
        elif problem or _is_short(found, parts):
            for part in parts:
                found, problem = _loaded(part)
                yield from [problem] if problem else _papers(found, part)
        else:
            yield from _papers(found, document)


def _with_note(text: str) -> Record | None:
    """The paper of a note in Markdown whose head says of which one it is; what stands below is a note on it."""
    front = FRONT.match(text)
    if front is None or not front[2].strip() or DOCUMENT.search(front[2]) or HEAD.search(front[2]):
        return None
    found = list(_papers(_loaded(Part(2, front[1]))[0], Part(1, text)))
    record = found[0] if len(found) == 1 else None
    return record._replace(notes=(*record.notes, front[2].strip())) if isinstance(record, Record) else None


def _is_short(found: Any, parts: list[Part]) -> bool:
    """Whether a document that holds papers by their keys has a key twice, so that one would be lost."""
    if not isinstance(found, Mapping) or is_paper(found):
        return False
    return len(found) < sum(not part.raw.startswith(("#", "- ", "%")) for part in parts)


def _parts(text: str, mark: re.Pattern[str], line: int = 1) -> Iterator[Part]:
    """The text cut at the marks, with the lines of the parts."""
    cuts = [0, *(found.end() if found.end() > found.start() else found.start() for found in mark.finditer(text))]
    for start, end in zip(cuts, [*cuts, len(text)][1:], strict=True):
        raw = DOCUMENT.sub("", text[start:end]) if mark is DOCUMENT else text[start:end]
        if raw.strip():
            blank = len(raw) - len(raw.lstrip("\r\n"))
            yield Part(line + raw.count("\n", 0, blank), raw.strip("\r\n"))
        line += text.count("\n", start, end)


def _is_keyed(parts: list[Part]) -> bool:
    """Whether the parts of a document are papers rather than the fields of one."""
    return sum("\n" in part.raw for part in parts) * 2 > len(parts)


def _loaded(part: Part) -> tuple[Any, Failure | None]:
    """What a part holds, all of it as texts, lists and mappings; or why it cannot be read."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return yaml.load(part.raw, Loader=loader), None
    except yaml.MarkedYAMLError as error:
        at = part.line + (error.problem_mark.line if error.problem_mark else 0)
        return None, Failure("", at, f"Not YAML: {error.problem or error.context}", part.raw)
    except yaml.YAMLError as error:
        return None, Failure("", part.line, f"Not YAML: {str(error).partition(chr(10))[0]}", part.raw)
    except RecursionError:
        return None, Failure("", part.line, "It is nested too deeply", part.raw)


def _papers(value: Any, part: Part) -> Iterator[Record | Failure]:
    """The papers of a document: itself, those of its list, or one under each key."""
    match value:
        case None:
            return
        case list():
            for item in value:
                yield from _papers(item, part) if isinstance(item, Mapping) else [_no_paper(part)]
        case {"cff-version": _}:
            yield from _citation(value, part)
        case Mapping() if is_paper(value):
            yield paper(_flat(value), part.line, part.raw)
        case Mapping():
            yield from _listed(value, part)
        case _:
            yield _no_paper(part)


def _listed(value: Mapping[str, Any], part: Part) -> Iterator[Record | Failure]:
    inner = next((value[name] for name in LISTS if isinstance(value.get(name), list)), None)
    if inner is not None:
        yield from _papers(inner, part)
        return
    for key, item in value.items():
        place = re.search(rf"^[\"']?{re.escape(str(key))}[\"']?\s*:", part.raw, re.M) if len(value) < MANY else None
        line = part.line + (part.raw.count("\n", 0, place.start()) if place else 0)
        if isinstance(item, Mapping):
            yield paper({"key": key} | _flat(item), line, part.raw if len(value) == 1 else _own_lines(part.raw, place))
        else:
            yield Failure("", line, f"{key} holds no paper", _own_lines(part.raw, place))


def _own_lines(raw: str, place: re.Match[str] | None) -> str:
    """The lines of one key of a document."""
    if place is None:
        return ""
    following = TOP.search(raw, place.end())
    return raw[place.start() : following.start() if following else len(raw)].rstrip()


def _citation(value: Mapping[str, Any], part: Part) -> Iterator[Record | Failure]:
    """A citation file: the paper that wants to be cited, else the work itself; then what it refers to."""
    preferred = value.get("preferred-citation")
    yield paper(_flat(preferred if isinstance(preferred, Mapping) else value), part.line, part.raw)
    for item in value.get("references") or ():
        if isinstance(item, Mapping):
            yield paper(_flat(item), part.line, part.raw)


def _flat(item: Mapping[str, Any]) -> dict[str, Any]:
    """Names and venues where `paper` looks for them."""
    flat = dict(item)
    people = item.get("author_list") or item.get("authors") or item.get("author")
    if isinstance(people, list):
        flat["authors"] = [natural(one) if isinstance(one, str) else one for one in people]
    if isinstance(tags := item.get("tags"), str) and not re.search("[,;]", tags):
        flat["tags"] = tags.split()
    if isinstance(note := item.get("notes"), str) and FILE.fullmatch(note):
        del flat["notes"]
    if isinstance(parents := item.get("parent"), list) and parents:
        flat["parent"] = parents[0]
    if isinstance(serial := item.get("serial-number"), str):
        flat.setdefault("doi" if serial.startswith("10.") else "serial", serial)
    return flat


def _no_paper(part: Part) -> Failure:
    return Failure("", part.line, "A paper was expected here", part.raw)
