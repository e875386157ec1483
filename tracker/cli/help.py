"""The pages of help, made from what the verbs declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill, indent

from tracker.cli.options import GLOBALS, Command, Option
from tracker.cli.verbs import GROUPS, Verb

INTRO = """
tracker: read, triage and annotate conference abstracts.

Without a verb it opens in the terminal; where standard output is no terminal, it prints the list.
"""

PAPERS = """
PAPERS are ids or keys of papers, or --query QUERY, or - for ids on standard input, a line each (what follows a tab
is ignored, so that `tracker list` can be piped in).
"""

EXIT = (
    ("0", "done"),
    ("1", "it cannot be done: no such paper, a conflict; the message says what to do"),
    ("2", "the command line, a query or an option cannot be read"),
    ("3", "the library cannot be opened or written"),
    ("130", "interrupted"),
)


def overview(width: int) -> str:
    """All verbs, by group."""
    groups = [f"{name}\n{_columns([(verb.name, verb.told) for verb in verbs], width)}" for name, verbs in GROUPS]
    options = _options("Options, before or after the verb", GLOBALS, width)
    more = "`tracker VERB --help` says more, with examples."
    return "\n\n".join(
        [fill_all(INTRO, width), "Usage\n  tracker [OPTIONS] [VERB] …", *groups, options, _exit(width), more]
    )


def page(verb: Verb, command: Command, width: int) -> str:
    """One verb in full."""
    parts = [
        fill_all(f"tracker {verb.name}: {verb.told}", width),
        f"Usage\n  {usage(verb, command)}",
        fill_all(command.text, width),
    ]
    if "PAPERS" in command.words:
        parts.append(fill_all(PAPERS, width))
    if command.options:
        parts.append(_options("Options", command.options, width))
    parts.append(_options("Global options", GLOBALS, width))
    if command.examples:
        lines = "\n".join(f"  {typed}\n{fill_all(told, width - 6, '      ')}" for typed, told in command.examples)
        parts.append(f"Examples\n{lines}")
    return "\n\n".join([*parts, _exit(width)])


def usage(verb: Verb, command: Command) -> str:
    """The one line that shows how a verb is typed."""
    return " ".join(filter(None, ["tracker", verb.name, command.words, *map(_short, command.options)]))


def _short(option: Option) -> str:
    typed = f"{option.name} {option.value}".rstrip()
    return f"[{typed}]…" if option.many else f"[{typed}]"


def _options(head: str, options: Sequence[Option], width: int) -> str:
    rows = [(f"{', '.join(reversed(option.names))} {option.value}".rstrip(), option.told) for option in options]
    return f"{head}\n{_columns(rows, width)}"


def _exit(width: int) -> str:
    return f"Exit status\n{_columns(EXIT, width)}"


def _columns(rows: Iterable[tuple[str, str]], width: int) -> str:
    rows = list(rows)
    left = max(len(name) for name, _ in rows) + 4
    if left > width // 2:
        return "\n".join(f"  {name}\n{fill_all(told, width - 6, '      ')}" for name, told in rows)
    hanging = " " * left
    return "\n".join(
        fill(told, max(20, width), initial_indent=f"  {name}".ljust(left), subsequent_indent=hanging)
        for name, told in rows
    )


def fill_all(text: str, width: int, margin: str = "") -> str:
    """Paragraphs wrapped to the width, at most 100 cells; what is indented already stays as it is."""
    paragraphs = text.strip("\n").split("\n\n")
    filled = [p if p.startswith("  ") else fill(p, max(20, min(width, 100))) for p in paragraphs]
    return indent("\n\n".join(filled), margin)
