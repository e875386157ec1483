"""What may be filled in at the cursor: fixed words, and what the library holds. A library is never made for this."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracker.cli.call import Call
from tracker.keysets import SETS
from tracker.library import Library
from tracker.terms import STATUS_ALIASES, Depth, Status

MOST = 200  # papers offered at once

Candidate = tuple[str, str]  # what may be typed, and what it is


def fills(call: Call, name: str, current: str) -> Iterable[Candidate]:
    """The candidates of this kind; none where the shell fills in files, or nothing can be said."""
    if name in FIXED:
        return FIXED[name]()
    if name in HELD:
        return HELD[name](_library(call), current)
    return ()


def _library(call: Call) -> Library:
    from tracker.cli.opening import opened

    if "library" not in call.__dict__:
        call.__dict__["library"] = opened(call.settings, create=False)
    return call.library


def _words(*words: str) -> Callable[[], Iterable[Candidate]]:
    return lambda: [(word, "") for word in words]


def _verbs() -> Iterable[Candidate]:
    from tracker.cli.verbs import VERBS

    return [(verb.name, verb.told) for verb in VERBS.values()]


def _sorts() -> Iterable[Candidate]:
    from tracker.query.fields import SORTS

    return [(sort, "") for sort in SORTS]


def _formats() -> Iterable[Candidate]:
    from tracker.formats.registry import names

    return [(name, "") for name in names()]


def _tags(library: Library, _current: str) -> Iterable[Candidate]:
    return [(tag.name, f"{tag.papers} papers") for tag in library.tags()]


def _changes(library: Library, current: str) -> Iterable[Candidate]:
    """Tags with the sign that was typed, papers where none was."""
    if current[:1] not in ("+", "-") or current == "-":
        return _papers(library, current)
    return [(f"{current[0]}{name}", told) for name, told in _tags(library, current)]


def _collections(library: Library, _current: str) -> Iterable[Candidate]:
    return [(one.name, f"{one.papers} papers") for one in library.collections()]


def _kinds(library: Library, _current: str) -> Iterable[Candidate]:
    return [(kind.name, f"{kind.annotations} annotations") for kind in library.kinds() if not kind.archived]


def _rounds(library: Library, _current: str) -> Iterable[Candidate]:
    return [(view.name, f"{view.papers} papers, {view.state}") for view in library.rounds()]


def _saved(library: Library, _current: str) -> Iterable[Candidate]:
    return [(one.name, one.query) for one in library.saved()]


def _rules(library: Library, _current: str) -> Iterable[Candidate]:
    return [(rule.name, f"{rule.deed} on {rule.query}") for rule in library.rules()]


def _papers(library: Library, current: str) -> Iterable[Candidate]:
    return [(row.key, row.heading) for row in library.rows(library.ids_by_key(current, limit=MOST))]


def _query(library: Library, current: str) -> Iterable[Candidate]:
    """Terms of a query: what the library knows for the field, or the fields."""
    from tracker.query.fields import FIELDS, VALUES

    sign = current[: len(current) - len(current.lstrip("-"))]
    field, mark, _ = current.removeprefix(sign).partition(":")
    if current.removeprefix(sign).startswith("#"):
        return [(f"{sign}#{name}", told) for name, told in _tags(library, "")]
    if not mark:
        return [(f"{sign}{name}:", "") for name in FIELDS]
    held = {"tag": _tags, "collection": _collections, "in": _saved, "id": _papers}
    some = (
        held[field](library, current.rpartition(":")[2]) if field in held else [(v, "") for v in VALUES.get(field, ())]
    )
    return [(f"{sign}{field}:{_quoted(name)}", told) for name, told in some]


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


FIXED: dict[str, Callable[[], Iterable[Candidate]]] = {
    "status": _words(*Status, *STATUS_ALIASES),
    "depth": _words(*Depth),
    "priority": _words("0", "1", "2", "3"),
    "rating": _words("0", "1", "2", "3", "4", "5"),
    "date": _words("tomorrow", "mon", "fri", "1w", "2w", "none"),
    "shell": _words("bash", "zsh", "fish"),
    "config": _words("path", "show", "edit"),
    "saved-verb": _words("add", "remove"),
    "rules-verb": _words("add", "try", "apply", "remove"),
    "feeds-verb": _words("fetch"),
    "vault-verb": _words("sync", "status"),
    "round-verb": _words(
        "new", "show", "close", "unblind", "archive", "join", "leave", "edit", "update", "export", "log", "read"
    ),
    "round-format": _words("csv", "ris", "prisma", "log", "archive"),
    "decision": _words("include", "maybe", "exclude"),
    "keys-set": _words(*SETS),
    "keys-format": _words("text", "markdown", "json"),
    "rating-word": _words("again", "hard", "good", "easy"),
    "digest-format": _words("markdown", "html"),
    "annotations-format": _words("text", "json", "jsonld", "markdown", "html", "jsonl", "csv"),
    "verb": _verbs,
    "sort": _sorts,
    "format": _formats,
}

HELD: dict[str, Callable[[Library, str], Iterable[Candidate]]] = {
    "round": _rounds,
    "tag": _tags,
    "change": _changes,
    "collection": _collections,
    "kind": _kinds,
    "saved": _saved,
    "rule": _rules,
    "paper": _papers,
    "query": _query,
}
