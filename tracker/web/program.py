"""The program behind a browser window, which is told everything by its environment."""

import sys

from tracker import config, crash
from tracker.cli.opening import interface


def main() -> int:
    """Run until the window is closed; the exit code."""
    sys.excepthook = crash.hook
    return interface(config.settings(), served=True)


if __name__ == "__main__":
    sys.exit(main())
