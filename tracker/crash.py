"""When a fault of ours ends the program: where it happened, and not a word of what the person reads or writes."""

import os
import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from tracker import __version__, private

MOST_FRAMES = 60


def report(error: BaseException) -> str:
    """Versions, then each exception of the chain as its type and its places in the code; never values or messages."""
    system = f"tracker {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return "\n".join([system, *(line for one in _chain(error) for line in _places(one))]) + "\n"


def told(error: BaseException) -> str:
    """Keep the report in a file of its own; what to say about it in one line."""
    kind = type(_chain(error)[-1]).__qualname__
    try:
        kept = f"{_keep(report(error))} says where, without any text of yours; please send it to the makers"
    except OSError as trouble:
        kept = f"no report could be kept ({trouble.strerror})"
    safe = (
        "All that was saved is safe, what was being typed is a draft in the library and there when you go on, and"
        " `tracker doctor` tells whether the library holds what no tracker wrote"
    )
    return f"tracker: error: a fault in the program ended it ({kind}). {safe}; {kept}"


def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """In place of Python's own last words; TRACKER_DEBUG brings those back."""
    if os.environ.get("TRACKER_DEBUG"):
        sys.__excepthook__(kind, error, trace)
    else:
        print(told(error), file=sys.stderr)


def _chain(error: BaseException) -> list[BaseException]:
    """The exception and what it came from, the first cause last."""
    chain = [error]
    while (cause := _cause(chain[-1])) and cause not in chain:
        chain.append(cause)
    return chain


def _cause(error: BaseException) -> BaseException | None:
    """What an exception came from; one that only carries another, as a worker's does, has it as `error`."""
    carried = getattr(error, "error", None)
    return error.__cause__ or error.__context__ or (carried if isinstance(carried, BaseException) else None)


def _places(error: BaseException) -> Iterator[str]:
    yield f"\n{type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__, MOST_FRAMES):
        yield f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"


def _short(file: str) -> str:
    """The file from its package on: the folders before it may name the person."""
    parts = Path(file).parts
    start = next((at + 1 for at, part in enumerate(parts) if part in ("site-packages", "lib")), None)
    own = next((at for at, part in enumerate(parts) if part == "tracker"), None)
    return "/".join(parts[start if start is not None else own if own is not None else -1 :])


def _keep(text: str) -> Path:
    from platformdirs import user_log_path

    folder = user_log_path("tracker", appauthor=False)
    private.folder(folder)
    path = folder / f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.txt"
    private.write(path, text)
    return path
