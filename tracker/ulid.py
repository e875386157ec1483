"""Ids that need no counter: 48 bits of milliseconds and 80 of chance, in Crockford's base 32 (github.com/ulid/spec)."""

import time

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SIZE = 26
SHORT = 6  # letters at the end of an id that people see


def ulid() -> str:
    """A new id; later ones sort behind those of earlier milliseconds."""
    from secrets import randbits  # imports hashlib, which those who only read ids need not

    return encoded(time.time_ns() // 1_000_000 << 80 | randbits(80))


def encoded(number: int) -> str:
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(SIZE)))


def decoded(text: str) -> int:
    """The number that an id stands for; ValueError where it is none."""
    if len(text) != SIZE:
        raise ValueError(f"{text!r} is no ULID")
    number = 0
    for letter in text.upper():
        number = number << 5 | LETTERS.index(letter)  # ValueError for what is no letter
    if number >> 128:
        raise ValueError(f"{text!r} is no ULID")
    return number


def short(text: str) -> str:
    """An annotation's id as people see and type it: `^m-7f3a2c`."""
    return f"^m-{text[-SHORT:].lower()}"
