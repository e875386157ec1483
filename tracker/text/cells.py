"""How much room a text takes in a terminal, and how to cut it to a room."""

import unicodedata


def cells(text: str) -> int:
    """How many terminal cells a text takes: two for wide characters, none for combining marks and joiners."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def fitting(text: str, width: int) -> str:
    """The longest beginning of whole words that takes at most `width` cells; half a word where there is no space."""
    if len(text) <= width and cells(text) <= width:
        return text
    if text[: width + 1].isascii():
        return _at_space(text, width, width)
    taken = 0
    for position, char in enumerate(text):
        taken += _width(char)
        if taken > width:
            return _at_space(text, position, width)
    return text


def _at_space(text: str, position: int, width: int) -> str:
    space = text.rfind(" ", 0, position + 1)
    return text[:space] if space > width // 3 else text[:position]


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
