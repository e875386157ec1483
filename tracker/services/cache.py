"""Answers kept on disk for a while, so that nothing is asked twice. Losing it costs no more than asking again."""

import json
import time
from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tracker import private

DAY = 86_400.0
MOST = 1 << 27  # bytes on disk; beyond them the oldest answers go


class Kept(NamedTuple):
    """An answer as it was given. `headers` in lower case, those that matter later."""

    status: int
    headers: dict[str, str]
    body: bytes
    at: float  # seconds since 1970


class Cache:
    """A folder of answers by question. A file that cannot be read or written is as good as none."""

    def __init__(self, folder: Path, *, most: int = MOST) -> None:
        self.folder, self.most = folder, most
        self._pruned = False

    def get(self, question: str) -> Kept | None:
        try:
            told = json.loads(self._file(question).read_text("utf-8"))
            if told["question"] != question:
                return None
            return Kept(int(told["status"]), dict(told["headers"]), b64decode(told["body"]), float(told["at"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, question: str, kept: Kept) -> None:
        told = kept._asdict() | {"question": question, "body": b64encode(kept.body).decode()}
        file = self._file(question)
        with suppress(OSError):
            private.folder(file.parent)
            private.write(file, json.dumps(told))
            self._prune()

    def drop(self, question: str) -> None:
        """Forget an answer, as one that made no sense."""
        with suppress(OSError):
            self._file(question).unlink(missing_ok=True)

    def _file(self, question: str) -> Path:
        name = sha256(question.encode()).hexdigest()
        return self.folder / name[:2] / f"{name[2:]}.json"

    def _prune(self) -> None:
        """Once in a run: the oldest answers go until what is left has room."""
        if self._pruned:
            return
        self._pruned = True
        found = sorted(((file.stat(), file) for file in self.folder.glob("*/*")), key=lambda one: -one[0].st_mtime)
        size = 0
        for stat, file in found:
            size += stat.st_size
            if size > self.most or ("partial" in file.name and stat.st_mtime < time.time() - DAY):
                file.unlink()
