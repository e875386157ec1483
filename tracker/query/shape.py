"""Puts nodes together so that equal meanings have equal shapes: flat And and Or, never with one part, no double Not."""

from collections.abc import Iterable

from tracker.query.tree import And, Node, Not, Or


def all_of(parts: Iterable[Node | None], start: int, end: int) -> Node | None:
    """What matches all parts that say something; None if none does."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else [part] if part is not None else [])
    return And(tuple(flat), start, end) if len(flat) > 1 else flat[0] if flat else None


def any_of(parts: Iterable[Node | None], start: int, end: int) -> Node | None:
    """What matches any part that says something; None if none does."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else [part] if part is not None else [])
    return Or(tuple(flat), start, end) if len(flat) > 1 else flat[0] if flat else None


def none_of(part: Node | None, start: int, end: int) -> Node | None:
    """What `part` does not match."""
    if part is None:
        return None
    return part.part if isinstance(part, Not) else Not(part, start, end)


def enclosed(part: Node | None, start: int, end: int) -> Node | None:
    """The part with its brackets inside its positions; a single term keeps its own."""
    return part._replace(start=start, end=end) if isinstance(part, And | Or) else part
