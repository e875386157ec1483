"""Numbers in a query: 3, >=4, 2..4, 2.., ..4 and 2..<4, read as bounds."""

import re

NUMBER = re.compile(r"-?(?:[0-9]{1,15}(?:\.[0-9]{1,15})?|\.[0-9]{1,15})")

Bounds = tuple[float | None, float | None, bool, bool]  # low, high, low is open, high is open


def bounds(op: str, value: str) -> Bounds | None:
    """What `op value` stands for; None where `value` is no number."""
    first, dots, last = value.partition("..")
    if dots:
        return _range(first, last) if op == ":" else None
    if not NUMBER.fullmatch(first):
        return None
    number = float(first)
    match op:
        case "<" | "<=":
            return None, number, False, op == "<"
        case ">" | ">=":
            return number, None, op == ">", False
        case _:
            return number, number, False, False


def turned(value: str) -> str:
    """A range from the higher number to the lower one as it is read, the other way round; else empty."""
    first, _, last = value.partition("..")
    found = NUMBER.fullmatch(first) and NUMBER.fullmatch(last)
    return f"{last}..{first}" if found and float(first) > float(last) else ""


def beyond(bounds: Bounds, least: float, most: float) -> bool:
    """Whether no number from `least` to `most` is within the bounds."""
    low, high, low_open, high_open = bounds
    below = high is not None and (high < least or (high_open and high == least))
    above = low is not None and (low > most or (low_open and low == most))
    return below or above


def _range(first: str, last: str) -> Bounds | None:
    before = last.startswith("<")
    last = last.removeprefix("<")
    if not (first or last) or any(end and not NUMBER.fullmatch(end) for end in (first, last)):
        return None
    low, high = (float(end) if end else None for end in (first, last))
    if low is not None and high is not None and low > high and not before:
        low, high = high, low
    return low, high, False, before and high is not None
