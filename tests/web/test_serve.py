"""The screens in a real browser: log in, work, come back; and what strangers, other pages and too many windows get."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest

from tests.web.chromium import Browser, Page, chromium, found
from tracker.errors import NotFound
from tracker.library import Library
from tracker.web.people import People
from tracker.web.sessions import LIFETIME, Guesses, Sessions

if found() is None and os.environ.get("TRACKER_REQUIRE_CHROMIUM"):
    raise RuntimeError("a Chromium is required here, and there is none")

needs_browser = pytest.mark.skipif(found() is None, reason="there is no Chromium on this machine")
PHRASE = re.compile(r"log in as (\w+) with the pass phrase ([a-z-]+)")


class Served(NamedTuple):
    """A server that runs."""

    url: str
    name: str
    phrase: str
    process: int
    library: Path


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
def served(seeded: Path) -> Iterator[Served]:
    port = free_port()
    command = [sys.executable, "-m", "tracker", "serve", "--library", str(seeded), "--me", "ann", "--port", str(port)]
    environment = os.environ | {"HOME": str(seeded.parent), "XDG_CONFIG_HOME": str(seeded.parent), "SECRET": "hidden"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        said = next(match for line in server.stdout if (match := PHRASE.search(line)))
        wait_for(port)
        try:
            yield Served(f"http://127.0.0.1:{port}", said[1], said[2], server.pid, seeded)
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server does not listen")


def children(process: int) -> list[int]:
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(line) for line in told.stdout.split()]


async def comes(file: Path, begins: str) -> None:
    end = time.monotonic() + 30
    while not file.exists() or not file.read_text("utf-8").startswith(begins):
        assert time.monotonic() < end, f"{file.name} does not come: {list(file.parent.iterdir())}"
        await asyncio.sleep(0.1)


async def logged_in(browser: Browser, served: Served) -> Page:
    page = await browser.page(served.url)
    await page.shows("Pass phrase")
    await page.fill("name", served.name)
    await page.fill("phrase", served.phrase)
    await page.press("enter")
    await page.shows("36 shown")
    return page


@needs_browser
async def test_a_day_in_the_browser_is_kept(served: Served, tmp_path: Path) -> None:
    async with chromium() as browser:
        page = await logged_in(browser, served)
        await page.press("/", "Gravitational", "enter")
        await page.shows("1 shown")
        await page.press("t")
        await page.shows("tags of")
        await page.press("élan长度", "enter", "enter")
        await page.shows(r"\+élan长度")
        await page.press("escape")
        await page.hides("tags of")
        await page.shows("#élan长度")
        await page.press("e")
        await page.shows("while you type")
        await page.press("written in a browser", "escape")
        await page.shows("note saved")
        await page.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
        await page.press("W")
        await page.shows("write 1 paper to")
        await page.press("enter")
        await page.shows("sent 1 paper to your browser")
        await comes(tmp_path / "papers.bib", "@inproceedings{")
        await page.open(served.url)
        await page.shows("36 shown")
        await page.press("/", "has:note", "enter")
        await page.shows("1 shown")
        others = [
            url
            for url in page.asked
            if not url.startswith((served.url, served.url.replace("http", "ws"), "about:", "data:"))
        ]
        assert others == []
    with Library.open(served.library, "eve") as library:
        (note,) = library.all_notes()
        assert (note.body, note.author) == ("written in a browser", "ann")


@pytest.mark.slow
@needs_browser
async def test_twenty_windows_are_refused_politely_and_end_with_the_server(served: Served) -> None:
    async with chromium() as browser:
        first = await logged_in(browser, served)
        pages = [await browser.page(served.url) for _ in range(19)]
        for page in pages:
            await page.shows("36 shown|open already")
        assert sum("open already" in page.text for page in pages) == 16
        assert len(children(served.process)) == 4
        await first.press("j")
        windows = children(served.process)
        os.kill(served.process, signal.SIGKILL)
        end = time.monotonic() + 10
        while time.monotonic() < end and any(Path(f"/proc/{child}").exists() for child in windows):
            await asyncio.sleep(0.2)
        assert not any(Path(f"/proc/{child}/exe").exists() for child in windows)


@pytest.mark.slow
@needs_browser
async def test_another_page_neither_opens_the_socket_nor_logs_anybody_in(served: Served, tmp_path: Path) -> None:
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "index.html").write_text("<p>evil</p>")
    port = free_port()
    other = subprocess.Popen(
        [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(evil)],
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        async with chromium() as browser:
            await logged_in(browser, served)
            page = await browser.page(f"http://localhost:{port}/index.html")
            await page.shows("evil")
            socket_url = served.url.replace("http", "ws") + "/ws?width=80&height=24"
            attempt = f"""new Promise(done => {{ const s = new WebSocket("{socket_url}");
                s.onopen = () => done("open"); s.onerror = () => done("refused"); }})"""
            assert await page.value(attempt) == "refused"
            posting = f"""fetch("{served.url}/logout", {{method: "POST", credentials: "include", mode: "no-cors"}})
                .then(() => "sent", () => "refused")"""
            await page.value(posting)
            still = await browser.page(served.url)
            await still.shows("36 shown")
    finally:
        other.terminate()


async def test_strangers_get_nothing_but_the_login(served: Served) -> None:
    async with aiohttp.ClientSession() as client:
        async with client.get(served.url, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/login")
        for path in ("/ws", "/download/x"):
            async with client.get(served.url + path, headers={"Origin": served.url}) as answer:
                assert answer.status == 403, path
        async with client.get(f"{served.url}/static/") as answer:
            assert answer.status in (403, 404)
        async with client.get(served.url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421
        form, own = {"name": "ann", "phrase": "guess"}, {"Origin": served.url}
        async with client.post(f"{served.url}/login", data=form) as answer:
            assert answer.status == 403
        statuses = []
        for _ in range(6):
            async with client.post(f"{served.url}/login", data=form, headers=own) as answer:
                statuses.append(answer.status)
        assert statuses == [403] * 5 + [429]


async def test_the_cookie_and_the_headers_keep_the_page_to_itself(served: Served) -> None:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        form = {"name": served.name, "phrase": served.phrase}
        async with client.post(f"{served.url}/login", data=form, headers={"Origin": served.url}) as answer:
            assert answer.status == 200
            cookie = answer.history[0].headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        address = f"{served.url.replace('http', 'ws')}/ws?width=80&height=24"
        async with client.ws_connect(address, headers={"Origin": served.url}) as window:
            await window.receive(timeout=30)
            (child,) = children(served.process)
            told = Path(f"/proc/{child}/environ").read_bytes()
            assert b"SECRET" not in told
            assert b"TRACKER_ME=ann" in told
            async with client.post(f"{served.url}/logout", headers={"Origin": served.url}) as answer:
                assert "Pass phrase" in await answer.text()
            assert await ended(window)
            async with asyncio.timeout(20):
                while children(served.process):
                    await asyncio.sleep(0.1)


async def ended(window: aiohttp.ClientWebSocketResponse) -> bool:
    """Wait for the end of what a window is sent."""
    async with asyncio.timeout(20):
        while not window.closed:
            await window.receive()
    return True


async def test_who_is_dismissed_or_invited_anew_is_out_at_once(served: Served) -> None:
    people = People(served.library.parent / "tracker" / "people.toml")
    for turned_out in (people.dismiss, people.invite):
        phrase = people.invite("bob")
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
            form, own = {"name": "bob", "phrase": phrase}, {"Origin": served.url}
            async with client.post(f"{served.url}/login", data=form, headers=own) as answer:
                assert answer.url.path == "/"
            async with client.ws_connect(f"{served.url.replace('http', 'ws')}/ws", headers=own) as window:
                await window.receive(timeout=30)
                turned_out("bob")
                async with client.get(served.url) as answer:
                    assert answer.url.path == "/login"
                assert await ended(window)


async def test_while_nobody_can_read_who_may_log_in_nobody_does_and_then_all_is_as_it_was(served: Served) -> None:
    people = People(served.library.parent / "tracker" / "people.toml")
    phrase, whole = people.invite("bob"), people.file.read_bytes()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        form, own = {"name": "bob", "phrase": phrase}, {"Origin": served.url}
        await client.post(f"{served.url}/login", data=form, headers=own)
        async with client.ws_connect(f"{served.url.replace('http', 'ws')}/ws", headers=own) as window:
            await window.receive(timeout=30)
            people.file.write_bytes(whole + b"= half a line")
            async with client.get(served.url) as answer:
                assert answer.url.path == "/login"
            async with client.post(f"{served.url}/login", data=form, headers=own) as answer:
                assert answer.status == 403
            assert await ended(window)
        people.file.write_bytes(whole)
        async with client.get(served.url) as answer:
            assert answer.url.path == "/"


def test_who_may_log_in_is_kept_hashed_and_for_the_owner_alone(tmp_path: Path) -> None:
    people = People(tmp_path / "config" / "people.toml")
    first, second = people.invite("ann"), people.invite('b"ob')
    assert people.names() == ["ann", 'b"ob']
    assert people.knows("ann", first)
    assert people.knows('b"ob', second)
    assert not people.knows("ann", second)
    assert not people.knows("eve", first)
    assert first not in people.file.read_text()
    assert people.file.stat().st_mode & 0o077 == 0
    people.dismiss("ann")
    assert not people.knows("ann", first)
    with pytest.raises(NotFound, match="eve"):
        people.dismiss("eve")


def test_a_login_ends_after_half_a_day_and_guessing_has_to_wait() -> None:
    now = [0.0]
    sessions, guesses = Sessions(lambda: now[0]), Guesses(lambda: now[0])
    token = sessions.begin("ann", "kept")
    assert sessions.login(token) == ("ann", "kept", LIFETIME)
    assert sessions.login("other") is None
    for _ in range(5):
        assert not guesses.too_many("here/ann")
        guesses.wrong("here/ann")
    assert guesses.too_many("here/ann")
    assert not guesses.too_many("there/ann")
    now[0] = 61
    assert not guesses.too_many("here/ann")
    now[0] = LIFETIME + 1
    assert sessions.login(token) is None
