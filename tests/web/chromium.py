"""A real browser without a screen, driven by its own protocol; what the program draws is read off the socket."""

import asyncio
import base64
import json
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 30.0
COLUMNS, ROWS = 140, 40
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"),
    "--window-size=1400,900",
)
KEYS = {"enter": ("Enter", "\r", 13), "escape": ("Escape", "\x1b", 27)}


def found() -> str | None:
    """The browser's command, where one is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One tab. `asked` are the addresses that it asked for; `screen` is what the program drew into it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listening = asyncio.create_task(self._listen())
        self.asked: list[str] = []
        self.said: list[str] = []
        self.renew()

    def renew(self) -> None:
        self.screen = pyte.Screen(200, 80)
        self._stream = pyte.ByteStream(self.screen)

    async def tell(self, method: str, **values: object) -> dict[str, Any]:
        number = len(self._answers) + 1
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": values})
        return await asyncio.wait_for(self._answers[number], PATIENCE)

    async def open(self, url: str) -> None:
        self.renew()
        await self.tell("Page.navigate", url=url)

    async def value(self, script: str) -> Any:
        told = await self.tell("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return told["result"].get("value")

    async def fill(self, name: str, text: str) -> None:
        """Type into a field of a form."""
        await self.value(f"document.querySelector('[name={name}]').focus()")
        await self.tell("Input.insertText", text=text)
        typed = await self.value(f"document.querySelector('[name={name}]').value")
        assert typed == text

    async def press(self, *keys: str) -> None:
        """Keys by name, or text as it is typed."""
        for key in keys:
            for name, text, code in [KEYS[key]] if key in KEYS else _typed(key):
                await self.tell(
                    "Input.dispatchKeyEvent", type="keyDown", key=name, text=text, windowsVirtualKeyCode=code
                )
                await self.tell("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    async def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode((await self.tell("Page.captureScreenshot"))["data"]))

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def shows(self, pattern: str) -> None:
        """Wait until what the program drew, or the page itself, holds a text."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text) and not re.search(pattern, await self.body()):
            assert time.monotonic() < end, f"“{pattern}” is not shown:\n{self.text}\n{await self.body()}\n{self.said}"
            await asyncio.sleep(0.1)

    async def hides(self, text: str) -> None:
        """Wait until what the program drew does not hold a text any more."""
        end = time.monotonic() + PATIENCE
        while text in self.text:
            assert time.monotonic() < end, f"“{text}” is still shown:\n{self.text}"
            await asyncio.sleep(0.1)

    async def body(self) -> str:
        return str(await self.value("document.body ? document.body.innerText : ''"))

    async def _listen(self) -> None:
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers[told["id"]].set_result(told.get("result", {}))
            elif told.get("method") == "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                if frame["opcode"] == 2:
                    self._stream.feed(base64.b64decode(frame["payloadData"]))
            elif told.get("method") == "Network.requestWillBeSent":
                self.asked.append(told["params"]["request"]["url"])
            elif told.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                self.said.append(json.dumps(told["params"]))


def _typed(text: str) -> list[tuple[str, str, int]]:
    """Each letter with the code of its key, where it has one on every keyboard."""
    return [(one, one, ord(one.upper()) if one.isascii() and one.isalnum() else 0) for one in text]


class Browser:
    """A browser with a profile of its own; its tabs share their cookies."""

    def __init__(self, client: aiohttp.ClientSession, port: str) -> None:
        self._client = client
        self._base = f"http://127.0.0.1:{port}"

    async def page(self, url: str = "about:blank") -> Page:
        async with self._client.put(f"{self._base}/json/new?about:blank") as answer:
            address = (await answer.json())["webSocketDebuggerUrl"]
        page = Page(await self._client.ws_connect(address, max_msg_size=0))
        for domain in ("Page", "Network", "Runtime", "Log"):
            await page.tell(f"{domain}.enable")
        await page.open(url)
        return page


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the browser; it is gone at the end."""
    command = found()
    assert command is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            *(command, *OPTIONS, f"--user-data-dir={profile}", "about:blank"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            told = Path(profile) / "DevToolsActivePort"
            end = time.monotonic() + PATIENCE
            while not told.exists() or not told.read_text():
                assert time.monotonic() < end, "the browser does not start"
                await asyncio.sleep(0.1)
            async with aiohttp.ClientSession() as client:
                yield Browser(client, told.read_text().splitlines()[0])
        finally:
            process.kill()
            await process.wait()
