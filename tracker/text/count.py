"""How many there are of a thing, in words."""


def counted(number: int, thing: str) -> str:
    """`0 papers`, `1 paper`, `1,234 papers`; for things that take an s when they are more."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
