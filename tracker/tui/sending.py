"""Into a file of the person's: on this machine, or through the browser that they sit at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.outfile import fresh, write
from tracker.text.clean import harmless, one_line

if TYPE_CHECKING:
    from tracker.tui.screens.base import TrackerScreen

Pieces = Callable[[Path], Iterable[str]]  # what a file of this name is to hold


def send(screen: TrackerScreen[Any], what: str, name: str, endings: Mapping[str, str], pieces: Pieces) -> None:
    """Ask for the file's name, whose ending says the format, and write it behind the screen."""
    screen.ask(
        f"write {what} to",
        lambda typed: _named(screen, what, typed, endings, pieces),
        value=name,
        hint=f"its ending says the format: {' '.join(endings)}",
        typing=partial(_told, endings),
    )


def _told(endings: Mapping[str, str], typed: str) -> str:
    """What the file would be."""
    format = endings.get(Path(typed).suffix.lower())
    return f"as {format}" if format else f"its ending says the format: {' '.join(endings)}"


def _named(screen: TrackerScreen[Any], what: str, typed: str, endings: Mapping[str, str], pieces: Pieces) -> None:
    target = Path(one_line(typed)).expanduser()
    if not typed:
        screen.say("nothing was written", "$muted")
    elif target.suffix.lower() not in endings:
        screen.say(f"“{target.name}” says no format; it may end in {' '.join(endings)}", "$warning")
    else:
        begin = _download if screen.desk.settings.served else _write
        screen.say(f"writing {what} …", "$muted")
        screen.run_worker(partial(begin, screen, what, target, pieces), thread=True, group="send", exclusive=True)


def _write(screen: TrackerScreen[Any], what: str, target: Path, pieces: Pieces) -> None:
    def written() -> str:
        place = fresh(target, "give another name")
        write(place, (harmless(piece).encode("utf-8", "replace") for piece in pieces(place)))
        return f"wrote {what} to {place}"

    screen.bring(written, screen.say)


def _download(screen: TrackerScreen[Any], what: str, target: Path, pieces: Pieces) -> None:
    """To the browser; of a path only its name counts, since the folders are another machine's."""

    def handed(text: str) -> None:
        screen.app.deliver_text(StringIO(text), save_filename=target.name, mime_type="application/octet-stream")
        screen.say(f"sent {what} to your browser as {target.name}")

    screen.bring(lambda: "".join(map(harmless, pieces(target))), handed)
