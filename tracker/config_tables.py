"""The tables of config.toml: each read to plain values, with errors that name the file and the key."""

from pathlib import Path

from tracker.errors import Unreadable
from tracker.terms import Kept
from tracker.text.standing import WordLists
from tracker.toml import kind

MOST_KEPT = {"days": 36_500, "steps": 1_000_000_000}


def keymap(value: object, file: Path, above: str = "") -> dict[str, str]:
    """Command id → keys. `status.done = "d"` makes tables within tables in TOML; they are joined again."""
    if not isinstance(value, dict):
        raise wrong(file, above or "keymap", "a table of commands and keys", value)
    keys: dict[str, str] = {}
    for name, wanted in value.items():
        where = f"{above}.{name}" if above else name
        if isinstance(wanted, dict):
            keys |= keymap(wanted, file, where)
        else:
            keys[where] = _keys(wanted, file, f"keymap.{where}")
    return keys


def _keys(wanted: object, file: Path, where: str) -> str:
    parts = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise wrong(file, where, "a key or a list of keys", wanted)
    return ",".join(key.strip() for part in parts for key in part.split(",") if key.strip())


def templates(value: object, file: Path) -> dict[str, str]:
    """Collection → text."""
    if not isinstance(value, dict):
        raise wrong(file, "templates", "a table of collections and texts", value)
    for name, text in value.items():
        if not isinstance(text, str):
            raise wrong(file, f"templates.{name}", "text", text)
    return value


def macros(value: object, file: Path) -> dict[str, str]:
    """Letter → line of commands."""
    if not isinstance(value, dict):
        raise wrong(file, "macros", "a table of letters and lines of commands", value)
    for letter, line in value.items():
        if not isinstance(line, str) or len(letter) != 1 or not letter.isalnum() or not letter.isascii():
            raise Unreadable(f"{file}: macros.{letter} must be a letter or digit with a line of commands")
    return value


def words(value: object, file: Path) -> WordLists:
    """The lists of words that are always lit."""
    if not isinstance(value, dict) or set(value) - {"include", "exclude"}:
        raise wrong(file, "words", "a table with include and exclude, each a list of words", value)
    lists = [value.get(name, []) for name in ("include", "exclude")]
    if not all(isinstance(some, list) and all(isinstance(word, str) for word in some) for some in lists):
        raise wrong(file, "words", "a table with include and exclude, each a list of words", value)
    return WordLists(tuple(lists[0]), tuple(lists[1]))


def kept(value: object, file: Path) -> Kept:
    """How far back history reaches."""
    if not isinstance(value, dict) or set(value) - set(Kept._fields):
        raise wrong(file, "history", "a table with days and steps", value)
    for name, number in value.items():
        if type(number) is not int or not 1 <= number <= MOST_KEPT[name]:
            raise Unreadable(f"{file}: history.{name} must be a whole number from 1 to {MOST_KEPT[name]}")
    return Kept(**value)


def wrong(file: Path, key: str, wanted: str, value: object) -> Unreadable:
    return Unreadable(f"{file}: {key} must be {wanted}, not {kind(value)}")
