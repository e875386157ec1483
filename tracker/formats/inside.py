"""What an object of JSON or YAML holds under some names."""

from collections.abc import Mapping
from typing import Any


def at(item: Mapping[str, Any], path: str) -> Any:
    """What stands under a path of names, None where there is nothing."""
    head, _, rest = path.partition(".")
    found: Any = item.get(head)
    for name in rest.split(".") if rest and found else ():
        if isinstance(found, dict):  # what JSON and YAML make; asking for any mapping takes thrice as long
            found = found.get(name)
        elif isinstance(found, list) and name.isdigit():
            found = found[int(name)] if int(name) < len(found) else None
        else:
            return None
    return found


def first(item: Mapping[str, Any], *paths: str) -> str | None:
    """The first text or number under some paths; of a list its first, of an object its name."""
    for path in paths:
        if (path in item or "." in path) and (found := text(at(item, path))):
            return found
    return None


def text(value: Any) -> str | None:
    """A text or number as text; of a list the first, of an object what names it."""
    match value:
        case str():
            return value.strip() or None
        case bool() | float():
            return None
        case int():
            return str(value)
        case [head, *_]:
            return text(head)
        case (
            {"value": inner}
            | {"name": inner}
            | {"display_name": inner}
            | {"title": inner}
            | {"note": inner}
            | {"p": inner}
        ):
            return text(inner)
    return None


def texts(item: Mapping[str, Any], *names: str) -> list[str]:
    """All texts under some names, those of lists too."""
    found = [item.get(name) for name in names]
    each = [part for value in found for part in (value if isinstance(value, list) else [value])]
    return [told for part in each if (told := text(part))]
