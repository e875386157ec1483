"""TOML files of people: read to plain values, with errors that name the file."""

from collections.abc import Iterable
from pathlib import Path

from tracker.errors import Unreadable


def table(path: Path) -> dict[str, object]:
    """What the file says. Raises Unreadable with the file's name and, for bad TOML, the line."""
    import tomli

    try:
        return tomli.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not UTF-8 text") from None
    except tomli.TOMLDecodeError as error:
        raise Unreadable(f"{path} is not valid TOML: {error}") from None


def meant(word: str, known: Iterable[str]) -> str:
    """` (did you mean x?)`, or nothing where no known word is near."""
    from tracker.query.near import nearest

    near = nearest(word, known)
    return f" (did you mean {near}?)" if near else ""


def kind(value: object) -> str:
    """What a person calls a value of this type."""
    names = {
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), "a date or time")
