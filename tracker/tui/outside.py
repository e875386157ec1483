"""Writing a text in the person's own editor, with the program out of the way."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import App, SuspendNotSupported

EDITORS = ("VISUAL", "EDITOR")


def editor() -> list[str]:
    """The command that `$VISUAL`, else `$EDITOR`, names; else vi."""
    named = next((value for name in EDITORS if (value := os.environ.get(name, "").strip())), "vi")
    return shlex.split(named)


def edit(app: App[None] | App[object], text: str) -> str | None:
    """The text as the editor left it; None where no editor could be started."""
    with tempfile.TemporaryDirectory(prefix="tracker-") as folder:
        path = Path(folder) / "note.md"
        path.write_text(text, encoding="utf-8")
        try:
            with app.suspend():
                subprocess.run([*editor(), str(path)], check=False)
        except (SuspendNotSupported, OSError):
            return None
        return path.read_text(encoding="utf-8", errors="replace")
