"""Large files a line at a time, so that memory does not grow with them."""

from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path

LARGE = 1 << 23  # bytes from which on a file is not read whole
PIECE = 1 << 20
PLAIN = ("utf-8", "utf8", "utf-8-sig", None)


def head_of(path: Path, characters: int, encoding: str | None) -> str | None:
    """How a large file of UTF-8 begins; None for any other file, which is better read whole.

    All of it is looked at, since a stray byte anywhere needs the care that only a whole text gets.
    """
    if encoding not in PLAIN or path.stat().st_size < LARGE:
        return None
    decoder = getincrementaldecoder("utf-8-sig")()
    head = ""
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                if b"\0" in piece:
                    return None
                text = decoder.decode(piece)
                head = head or text[:characters]
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return head


def lines(path: Path) -> Iterator[str]:
    """The lines of a file of UTF-8, without their ends."""
    with path.open(encoding="utf-8-sig", newline=None) as file:
        for line in file:
            yield line.rstrip("\n")
