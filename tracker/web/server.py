"""The server: a login, then for each window a program of the person's own."""

import asyncio
import html
import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import NamedTuple

from aiohttp import web
from textual_serve.server import Server as TextualServer
from textual_serve.server import to_int

from tracker.web.guard import guarded, origins
from tracker.web.people import People
from tracker.web.sessions import LIFETIME, Guesses, Sessions
from tracker.web.window import Window

PAGES = Path(__file__).parent / "pages"
WINDOWS = 4  # of one person
ALL_WINDOWS = 16
COOKIE = "tracker"
LOOK = 2.0  # seconds from one look at whether a window's person is still logged in to the next
LARGEST = (400, 200)  # columns and rows
FULL = "\x1b[2J\x1b[H\r\n  You have {count} windows open already. Close one of them, then reload this page.\r\n"


class Address(NamedTuple):
    """Where the server listens, and by what address others reach it (a proxy with TLS), if by another."""

    host: str
    port: int
    public_url: str | None = None

    @property
    def url(self) -> str:
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")


class Server(TextualServer):
    """Serves one library to the people who may log in. `told` goes to each program by its environment."""

    def __init__(self, address: Address, people: People, told: Mapping[str, str]) -> None:
        super().__init__("tracker", address.host, address.port, "tracker", address.url)
        self.address = address
        self.people = people
        self.told = told
        self.sessions = Sessions()
        self.guesses = Guesses()
        self.windows: Counter[str] = Counter()

    def initialize_logging(self) -> None:
        """Tell what goes wrong, and not who asked for what."""
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")

    async def _make_app(self) -> web.Application:
        guard = guarded(origins(self.address.host, self.address.port, self.address.public_url))
        app = web.Application(middlewares=[guard], client_max_size=4096)
        app.add_routes(
            [
                web.get("/", self.handle_window, name="index"),
                web.get("/login", self.handle_login),
                web.post("/login", self.handle_phrase),
                web.post("/logout", self.handle_logout),
                web.get("/ws", self.handle_websocket, name="websocket"),
                web.get("/download/{key}", self.handle_download, name="download"),
                web.static("/static", self.statics_path, name="static"),
                web.static("/pages", PAGES),
            ]
        )
        return app

    # Pages

    def _name(self, request: web.Request) -> str | None:
        """Who asks; nobody once they may log in no more, or only by another pass phrase."""
        login = self.sessions.login(request.cookies.get(COOKIE))
        return login.name if login and login.kept == self.people.kept(login.name) else None

    async def handle_window(self, request: web.Request) -> web.Response:
        name = self._name(request)
        if name is None:
            raise web.HTTPSeeOther("/login")
        socket = self.address.url.replace("http", "ws", 1) if self.address.public_url else f"ws://{request.host}"
        size = min(40, max(8, to_int(request.query.get("fontsize", "16"), 16)))
        return _page("window.html", socket=f"{socket}/ws", size=str(size), name=name)

    async def handle_login(self, request: web.Request) -> web.Response:
        return _page("login.html", said="", name="")

    async def handle_phrase(self, request: web.Request) -> web.StreamResponse:
        form = await request.post()
        name, phrase = str(form.get("name", "")).strip(), str(form.get("phrase", ""))
        source = f"{request.remote}/{name}"
        if self.guesses.too_many(source):
            return _page("login.html", 429, said="Too many wrong phrases; wait a minute.", name=name)
        if not await asyncio.to_thread(self.people.knows, name, phrase):
            self.guesses.wrong(source)
            return _page("login.html", 403, said="That name and phrase do not go together.", name=name)
        self.guesses.right(source)
        answer = web.HTTPSeeOther("/")
        answer.set_cookie(
            *(COOKIE, self.sessions.begin(name, self.people.kept(name) or "")),
            httponly=True,
            samesite="Strict",
            secure=self.address.url.startswith("https"),
            max_age=int(LIFETIME),
        )
        return answer

    async def handle_logout(self, request: web.Request) -> web.StreamResponse:
        self.sessions.end(request.cookies.get(COOKIE))
        answer = web.HTTPSeeOther("/login")
        answer.del_cookie(COOKIE)
        return answer

    async def handle_download(self, request: web.Request) -> web.StreamResponse:
        if self._name(request) is None:
            raise web.HTTPForbidden(text="Log in first.")
        return await super().handle_download(request)

    # Windows

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        name = self._name(request)
        if name is None:
            raise web.HTTPForbidden(text="Log in first.")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=1 << 20)
        await socket.prepare(request)
        if self.windows[name] >= WINDOWS or self.windows.total() >= ALL_WINDOWS:
            await socket.send_bytes(FULL.format(count=self.windows[name]).encode())
            await asyncio.sleep(1)  # the page shows what comes before the end only when it is drawn
            await socket.close()
            return socket
        self.windows[name] += 1
        watch = asyncio.create_task(self._end_with_login(socket, request))
        try:
            await self._run(socket, request, name)
        finally:
            watch.cancel()
            self.windows[name] -= 1
        return socket

    async def _end_with_login(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        while self._name(request):
            await asyncio.sleep(LOOK)
        await socket.close()

    async def _run(self, socket: web.WebSocketResponse, request: web.Request, name: str) -> None:
        window = Window(
            dict(self.told) | {"TRACKER_ME": name},
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=socket.close,
            download_manager=self.download_manager,
        )
        width, height = (to_int(request.query.get(side, ""), 0) for side in ("width", "height"))
        try:
            await window.start(min(width or 80, LARGEST[0]), min(height or 24, LARGEST[1]))
            await self._process_messages(socket, window)
        finally:
            await window.stop()


def _page(file: str, status: int = 200, **values: str) -> web.Response:
    filled = Template((PAGES / file).read_text(encoding="utf-8")).substitute(
        {key: html.escape(value) for key, value in values.items()}
    )
    return web.Response(text=filled, status=status, content_type="text/html", charset="utf-8")


def serve(address: Address, people: People, told: Mapping[str, str]) -> None:
    """Serve until the program is ended."""
    Server(address, people, told).serve()
