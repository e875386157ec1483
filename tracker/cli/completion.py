"""The verb completion: scripts for shells, and what they ask to fill in the word at the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tracker.cli.call import Call
from tracker.cli.filling import Candidate, fills
from tracker.cli.main import declared
from tracker.cli.options import GLOBALS, Command, Given, Option
from tracker.cli.shells import SCRIPTS
from tracker.cli.verbs import COMPLETER, VERBS, Verb
from tracker.errors import TrackerError, Unreadable


class Place(NamedTuple):
    """Where the cursor stands: after which verb, after how many of its words, in the value of which option."""

    verb: Verb | None
    words: int
    option: Option | None
    values: Mapping[str, Sequence[str]]


def run_completion(call: Call) -> None:
    """`tracker completion`."""
    shell = call.take("SHELL")
    call.end()
    if shell not in SCRIPTS:
        raise Unreadable(f"There are scripts for {', '.join(SCRIPTS)}, not for “{shell}”")
    script = SCRIPTS[shell].strip()
    if call.out.json:
        call.out.value(script)
    else:
        call.out.text(f"{script}\n")


def run_complete(call: Call) -> None:
    """Candidates for the last word, one a line: what may be typed, tab, what it is. Never an error."""
    *before, current = call.words or [""]
    at = place(before)
    asked = Call("", call.command, Given((), at.values), call.out)
    try:
        call.out.rows(one for one in candidates(asked, at, current) if one[0].startswith(current))
    except TrackerError:
        return
    finally:
        asked.close()


def place(before: Sequence[str]) -> Place:
    """Where the word after these stands."""
    at = Place(None, 0, None, {})
    for token in before:
        known = {name: one for one in _known(at.verb) for name in one.names}
        if at.option:
            at = at._replace(option=None, values={**at.values, at.option.name: [token]})
        elif token in known:
            at = at._replace(option=known[token] if known[token].value else None)
        elif at.verb:
            at = at._replace(words=at.words + 1)
        else:
            at = at._replace(verb=VERBS.get(token))
    return at


def candidates(call: Call, at: Place, current: str) -> Iterable[Candidate]:
    """What may stand where `current` stands."""
    if at.option:
        return fills(call, at.option.fills, current)
    command = declared(at.verb) if at.verb else None
    if current.startswith("--" if command and command.dashes else "-"):
        return [(one.name, one.told) for one in _known(at.verb)]
    if command is None:
        return [(one.name, one.told) for one in VERBS.values()]
    if not command.fills:
        return ()
    return fills(call, command.fills[min(at.words, len(command.fills) - 1)], current)


def _known(verb: Verb | None) -> Sequence[Option]:
    return (*declared(verb).options, *GLOBALS) if verb else GLOBALS


COMMANDS = {
    COMPLETER.name: Command(run_complete, "-- WORD…", "What the completion scripts ask.", dashes=True),
    "completion": Command(
        run_completion,
        "bash|zsh|fish",
        """
Prints a script that makes Tab complete verbs, options, statuses, tags, collections, saved searches and papers'
keys, as your library has them.

  bash: put  eval "$(tracker completion bash)"  into ~/.bashrc
  zsh:  put  eval "$(tracker completion zsh)"  into ~/.zshrc, after compinit
  fish: tracker completion fish > ~/.config/fish/completions/tracker.fish
""",
        (),
        (('eval "$(tracker completion bash)"', "in this shell, now"),),
        ("shell",),
    ),
}
