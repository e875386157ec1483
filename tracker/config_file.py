"""Writing the config file: all of it as comments where there is none, else one line, and all else stays as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tracker import private
from tracker.config import Settings, default_library, login_name, without_password
from tracker.errors import Unreadable

TEMPLATE = """\
# Settings of tracker. A line that begins with # says what holds without it.

# Where the library lies: a file (from this folder, or ~/…), or the address of a shared library.
# library = "{library}"

# The name that your notes, votes and reading states go by.
# me = "{me}"

# The colours; the command palette lists the themes.
# theme = "tracker-dark"

# Whether signs and lines are drawn in ASCII, for fonts without others; on a Linux console they are.
# ascii = false

# Whether the terminal's own cursor is seen, on the line that one is on: screen readers and magnifiers follow it.
# cursor = false

# Whether the Reader dims all but the sentence that is read.
# dim = true

# Whether what you marked as claim, result or question is offered for review at the start, three a day.
# review = false

# The set of keys: default, vim or arrows; `tracker keys --set vim` shows one.
# keys = "default"

# Whether a new library begins with the seed papers.
# seed = true

# Feeds that `tracker feeds` takes new papers from.
# feeds = [{{url = "https://rss.arxiv.org/rss/cs.LG", name = "Machine learning", collection = "arXiv", tags = ["ml"]}}]

# Services that are asked about papers (`tracker enrich`, `tracker add`). They answer sooner when you give your e-mail
# address as contact; OpenAlex and Semantic Scholar give free keys.
[services]
# contact = "you@example.org"
# ask = ["arxiv", "openreview", "crossref", "openalex", "semanticscholar"]
# openalex.key = "…"

# What a new note on a paper begins with, by the paper's collection; "*" is for all others. {{title}}, {{authors}},
# {{year}}, {{venue}}, {{key}} and {{date}} are filled in.
[templates]
# "ICML 2025" = "Claim: \\nEvidence: \\nFor us: "

# Lines of commands behind `,` and a letter: deeds (tag +a -b, later, done, star, priority 2, due fri …), next,
# find QUERY, or a command of `tracker keys`. All deeds of a line are one step.
[macros]
# s = "tag +safety; later; next"

# Words that are always lit in abstracts: those that speak for a paper, and those against it. A * stands for any ending.
[words]
# include = ["calibrat*", "human study"]
# exclude = ["survey"]

# How far back history and undo reach: all of the last days, and the newest steps however old they are. Beyond that
# it is let go, once the copy of that day in the folder `backups` has it.
[history]
# days = 90
# steps = 5000

# Other keys for commands: `tracker keys` lists the commands and the keys they have. A file keys.toml beside this one
# may hold such lines too, without the heading; they count before these.
[keymap]
# "status.done" = "d"
# "find" = ["slash", "ctrl+f"]
"""

_HEAD = re.compile(r"^[ \t]*\[macros\][ \t]*(?:#.*)?$", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)


def written_template(file: Path, found: Settings | None = None) -> bool:
    """Put a config file with every setting commented out where there is none; whether one was written.

    It shows the library and the name of `found`, else those that hold without any setting.
    """
    if file.exists():
        return False
    library, me = found[:2] if found else (default_library(), login_name())
    try:
        private.folder(file.parent)
        private.write(file, TEMPLATE.format(library=_quoted(without_password(library)), me=_quoted(me)))
    except OSError as error:
        raise Unreadable(f"{file} cannot be written: {error.strerror}") from None
    return True


def keep_macro(file: Path, letter: str, text: str) -> None:
    """Give a letter a macro, over the one that it had. Unreadable where the file cannot take it, which then stays."""
    import tomli

    written_template(file)
    try:
        old = file.read_text("utf-8")
        new = with_macro(old, letter, text)
        wanted = tomli.loads(old.removeprefix("\ufeff"))
        wanted["macros"] = wanted.get("macros", {}) | {letter: text}
        if tomli.loads(new.removeprefix("\ufeff")) != wanted:
            raise Unreadable(
                f"{file} is written in a way of its own; put {letter} = {json.dumps(text)} into it yourself"
            )
        private.write(file, new)
    except OSError as error:
        raise Unreadable(f"{file} cannot be written: {error.strerror}") from None
    except ValueError as error:
        raise Unreadable(f"{file} cannot be changed: {error}") from None


def with_macro(config: str, letter: str, text: str) -> str:
    """A config file's text with the macro in its table, which is put at the end where there is none."""
    line = f"{letter} = {json.dumps(text, ensure_ascii=False)}"
    head = _HEAD.search(config)
    if head is None:
        return f"{config.rstrip()}\n\n[macros]\n{line}\n".lstrip()
    after = _TABLE.search(config, head.end())
    end = after.start() if after else len(config)
    own = re.compile(rf"^[ \t]*[\"']?{letter}[\"']?[ \t]*=.*$", re.MULTILINE).search(config, head.end(), end)
    start, stop = own.span() if own else (head.end(), head.end())
    return f"{config[:start]}{'' if own else chr(10)}{line}{config[stop:]}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
