"""A file that is written: whole or not at all, and never over another one unless told so."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tracker.errors import Conflict, TrackerError


class NotWritten(TrackerError):
    """The file cannot be written."""

    kind = "file"


def fresh(target: Path, remedy: str) -> Path:
    """The file, which is not there yet; Conflict with the remedy where it is."""
    if target.is_dir():
        raise NotWritten(f"{target} is a folder; name a file in it")
    if os.path.lexists(target):
        raise Conflict(f"{target} is there already; {remedy}")
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
