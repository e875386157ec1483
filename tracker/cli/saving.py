"""The verb saved: searches with names."""

from __future__ import annotations

from tracker.cli.call import Call, number
from tracker.cli.deciding import told
from tracker.cli.options import Command, Option, Usage
from tracker.errors import Unreadable
from tracker.query.parse import parse


def run_saved(call: Call) -> None:
    """`tracker saved`, `saved add` and `saved remove`."""
    match call.words.pop(0) if call.words else "list":
        case "list":
            call.end()
            _list(call)
        case "add":
            _add(call)
        case "remove":
            name = call.take("NAME")
            call.end()
            told(call, (), call.library.remove_search(name))
        case word:
            raise Usage(f"tracker saved takes add or remove, or nothing to list them, not “{word}”")


def _list(call: Call) -> None:
    searches = call.library.saved()
    if call.out.json:
        call.out.value(searches)
    elif call.out.terminal:
        from tracker.cli.lines import columns

        table = [(str(one.digit or ""), one.name, one.query) for one in searches]
        for line in columns(table, ["dim", "", ""], call.out.width, wide=2):
            call.out.pieces(line)
    else:
        call.out.rows((one.name, one.query, one.digit) for one in searches)


def _add(call: Call) -> None:
    name, query = call.take("NAME"), call.take("QUERY")
    query = " ".join([query, *call.words])
    if unread := [problem.message for problem in parse(query).problems if not problem.quiet]:
        raise Unreadable(f"The query cannot be read: {unread[0]}")
    for problem in call.library.find(query, limit=0).problems:
        call.out.warn(problem.message)
    digit = call.value("--key")
    told(call, (), call.library.save_search(name, query, digit=number(digit, "--key") if digit else None))


COMMANDS = {
    "saved": Command(
        run_saved,
        "[add NAME QUERY | remove NAME]",
        """
Lists the saved searches, keeps a query under a name, or takes one away. A query uses a saved search as in:name,
and in the terminal interface its key shows it. Piped, a line holds name, query and key between tabs.
""",
        (Option("--key", "N", "the key from 1 to 9 that shows it"),),
        (
            ("tracker saved", "all of them"),
            ("tracker saved add 'Judges' '#eval title:judge' --key 5", "keep one, on the key 5"),
            ("tracker list in:judges", "use one"),
        ),
        ("saved-verb", "saved", "query"),
        dashes=True,
    )
}
