"""What the settings say about other machines: services to ask about papers, and feeds to take papers from."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.errors import Unreadable
from tracker.toml import kind, meant

SERVICES = ("arxiv", "openreview", "crossref", "openalex", "semanticscholar")
OF_SERVICES = ("contact", "ask", "sure", "offline")
OF_ONE = ("url", "key", "pause")
OF_FEED = ("url", "name", "collection", "tags")


class Access(NamedTuple):
    """What is set for one service: another address, a key, seconds between questions."""

    url: str = ""
    key: str = ""
    pause: float | None = None


class Feed(NamedTuple):
    """A feed to take new papers from."""

    url: str
    name: str = ""
    collection: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return self.name or self.url


class Network(NamedTuple):
    """Whom to ask and how."""

    contact: str | None = None  # an e-mail address for the services' polite pools
    ask: tuple[str, ...] = SERVICES  # in this order
    sure: float | None = None  # the least certainty that counts as the same paper; None: the program's own
    access: Mapping[str, Access] = {}
    feeds: tuple[Feed, ...] = ()
    offline: bool = False  # ask nobody, whatever was asked for


def network(file: Path, services: object, feeds: object, environ: Mapping[str, str] = os.environ) -> Network:
    """The tables `[services]` and `[[feeds]]` of the settings. Raises Unreadable that names the key."""
    told = _table(file, "services", services)
    access = {name: _access(file, name, one) for name, one in told.items() if name in SERVICES}
    _known(file, "services", told, (*OF_SERVICES, *SERVICES))
    ask = _texts(file, "services.ask", told.get("ask"))
    for name in ask:
        if name not in SERVICES:
            raise Unreadable(f"{file}: services.ask: there is no service {name}{meant(name, SERVICES)}")
    sure = _number(file, "services.sure", told.get("sure"), most=1.0)
    contact = _text(file, "services.contact", told.get("contact")) or None
    if contact and ("@" not in contact or not contact.isascii() or any(map(str.isspace, contact))):
        raise Unreadable(f"{file}: services.contact must be an e-mail address, not {contact}")
    offline = told.get("offline", False)
    if not isinstance(offline, bool):
        raise Unreadable(f"{file}: services.offline must be true or false, not {kind(offline)}")
    offline |= bool(environ.get("TRACKER_OFFLINE"))
    return Network(contact, ask or SERVICES, sure, access, _feeds(file, feeds), offline)


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where answers of services and feeds are kept for a while."""
    import platformdirs

    told = environ.get("TRACKER_CACHE")
    return Path(told).expanduser() if told else Path(platformdirs.user_cache_dir("tracker", appauthor=False))


def _access(file: Path, name: str, value: object) -> Access:
    told = _table(file, f"services.{name}", value)
    _known(file, f"services.{name}", told, OF_ONE)
    url, key = (_text(file, f"services.{name}.{one}", told.get(one)) for one in ("url", "key"))
    if url and not url.startswith(("http://", "https://")):
        raise Unreadable(f"{file}: services.{name}.url must begin with https:// or http://")
    return Access(url, key, _number(file, f"services.{name}.pause", told.get("pause")))


def _feeds(file: Path, value: object) -> tuple[Feed, ...]:
    if not isinstance(value, list):
        raise Unreadable(f"{file}: feeds must be tables, each under its own [[feeds]], not {kind(value)}")
    return tuple(_feed(file, f"feeds {number}", one) for number, one in enumerate(value, 1))


def _feed(file: Path, where: str, value: object) -> Feed:
    told = _table(file, where, value)
    _known(file, where, told, OF_FEED)
    url, name, collection = (_text(file, f"{where}.{one}", told.get(one)) for one in ("url", "name", "collection"))
    if not url.startswith(("http://", "https://")):
        raise Unreadable(f"{file}: {where} needs a url that begins with https:// or http://")
    return Feed(url, name, collection or None, _texts(file, f"{where}.tags", told.get("tags")))


def _known(file: Path, where: str, told: Mapping[str, object], known: Sequence[str]) -> None:
    for key in told:
        if key not in known:
            raise Unreadable(f"{file}: unknown key {where}.{key}{meant(key, known)}")


def _table(file: Path, where: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Unreadable(f"{file}: {where} must be a table, not {kind(value)}")
    return value


def _text(file: Path, where: str, value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise Unreadable(f"{file}: {where} must be text, not {kind(value)}")
    return (value or "").strip()


def _texts(file: Path, where: str, value: object) -> tuple[str, ...]:
    value = [] if value is None else value
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Unreadable(f"{file}: {where} must be a list of texts, not {kind(value)}")
    return tuple(value)


def _number(file: Path, where: str, value: object, most: float = 3600.0) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise Unreadable(f"{file}: {where} must be a number from 0 to {most:g}")
    return float(value)
