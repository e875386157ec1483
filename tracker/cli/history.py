"""The verbs undo, redo and log: the journal."""

from __future__ import annotations

from collections.abc import Callable

from tracker.cli.call import Call, number
from tracker.cli.options import Command, Option
from tracker.errors import NotFound
from tracker.library.values import StepView


def run_undo(call: Call) -> None:
    """`tracker undo`."""
    frozen = call.library.frozen()
    _turn(call, call.library.undo, "undid", "There is nothing of yours to undo")
    if frozen:
        call.out.aside(f"passed over: {frozen.title}, which is frozen")


def run_redo(call: Call) -> None:
    """`tracker redo`."""
    _turn(call, call.library.redo, "did again", "There is nothing of yours to redo")


def _turn(call: Call, turn: Callable[[int], list[StepView]], word: str, nothing: str) -> None:
    times = number(call.words.pop(0), "N", least=1) if call.words else 1
    call.end()
    steps = turn(times)
    if not steps:
        begins = call.library.history_begins()
        raise NotFound(f"{nothing}; what was done up to {begins:%Y-%m-%d} is not kept" if begins else nothing)
    if call.out.json:
        call.out.value(steps)
    else:
        call.out.say(*(f"{word}: {step.title}" for step in steps))


def run_log(call: Call) -> None:
    """`tracker log`."""
    paper = call.library.paper(call.words.pop(0)) if call.words else None
    call.end()
    limit = call.number("--number")
    steps = call.library.history(paper, limit=200 if limit is None else limit)
    if call.out.json:
        call.out.value(steps)
    elif call.out.terminal:
        from tracker.cli.lines import columns

        table = [(str(s.id), f"{s.at.astimezone():%Y-%m-%d %H:%M}", s.person, _title(s)) for s in steps]
        for line in columns(table, ["dim", "dim", "", ""], call.out.width, wide=3):
            call.out.pieces(line)
        if len(steps) < (200 if limit is None else limit):
            _tell_beginning(call)
    else:
        call.out.rows((step.id, step.at, step.person, step.title, "undone" if step.undone else "") for step in steps)


def _tell_beginning(call: Call) -> None:
    """Where history does not reach back to the first day, say so."""
    if begins := call.library.history_begins():
        call.out.pieces([(f"what was done up to {begins.astimezone():%Y-%m-%d} is not kept", "dim")])


def _title(step: StepView) -> str:
    return f"{step.title} (undone)" if step.undone else step.title


COMMANDS = {
    "undo": Command(
        run_undo,
        "[N]",
        """
Takes back the last thing that you did to the library, or the last N things, all of them or none. Where somebody
changed the same thing since, nothing is taken back, and the exit status is 1.
""",
        (),
        (("tracker undo", "the last thing"), ("tracker undo 3", "the last three")),
    ),
    "redo": Command(
        run_redo,
        "[N]",
        "Does again what you took back last, unless you did something else since.",
        (),
        (("tracker redo", "the last thing taken back"),),
    ),
    "log": Command(
        run_log,
        "[PAPER]",
        """
Prints what was done to the library, or to one paper, the newest first. Piped, a line holds id, time (UTC),
person, what was done, and `undone` or nothing, between tabs.
""",
        (Option("--number", "N", "print the newest N (200)", also="-n"),),
        (("tracker log -n 10", "the last ten things"), ("tracker log 7 --json", "all that happened to one paper")),
        ("paper",),
    ),
}
