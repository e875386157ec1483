"""Files that a verb writes: whole or not at all, and never over another one unless told so."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tracker.cli.call import Call
from tracker.cli.options import Option
from tracker.errors import Conflict, TrackerError

OUTPUT = Option("--output", "FILE", "the file to write; - is standard output", also="-o", fills="file")
FORCE = Option("--force", "", "replace a file that is there")


class NotWritten(TrackerError):
    """The file cannot be written."""

    kind = "file"


def target_of(call: Call) -> Path | None:
    """The file to write; Conflict where it is there and nobody said that it may go."""
    name = call.value("--output")
    if name is None or name == "-":
        return None
    target = Path(name)
    if target.is_dir():
        raise NotWritten(f"{target} is a folder; name a file in it")
    if os.path.lexists(target) and not call.flag("--force"):
        raise Conflict(f"{target} is there already; give another name, or --force to replace it")
    return target


def write(target: Path, pieces: Iterable[bytes]) -> None:
    """Write the file whole or not at all: beside its place first, then into it."""
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as file:
            file.writelines(pieces)
        draft.replace(target)
    except OSError as error:
        raise NotWritten(f"{target} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
