"""What people did on a paper, as our own format keeps it beside the record: older wordings, annotations, comments,
votes and notes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from tracker.formats.annotations import Mark, Remark, known_id
from tracker.formats.fields import whole
from tracker.formats.record import Ballot, Wording, Written

KINDS: dict[str, type[Mark | Remark | Wording | Ballot | Written]] = {
    "wordings": Wording,
    "annotations": Mark,
    "comments": Remark,
    "votes": Ballot,
    "written": Written,
}


def told(value: tuple[Any, ...]) -> dict[str, Any]:
    """A value as JSON holds it: what it does not say is left out."""
    named = cast(NamedTuple, value)
    defaults = named._field_defaults
    return {
        name: _plain(part) for name, part in named._asdict().items() if name not in defaults or part != defaults[name]
    }


def read(name: str, items: object) -> tuple[Any, ...]:
    """The values of a list that `told` made; ValueError where it is something else."""
    if not isinstance(items, list):
        raise ValueError(f"{name} must be a list")
    return tuple(_value(KINDS[name], item) for item in items)


def _plain(part: Any) -> Any:
    if isinstance(part, datetime):
        return part.isoformat()
    if isinstance(part, tuple):
        return [told(one) if hasattr(one, "_fields") else one for one in part]
    return part


def _value(kind: Any, item: object) -> Any:
    if not isinstance(item, Mapping):
        raise ValueError(f"a {kind.__name__.lower()} must be an object")
    hints = get_type_hints(kind)
    parts = {name: _part(hints[name], item[name]) for name in hints if name in item}
    parts |= {name: known_id(parts[name]) for name in ("id", "parent") if parts.get(name)}
    if missing := [name for name in hints if name not in parts and name not in kind._field_defaults]:
        raise ValueError(f"a {kind.__name__.lower()} has no {missing[0]}")
    return kind(**parts)


def _part(hint: Any, part: object) -> Any:
    """A part as its field holds it: a text, a number, a moment, or a list of these."""
    held = get_args(hint) or (hint,)
    match part:
        case str() if datetime in held:
            moment = datetime.fromisoformat(part)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        case str() if str in held and Ellipsis not in held:
            return whole(part)
        case list() if Ellipsis in held:
            return tuple(_part(str, one) if held[0] is str else _value(held[0], one) for one in part)
        case bool() if bool in held:
            return part
        case int() if int in held and not isinstance(part, bool):
            return part
    raise ValueError(f"{part!r} is not what is written there")
