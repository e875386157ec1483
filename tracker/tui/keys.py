"""Keys: how a binding is declared once, how it is written for people, and the table made of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from textual.binding import Binding
from textual.keys import _character_to_key

SIGNS = {
    "enter": "⏎",
    "escape": "Esc",
    "space": "space",
    "tab": "⇥",
    "shift+tab": "⇧⇥",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "question_mark": "?",
    "slash": "/",
    "backslash": "\\",
    "asterisk": "*",
    "at": "@",
    "plus": "+",
    "minus": "-",
    "underscore": "_",
    "full_stop": ".",
    "comma": ",",
    "colon": ":",
    "number_sign": "#",
    "dollar_sign": "$",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}

# What these keys are called where the font has no signs for them.
WORDS = {
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "S-Tab",
    "down": "Down",
    "up": "Up",
    "left": "Left",
    "right": "Right",
}
_written = dict(SIGNS)  # how keys are written now

# What the first key of a sequence stands for, before the label of what follows; commands by id that it does not suit.
PREFIXES = {"g": "go to", "s": "status", "b": "snooze", "y": "copy", "comma": "macro:", "S": "sort:"}
OTHERWISE = {"rating.": "rate", "status.depth.": "done:", "rating.0": "", "snooze.wake": "", "macro.": ""}

SECTIONS = ("move", "find", "choose", "do", "note", "go", "out", "program", "reader", "history")


def bind(
    keys: str,
    action: str,
    label: str,
    *,
    id: str,
    section: str,
    tip: str = "",
    show: bool = False,
    also: str = "",
    priority: bool = False,
) -> Binding:
    """A command. `keys` are separated by blanks; a sequence is joined by `>`: `g>i`. `also`: more keys.

    `priority`: before the widget that has the focus sees the key.
    """
    written = ",".join(long_name(key) for key in [*keys.split(), *also.split()])
    group = Binding.Group(section)
    return Binding(written, action, label, show=show, tooltip=tip, id=id, group=group, priority=priority)


def long_name(key: str) -> str:
    """The name Textual knows a key by; the keys of a sequence are joined by blanks: `g>.` is `g full_stop`."""
    return " ".join(_character_to_key(part) if len(part) == 1 else part for part in key.split(">") if part) or key


LEAVE = bind("ctrl+q", "app.quit", "leave the program", id="quit", section="program")  # over another screen, too


def understood(keymap: Mapping[str, str]) -> dict[str, str]:
    """A keymap as people write it (`.`, `g>i`, `g i`) in the names that keys are known by."""
    return {
        id: ",".join(long_name(key.strip().replace(" ", ">")) for key in keys.split(",")) for id, keys in keymap.items()
    }


def pretty(key: str) -> str:
    """A key as it is written on the screen: `⏎`, `^d`, `g i`."""
    return " ".join(_pretty_one(part) for part in key.split(" "))


def write_keys(*, words: bool) -> None:
    """From now on, write the keys that have a sign with it, or as words."""
    _written.update({key: WORDS[key] if words else SIGNS[key] for key in WORDS})


def _pretty_one(key: str) -> str:
    if key.startswith("ctrl+"):
        return "^" + _written.get(key[5:], key[5:]).replace("@", "space")
    return _written.get(key) or (key.upper() if key[:1] == "f" and key[1:].isdigit() else _sign(key))


def _sign(key: str) -> str:
    """The character behind a name such as `greater_than_sign`, which is Unicode's own."""
    from unicodedata import lookup

    for written in (key.replace("_", " "), key.replace("_", "-", 1).replace("_", " ")):  # GREATER-THAN SIGN
        with suppress(KeyError):
            return lookup(written) if len(key) > 1 else key
    return key


def in_full(binding: Binding) -> str:
    """A label that needs no strip around it: `snooze until tomorrow`."""
    first, blank, _ = binding.key.partition(" ")
    prefix = PREFIXES.get(first, "") if blank and binding.group and binding.group.description != "move" else ""
    for id, other in OTHERWISE.items() if prefix else ():
        prefix = other if (binding.id or "").startswith(id) else prefix
    return f"{prefix} {binding.description}".strip()


class Command(NamedTuple):
    """One line of the key table."""

    id: str
    keys: tuple[str, ...]  # as people write them
    label: str
    tip: str
    section: str
    where: str  # the screen or widget it belongs to


def commands(bindings: Iterable[Binding], where: str, keymap: Mapping[str, str] | None = None) -> list[Command]:
    """Bindings with an id as commands, each once, with the keys a keymap gives them."""
    found: dict[str, Command] = {}
    for binding in Binding.make_bindings(bindings):
        if binding.id is None:
            continue
        given = (keymap or {}).get(binding.id)
        keys = tuple(pretty(long_name(key)) for key in given.split(",")) if given else (pretty(binding.key),)
        old = found.get(binding.id)
        if old and not given:
            keys = (*old.keys, *keys)
        section = binding.group.description if binding.group else "program"
        found[binding.id] = Command(binding.id, keys, in_full(binding), binding.tooltip, section, where)
    return list(found.values())


def table(keymap: Mapping[str, str] | None = None) -> list[Command]:
    """Every command of the program, by section. A keymap maps ids to keys, separated by commas."""
    rows: dict[str, Command] = {}
    for where, bindings in scopes():
        for command in commands(bindings, where, keymap):
            rows.setdefault(command.id, command)
    return sorted(rows.values(), key=lambda row: SECTIONS.index(row.section))


def scopes() -> list[tuple[str, list[Binding]]]:
    """What each place of the program binds of its own."""
    from tracker.tui.places import PLACES

    return [(where, [b for b in kind.__dict__.get("BINDINGS", ()) if isinstance(b, Binding)]) for where, kind in PLACES]


def complaints(keymap: Mapping[str, str], own: Mapping[str, str]) -> list[str]:
    """What is wrong with a person's own part of a keymap: ids that are nothing, and keys that two commands want."""
    known = {command.id for command in table()}
    messages = [f"There is no command “{id}” to give a key to{_near(id, known)}" for id in own if id not in known]
    usual = {pair for pairs in clashes({}).values() for pair in pairs}
    for key, pairs in clashes(keymap).items():
        messages += [
            f"{key} is wanted by both {one} and {other}"
            for one, other in sorted(pairs - usual)
            if one in own or other in own
        ]
    return list(dict.fromkeys(messages))


def clashes(keymap: Mapping[str, str]) -> dict[str, set[tuple[str, str]]]:
    """Key → pairs of commands that want it where both are at hand; what a screen declares instead is no clash."""
    from tracker.tui.places import together

    found: dict[str, set[tuple[str, str]]] = {}
    for scope in together():
        wanted: dict[str, str] = {}
        for command in commands(scope, "", keymap):
            for key in command.keys:
                other = wanted.setdefault(key, command.id)
                if other != command.id:
                    found.setdefault(key, set()).add((other, command.id))
    return found


def _near(id: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near: Sequence[str] = get_close_matches(id, list(known), 1)
    return f" — did you mean “{near[0]}”?" if near else ""
