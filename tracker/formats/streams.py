"""Large files a line at a time, also inside gzip, so that memory does not grow with them."""

import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterator
from gzip import GzipFile
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import IO, cast

from tracker.errors import Unreadable
from tracker.formats import archives

LARGE = 1 << 23  # bytes from which on a file is not read whole
PACKED = 1 << 20  # the same for one in gzip, which holds several times its size
PIECE = 1 << 20
PLAIN = ("utf-8", "utf8", "utf-8-sig", None)


def head_of(path: Path, characters: int, encoding: str | None) -> str | None:
    """How a large file of UTF-8 begins; None for any other file, which is better read whole.

    All of it is looked at, since a stray byte anywhere needs the care that only a whole text gets. Unreadable where
    gzip is damaged or a bomb.
    """
    packed = is_packed(path)
    if encoding not in PLAIN or path.stat().st_size < (PACKED if packed else LARGE):
        return None
    decoder = getincrementaldecoder("utf-8-sig")()
    head, size = "", 0
    limit = archives.limit(path.stat().st_size) if packed else None
    try:
        with opened(path, packed) as file:
            while piece := file.read(PIECE):
                size += len(piece)
                if limit is not None and size > limit:
                    raise Unreadable(f"{path}: {archives.bomb()}")
                if b"\0" in piece:
                    return None
                text = decoder.decode(piece)
                head = head or text[:characters]
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    except (EOFError, zlib.error) as error:
        raise Unreadable(f"{path}: The gzip archive is damaged ({error})") from None
    return head


def lines(path: Path) -> Iterator[str]:
    """The lines of a file of UTF-8, or of one in gzip, without their ends."""
    with (
        opened(path, is_packed(path)) as file,
        TextIOWrapper(cast(BufferedReader, file), "utf-8-sig", newline=None) as text,
    ):
        for line in text:
            yield line.rstrip("\n")


def is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == archives.GZIP


def opened(path: Path, packed: bool) -> IO[bytes]:
    return cast(IO[bytes], GzipFile(path)) if packed else path.open("rb")
