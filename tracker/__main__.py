"""The program `tracker`, also as `python -m tracker`."""

import gc
import os
import sys
from collections.abc import Sequence

from tracker import __version__

TYPE_CHECKING = False  # typing itself is not imported to tell the version
if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

YOUNG = 100_000  # objects before the first look for garbage: a start makes many, and none of them is


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit code. Without arguments, those of the process, which then ends.

    The version is told before anything else is imported.
    """
    if arguments is None:
        sys.excepthook = _fault
        return _end(main(sys.argv[1:]))
    if list(arguments) == ["--version"] and sys.stdout and _written(sys.stdout, f"tracker {__version__}\n"):
        return 0
    gc.set_threshold(YOUNG)
    from tracker.cli.main import main as answer

    return answer(arguments)


def _end(code: int) -> int:
    """End the process at once: taking every module apart first would be an eighth of the time that a list takes."""
    told = [_written(stream) for stream in (sys.stdout, sys.stderr) if stream]
    os._exit(code if all(told) else code or 1)


def _fault(kind: type[BaseException], error: BaseException, trace: "TracebackType | None") -> None:
    from tracker import crash

    crash.hook(kind, error, trace)


def _written(stream: "TextIO", text: str = "") -> bool:
    """Whether the text, and what was written before it, went out."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
