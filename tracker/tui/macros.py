"""Macros: a line of commands behind `,` and a letter, as the settings say it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual.binding import Binding, BindingsMap

from tracker.errors import TrackerError

if TYPE_CHECKING:
    from tracker.tui.verbs.paper import PaperScreen

NEXT, FIND = "next", "find "


def bindings(macros: Mapping[str, str]) -> BindingsMap:
    """A key sequence for each macro; its text is what the strip and the palette say of it."""
    group = Binding.Group("do")
    return BindingsMap(
        Binding(f"comma {key}", f"macro('{key}')", text, show=False, id=f"macro.{key}", group=group)
        for key, text in macros.items()
    )


def complaints(macros: Mapping[str, str]) -> Iterable[str]:
    """What is wrong with macros, one by one."""
    for key, text in macros.items():
        try:
            split(text)
        except TrackerError as error:
            yield f"macro , {key}: {error}"


def split(text: str) -> tuple[str, list[str]]:
    """The deeds of a line, to be done as one step, and the commands that follow. Unreadable where a part is neither."""
    from tracker.library.deeds import deed, parts
    from tracker.tui.keys import table

    deeds, rest = [], []
    known = {command.id for command in table()}
    for part in parts(text):
        if part == NEXT or part.startswith(FIND) or part in known:
            rest.append(part)
        else:
            deed(part)
            deeds.append(part)
    return "; ".join(deeds), rest


async def run(screen: PaperScreen, text: str) -> None:
    """Do what the line says to the papers that are meant; the deeds are one step."""
    deeds, rest = split(text)
    if deeds:
        screen.do(lambda ids: screen.library.apply(ids, deeds))
    for part in rest:
        if part == NEXT:
            screen.go_on()
        elif part.startswith(FIND):
            screen.desk.show_papers(part.removeprefix(FIND).strip())
        else:
            await _command(screen, part)


async def _command(screen: PaperScreen, id: str) -> None:
    for active in screen.active_bindings.values():
        if active.binding.id == id and active.enabled:
            await screen.app.run_action(active.binding.action, active.node)
            return
    screen.say(f"{id} does nothing here", "$muted")
