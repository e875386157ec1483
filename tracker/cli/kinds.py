"""The verbs kinds and kind: what annotations say of their words."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.options import Command, Option, Usage
from tracker.library.values import KindView


def run_kinds(call: Call) -> None:
    """`tracker kinds`."""
    call.end()
    kinds = call.library.kinds()
    if call.out.json:
        call.out.value(kinds)
    elif call.out.terminal:
        for kind in kinds:
            call.out.pieces(
                [
                    (f"{kind.key:1} ", "bold"),
                    (f"{kind.sign} {kind.name:<16} ", ""),
                    (f"{kind.colour} {kind.annotations:>6}{'  put away' if kind.archived else ''}", "dim"),
                ]
            )
    else:
        call.out.rows(kinds)


def run_kind(call: Call) -> None:
    """`tracker kind`."""
    name = call.take("NAME")
    call.end()
    new = call.value("--rename")
    if call.flag("--archive"):
        if any(call.value(option) is not None for option in ("--rename", "--key", "--sign", "--colour")):
            raise Usage("--archive goes alone")
        said = call.library.archive_kind(name)
        _told(call, None, said or "nothing changed")
        return
    kind = call.library.rename_kind(name, new) if new is not None else None
    given = {option: call.value(f"--{option}") for option in ("key", "sign", "colour")}
    if kind is None or any(value is not None for value in given.values()):
        kind = call.library.save_kind(kind.name if kind else name, **given)
    _told(call, kind, f"{kind.sign} {kind.name}, key {kind.key or '–'}, {kind.colour}")


def _told(call: Call, kind: KindView | None, said: str) -> None:
    if call.out.json:
        call.out.value(kind or {"done": said})
    else:
        call.out.say(said)


COMMANDS = {
    "kinds": Command(
        run_kinds,
        "",
        """
Prints the kinds of annotations: the digit that marks with it, its sign, name, colour, and how many annotations are of
it. Piped, between tabs: name, key, sign, colour, the nearest colour of Zotero, whether it is put away, annotations.
""",
        (),
        (("tracker kinds --json", "as JSON"),),
    ),
    "kind": Command(
        run_kind,
        "NAME",
        """
Makes a kind of annotation of your own, or changes one: its digit, its sign, its colour, its name. A digit that
another kind has is taken from it. A kind that is put away is offered no longer; its annotations stay, and
`tracker kind NAME` brings it back.
""",
        (
            Option("--key", "N", "the digit that marks with it"),
            Option("--sign", "S", "the character in front of the lines"),
            Option("--colour", "C", "as in '#e56eee'"),
            Option("--rename", "NEW", "call it so; its annotations go along"),
            Option("--archive", "", "offer it no longer"),
        ),
        (
            ("tracker kind limitation --key 7 --sign L --colour '#e56eee'", "a kind of your own"),
            ("tracker kind method --rename approach", "another name for all of them"),
        ),
        ("kind",),
    ),
}
