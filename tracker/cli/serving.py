"""The verb serve: the same screens in a browser."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.call import Call
from tracker.cli.options import Command, Option, Usage
from tracker.errors import TrackerError

if TYPE_CHECKING:
    from tracker.config import Settings
    from tracker.web.people import People

PORT = 8000
HOST = "127.0.0.1"


class NotServed(TrackerError):
    """The library cannot be served."""

    kind = "serve"


def run_serve(call: Call) -> None:
    """`tracker serve`."""
    from tracker.web.people import People

    call.end()
    people = People(call.settings.file.with_name("people.toml"))
    if _about_people(call, people):
        return
    if find_spec("textual_serve") is None:
        raise NotServed("Serving needs the extra: pip install 'tracker[web]'")
    _serve(call, people)


def _about_people(call: Call, people: People) -> bool:
    """Invite or dismiss, where that is asked."""
    if name := call.value("--invite"):
        call.out.say(f"{name} logs in with the pass phrase {people.invite(name)} (shown only this once)")
    elif name := call.value("--dismiss"):
        people.dismiss(name)
        call.out.say(f"{name} may log in no more")
    else:
        return False
    return True


def _serve(call: Call, people: People) -> None:
    from tracker.web.guard import loopback
    from tracker.web.server import Address, serve

    me = call.settings.me
    address = Address(call.value("--host") or HOST, _port(call), call.value("--url"))
    _fit(call, people)
    call.library.close()  # there is a library, and it can be opened
    call.out.say(f"serving at {address.url} until ctrl+c")
    if not people.names():
        call.out.say(f"log in as {me} with the pass phrase {people.welcome(me)}")
    if not loopback(address.host) and not address.url.startswith("https"):
        call.out.warn("others on the network can read along: put a proxy with TLS before it, and give its --url")
    call.out.flush()
    serve(address, people, _told(call.settings))


def _fit(call: Call, people: People) -> None:
    """On a server, everybody would write as the one role that the address names."""
    others = [name for name in people.names() if name != call.settings.me]
    if others and "://" in call.settings.library and not call.settings.library.startswith("sqlite"):
        raise NotServed(f"On a shared server {', '.join(others)} would write in your name; each serves for themselves")


def _port(call: Call) -> int:
    port = call.number("--port", least=1) or PORT
    if port > 65535:
        raise Usage("--port is a number from 1 to 65535")
    return port


def _told(settings: Settings) -> dict[str, str]:
    """What each window's program is told by its environment, which other people of the machine cannot read."""
    library = settings.library if "://" in settings.library else os.fspath(Path(settings.library).absolute())
    return {"TRACKER_LIBRARY": library} | ({"TRACKER_CONFIG": str(settings.file)} if settings.file.exists() else {})


COMMANDS = {
    "serve": Command(
        run_serve,
        "",
        """
Serves the screens to a browser, until ctrl+c. Everybody logs in: you with a pass phrase that is made and shown at
each start, or, once people were invited, they with theirs. What a person does there is done in their name. Only this
computer can reach the address unless --host says otherwise; then let a proxy with TLS stand before it, and give its
address with --url. Needs the extra: pip install 'tracker[web]'.
""",
        (
            Option("--host", "H", f"the address to listen at; {HOST} where none is given"),
            Option("--port", "P", f"the port; {PORT} where none is given"),
            Option("--url", "URL", "the address that people type, where a proxy stands before this one"),
            Option("--invite", "NAME", "let a person log in from now on, with a pass phrase that is shown once"),
            Option("--dismiss", "NAME", "let a person log in no more"),
        ),
        (
            ("tracker serve", "for yourself, in a browser on this computer"),
            ("tracker serve --invite bob", "a pass phrase for bob"),
            ("tracker serve --url https://papers.example.org", "behind a proxy"),
        ),
    ),
}
