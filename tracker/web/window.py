"""One browser window: a process of the person's own, without a shell, with no more of the environment than it needs."""

import asyncio
import ctypes
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from typing import Any

from textual_serve.app_service import AppService

GRACE = 5.0  # seconds to end in, before the process is killed
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
OPENED = ("http://", "https://")
DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


class Window(AppService):
    """The program behind a window. `told` is what it is told by its environment: library, person, settings."""

    def __init__(self, told: Mapping[str, str], **ways: Any) -> None:
        super().__init__("", **ways)
        self._told = told

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tracker.web.program"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=self._build_environment(width, height),
            preexec_fn=_die_with_server if sys.platform == "linux" else None,
        )
        assert process.stdin is not None
        self._stdin = process.stdin
        # the base class reads what the program says beside its screen; ours keeps such things in a report
        process.stderr = asyncio.StreamReader()
        process.stderr.feed_eof()
        return process

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        driver = {
            "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "TERM_PROGRAM_VERSION": version("textual-serve"),
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        return kept | driver | dict(self._told)

    async def on_meta(self, data: bytes) -> None:
        """What the program asks of the browser; a link only where it leads to a page."""
        asked = json.loads(data)
        if asked.get("type") != "open_url" or str(asked.get("url", "")).lower().startswith(OPENED):
            await super().on_meta(data)

    async def stop(self) -> None:
        """End the program; kill it where it does not end by itself."""
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(super().stop(), GRACE)
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _die_with_server() -> None:
    """In the new process, before the program: have the kernel end it when the server ends, however that comes."""
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGTERM)
