"""Settings: flags before environment before config.toml before defaults."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from tracker import config_tables
from tracker.config_tables import wrong
from tracker.errors import LibraryUnavailable, Unreadable
from tracker.keysets import DEFAULT, SETS
from tracker.terms import Kept
from tracker.text.standing import WordLists
from tracker.toml import meant, table

if TYPE_CHECKING:
    from tracker.network import Network

NAME = "tracker"
KEYS = (
    *("library", "me", "theme", "ascii", "cursor", "seed", "dim", "review", "keys"),
    *("keymap", "services", "feeds", "templates", "macros", "words", "history"),
)


class Settings(NamedTuple):
    """What was set, in the flags, the environment or the file."""

    library: str  # a path or a URL
    me: str
    theme: str | None  # None: the interface's own
    keys: str  # the set of keys that comes with the program
    keymap: Mapping[str, str]  # over it: command id → its keys, separated by commas
    seed: bool
    dim: bool  # in the Reader, all but the sentence that is read
    file: Path  # the config file, whether it is there or not
    warnings: tuple[str, ...]  # what in the file was not understood
    templates: Mapping[str, str] = {}  # collection → what a new note begins with
    macros: Mapping[str, str] = {}  # letter → a line of commands
    words: WordLists = WordLists()  # that are always lit
    review: bool = False  # whether what comes back today is told at the start
    ascii: bool = False  # whether signs and lines are drawn in ASCII
    cursor: bool = False  # whether the terminal's own cursor is seen
    kept: Kept = Kept()  # how far back history reaches
    outside: Mapping[str, object] = {}  # `services` and `feeds` as they stand in the file; few commands need them

    def network(self) -> "Network":
        """Whom to ask over the network, and how."""
        from tracker.network import network

        return network(self.file, self.outside.get("services", {}), self.outside.get("feeds", []))


def settings(
    *,
    library: str | None = None,
    me: str | None = None,
    config: str | None = None,
    seed: bool | None = None,
    ascii: bool | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings in force. Raises Unreadable that names the file and the key, or the empty option."""
    _not_empty(library=library, me=me, config=config)
    file = config_file(config, environ)
    found = _from(file, told=bool(config or environ.get("TRACKER_CONFIG")))
    return Settings(
        library=library or _home(environ.get("TRACKER_LIBRARY")) or _library(found, file) or default_library(),
        me=_name(me) or _name(environ.get("TRACKER_ME")) or _name(_text(found, file, "me")) or login_name(environ),
        theme=_text(found, file, "theme"),
        keys=key_set(_text(found, file, "keys") or DEFAULT, f"{file}: "),
        keymap=config_tables.keymap(found.get("keymap", {}), file) | _own_keys(file.with_name("keys.toml")),
        seed=_flag(found, file, "seed") if seed is None else seed,
        dim=_flag(found, file, "dim"),
        file=file,
        warnings=_unknown(found, file),
        templates=config_tables.templates(found.get("templates", {}), file),
        macros=config_tables.macros(found.get("macros", {}), file),
        words=config_tables.words(found.get("words", {}), file),
        review=_flag(found, file, "review", usual=False),
        ascii=_flag(found, file, "ascii", usual=environ.get("TERM") == "linux") if ascii is None else ascii,
        cursor=_flag(found, file, "cursor", usual=False),
        kept=config_tables.kept(found.get("history", {}), file),
        outside={key: found[key] for key in ("services", "feeds") if found.get(key)},
    )


def config_file(config: str | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The config file that counts, whether it is there or not."""
    told = config or environ.get("TRACKER_CONFIG")
    if told:
        return Path(_home(told) or told)
    try:
        return _folder("config") / "config.toml"
    except RuntimeError:  # no home folder: nothing is set
        return Path(os.devnull)


def without_password(library: str) -> str:
    """A library's address as it may be shown and kept: for passwords there is ~/.pgpass."""
    if "://" not in library:
        return library
    scheme, _, rest = library.partition("://")
    place, mark, options = rest.partition("?")
    who, at, where = place.rpartition("@")
    kept = "&".join(option for option in options.split("&") if not option.lower().startswith("password="))
    return f"{scheme}://{who.partition(':')[0]}{at}{where}{mark if kept else ''}{kept}"


def default_library() -> str:
    """library.db in the folder where this system keeps a person's data."""
    try:
        return str(_folder("data") / "library.db")
    except RuntimeError:
        raise LibraryUnavailable("There is no home folder to keep a library in; say --library FILE") from None


def _folder(kind: Literal["config", "data"]) -> Path:
    """Where this system keeps such files. RuntimeError: there is no home folder.

    The plain case on Linux is written out, because importing platformdirs takes a tenth of `tracker list`.
    """
    variable, usual = ("XDG_CONFIG_HOME", ".config") if kind == "config" else ("XDG_DATA_HOME", ".local/share")
    told, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ and os.path.isabs(home):
        return Path(told if os.path.isabs(told) else f"{home}/{usual}") / NAME
    import platformdirs

    ask = platformdirs.user_config_dir if kind == "config" else platformdirs.user_data_dir
    return Path(ask(NAME, appauthor=False))


def login_name(environ: Mapping[str, str] = os.environ) -> str:
    """The name one is logged in by; "me" where the system knows none."""
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        if name := _name(environ.get(variable)):
            return name
    try:
        import pwd
    except ImportError:
        return "me"
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return "me"


def _from(file: Path, *, told: bool) -> dict[str, object]:
    if not told and not file.exists():
        return {}
    return table(file)


def _unknown(found: Mapping[str, object], file: Path) -> tuple[str, ...]:
    unknown = [key for key in found if key not in KEYS]
    return tuple(f"{file}: unknown key {key}{meant(key, KEYS)}; it is left out" for key in unknown)


def _library(found: Mapping[str, object], file: Path) -> str | None:
    place = _home(_text(found, file, "library"))
    return place if not place or "://" in place else str(file.parent / place)


def _home(place: str | None) -> str | None:
    """With ~ for the home folder written out; a URL stays as it is."""
    return os.path.expanduser(place) if place and place.startswith("~") else place


def _own_keys(file: Path) -> dict[str, str]:
    """The keymap in a file of its own, where there is one."""
    return config_tables.keymap(table(file), file) if file.exists() else {}


def key_set(name: str, where: str = "") -> str:
    """The name of a set of keys that there is. Raises Unreadable."""
    if name not in SETS:
        raise Unreadable(f"{where}there are the keys {', '.join(SETS)}{meant(name, tuple(SETS))}, not “{name}”")
    return name


def _text(found: Mapping[str, object], file: Path, key: str) -> str | None:
    value = found.get(key)
    if value is not None and not isinstance(value, str):
        raise wrong(file, key, "text", value)
    return value or None


def _flag(found: Mapping[str, object], file: Path, key: str, *, usual: bool = True) -> bool:
    value = found.get(key, usual)
    if not isinstance(value, bool):
        raise wrong(file, key, "true or false", value)
    return value


def _name(name: str | None) -> str | None:
    return " ".join(name.split()) or None if name else None


def _not_empty(**options: str | None) -> None:
    for option, value in options.items():
        if value is not None and not value.strip():
            raise Unreadable(f"--{option} is empty; leave it out, or say which")
