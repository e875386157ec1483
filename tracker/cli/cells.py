"""Text cropped, padded and wrapped to the cells of a terminal."""

from tracker.text.cells import cells

MARK = "…"


def cropped(text: str, width: int) -> str:
    """The text in at most so many cells, with … where something is missing."""
    if cells(text) <= width:
        return text
    room = width - 1
    for at, char in enumerate(text):
        room -= cells(char)
        if room < 0:
            return text[:at].rstrip() + MARK if width > 0 else ""
    return text


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text in exactly so many cells."""
    text = cropped(text, width)
    blanks = " " * (width - cells(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most so many cells, broken at blanks; a word that is wider than a line is cut."""
    lines, current, used = [], "", 0
    for word in text.split():
        for piece in _pieces(word, width):
            size = cells(piece)
            if current and used + 1 + size > width:
                lines.append(current)
                current, used = "", 0
            current, used = (f"{current} {piece}", used + 1 + size) if current else (piece, size)
    return [*lines, current] if current else lines


def _pieces(word: str, width: int) -> list[str]:
    pieces = []
    while cells(word) > width:
        at, room = 0, width
        while at < len(word) and room >= cells(word[at]):
            room -= cells(word[at])
            at += 1
        pieces.append(word[: max(1, at)])
        word = word[max(1, at) :]
    return [*pieces, word]
