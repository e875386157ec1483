"""From arguments to an exit code: finds the verb, runs it, and tells every error in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tracker import __version__
from tracker.cli.call import Call
from tracker.cli.options import Command, Given, Usage, leading, parse
from tracker.cli.out import Out
from tracker.cli.verbs import COMPLETER, VERBS, Verb
from tracker.errors import TrackerError

INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """0 done, 1 cannot be done, 2 not understood, 3 no library, 130 interrupted."""
    _open_streams()
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    out = Out(sys.stdout, sys.stderr, json="--json" in options, color="--no-color" not in options)
    try:
        run(arguments, out)
        out.flush()
    except TrackerError as error:
        return _failed(out, error.kind, str(error), error.exit_code)
    except KeyboardInterrupt:
        return _failed(out, "interrupted", "interrupted; nothing is half done", INTERRUPTED)
    except BrokenPipeError:
        _discard(out)
    except OSError as error:
        name = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return _failed(out, "system", f"{name}{error.strerror or error}", 1)
    return 0


def run(arguments: Sequence[str], out: Out) -> None:
    """Do what the arguments say."""
    at = leading(arguments)
    if at == len(arguments):
        bare(arguments, out)
        return
    verb = find(arguments[at])
    command = declared(verb)
    call = Call(verb.name, command, parse([*arguments[:at], *arguments[at + 1 :]], command), out)
    _answer(call)


def bare(arguments: Sequence[str], out: Out) -> None:
    """No verb: the program in the terminal, the list where there is none, or what a global option asks."""
    command = Command(_interface, "", "")
    given = parse(arguments, command)
    verb = "help" if "--help" in given.values else "" if out.terminal or "--version" in given.values else "list"
    values = {name: some for name, some in given.values.items() if name != "--help"}
    _answer(Call(verb, declared(VERBS[verb]) if verb else command, Given(given.words, values), out))


def find(name: str) -> Verb:
    """The verb of this name; Usage names the nearest."""
    if name == COMPLETER.name:
        return COMPLETER
    if name not in VERBS:
        from tracker.cli.called import CALLED
        from tracker.query.near import nearest

        near = CALLED.get(name) or nearest(name, VERBS)
        raise Usage(f"There is no verb {name}; {f'did you mean {near}?' if near else '`tracker --help` shows them'}")
    return VERBS[name]


def declared(verb: Verb) -> Command:
    """The verb's declaration, from its module."""
    commands: dict[str, Command] = import_module(f"tracker.cli.{verb.module}").COMMANDS
    return commands[verb.name]


def _answer(call: Call) -> None:
    if call.flag("--version"):
        call.out.say(f"tracker {__version__}")
    elif call.flag("--help"):
        from tracker.cli.help import page

        call.out.say(page(VERBS[call.verb], call.command, call.out.width))
    else:
        try:
            call.command.run(call)
        finally:
            call.close()


def _interface(call: Call) -> None:
    from tracker.cli.opening import interface

    raise SystemExit(interface(call.settings))  # ends as Python does: a thread may still be writing


def _failed(out: Out, kind: str, message: str, code: int) -> int:
    """Tell what is wrong, after what was already printed."""
    try:
        out.flush()
    except (TrackerError, BrokenPipeError):
        _discard(out)
    out.error(kind, message)
    return code


def _discard(out: Out) -> None:
    """Nobody reads any more: what is still buffered goes nowhere, so that the end is quiet."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.stdout.fileno())
    except (OSError, ValueError):
        pass


def _open_streams() -> None:
    """Give a closed standard stream to nothing, so that no file that is opened later takes its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, closefd=False))
