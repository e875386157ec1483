"""Writing text in the person's own editor."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

from tracker.errors import TrackerError


class EditorFailed(TrackerError):
    """The editor could not be run, or said that it failed."""

    kind = "editor"


class Edited:
    """`with Edited(start, name) as edited`: the text as it was left. The file goes when the block ends well."""

    def __init__(self, start: str, name: str) -> None:
        stem = "-".join(re.findall(r"\w+", name))[:40] or "note"
        handle, path = tempfile.mkstemp(suffix=".md", prefix=f"{stem}-", text=True)
        self.path = Path(path)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(start)
        except OSError:
            self.path.unlink()
            raise
        self.text = self._start = start

    def __enter__(self) -> Edited:
        try:
            edit(self.path)
        except EditorFailed as error:
            raise self._kept(error) from None
        try:
            self.text = self.path.read_text("utf-8").removesuffix("\n")
        except UnicodeDecodeError:
            raise self._kept(EditorFailed("The editor wrote something else than UTF-8")) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.path.unlink(missing_ok=True)
        elif isinstance(error, TrackerError):
            self._kept(error)

    def _kept(self, error: TrackerError) -> TrackerError:
        """The error, telling where the text is; the file goes where nothing was written."""
        if self.path.exists() and self.path.read_bytes() == self._start.encode():
            self.path.unlink()
        else:
            error.args = (f"{error}; the text is in {self.path}",)
        return error


def edit(path: Path) -> None:
    """Open the file in $VISUAL or $EDITOR and wait until it is left."""
    typed = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        command = shlex.split(typed)
        code = subprocess.run([*command, str(path)], check=False).returncode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise EditorFailed(f"The editor {typed} cannot be run ({reason}); set $VISUAL or $EDITOR") from None
    if code:
        raise EditorFailed(f"The editor {typed} ended with {code}")
