"""The verbs about the program itself: keys and help."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.options import Command, Option
from tracker.errors import Unreadable

FORMATS = ("text", "markdown", "json")


def run_keys(call: Call) -> None:
    """`tracker keys`."""
    call.end()
    format = "json" if call.out.json else call.value("--format") or "text"
    if format not in FORMATS:
        raise Unreadable(f"--format takes {', '.join(FORMATS)}, not “{format}”")
    from tracker.tui.keys import table

    commands = table(call.settings.keymap)
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
        "Prints the keys of the terminal interface, as the settings have them.",
        (Option("--format", "F", "text, markdown or json", fills="keys-format"),),
        (("tracker keys --format markdown", "as a table"),),
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
