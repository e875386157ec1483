"""The program `tracker`, also as `python -m tracker`."""

import sys
from collections.abc import Sequence

from tracker import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit code. The version is told before anything else is imported."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if list(arguments) == ["--version"] and sys.stdout:
        sys.stdout.write(f"tracker {__version__}\n")
        return 0
    from tracker.cli.main import main as answer

    return answer(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
