"""The verbs about the program itself: keys and help."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.options import Command, Option
from tracker.config import key_set
from tracker.errors import Unreadable
from tracker.keysets import with_own

FORMATS = ("text", "markdown", "json")


def run_keys(call: Call) -> None:
    """`tracker keys`."""
    call.end()
    format = "json" if call.out.json else call.value("--format") or "text"
    if format not in FORMATS:
        raise Unreadable(f"--format takes {', '.join(FORMATS)}, not “{format}”")
    from tracker.tui.keys import table, understood

    name = key_set(call.value("--set") or call.settings.keys)
    commands = table(understood(with_own(name, call.settings.keymap)))
    if format == "json":
        call.out.value(commands)
    elif format == "markdown":
        call.out.say("| keys | does | where | command |", "|---|---|---|---|")
        call.out.say(*(f"| {_cell(*c.keys)} | {c.tip or c.label} | {c.where} | `{c.id}` |" for c in commands))
    else:
        width = max(len(" ".join(c.keys)) for c in commands)
        call.out.say(*(f"{' '.join(c.keys):<{width}}  {c.tip or c.label} ({c.where}; {c.id})" for c in commands))


def _cell(*keys: str) -> str:
    return " ".join(f"`{key}`" for key in keys).replace("|", "\\|")


def run_help(call: Call) -> None:
    """`tracker help`."""
    from tracker.cli.help import overview, page
    from tracker.cli.main import declared, find

    if not call.words:
        call.out.say(overview(call.out.width))
        return
    verb = find(call.take("VERB"))
    call.end()
    call.out.say(page(verb, declared(verb), call.out.width))


COMMANDS = {
    "keys": Command(
        run_keys,
        "",
        """
Prints the keys of the terminal interface, as the settings have them. Three sets come with the program: default; vim
(default, and ^f ^b, ^w w, Z Z, l and h, v, y y); arrows (arrows move, Enter opens, Esc and ← go back, → is the menu of
all else). `keys = "vim"` in the settings chooses one; `[keymap]` there, and a file keys.toml beside it, change single
keys.
""",
        (
            Option("--set", "NAME", "the keys of this set: default, vim or arrows", fills="keys-set"),
            Option("--format", "F", "text, markdown or json", fills="keys-format"),
        ),
        (("tracker keys --set arrows", "a set, before you take it"), ("tracker keys --format markdown", "as a table")),
    ),
    "help": Command(
        run_help,
        "[VERB]",
        "Prints all verbs, or the help of one.",
        (),
        (("tracker help list", "how to list papers"),),
        ("verb",),
    ),
}
