"""Large files a line at a time, also inside archives, so that memory does not grow with them."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from gzip import GzipFile
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import IO, NamedTuple, cast

from tracker.errors import Unreadable
from tracker.formats import archives

LARGE = 1 << 23  # bytes from which on a file is not read whole
PACKED = 1 << 20  # the same for one in gzip, which holds several times its size
PIECE = 1 << 20
PLAIN = ("utf-8", "utf8", "utf-8-sig", None)


class File(NamedTuple):
    """Bytes that can be read again and again. `large`: too many to be held; `most`: how many there may be."""

    name: str
    open: Callable[[], IO[bytes]]
    large: bool
    most: int | None = None


def of_path(path: Path) -> File:
    """A file on disk, or what is in it where it is gzip."""
    packed, size = archives.begins(path, archives.GZIP), path.stat().st_size
    if not packed:
        return File(str(path), lambda: path.open("rb"), size >= LARGE)
    name = str(path.with_suffix("") if path.suffix.lower() == ".gz" else path)
    return File(name, lambda: cast(IO[bytes], GzipFile(path)), size >= PACKED, archives.limit(size))


def of_member(member: archives.Member) -> File:
    return File(member.name, member.open, member.size >= LARGE, member.size)


def head_of(source: File, characters: int, encoding: str | None) -> str | None:
    """How a large file of UTF-8 begins; None for any other file, which is better read whole.

    All of it is looked at, since a stray byte anywhere needs the care that only a whole text gets. Unreadable where
    an archive is damaged or a bomb.
    """
    if encoding not in PLAIN or not source.large:
        return None
    decoder = getincrementaldecoder("utf-8-sig")()
    head, size = "", 0
    try:
        with source.open() as file:
            while piece := file.read(PIECE):
                size += len(piece)
                if source.most is not None and size > source.most:
                    raise archives.bomb()
                if b"\0" in piece:
                    return None
                text = decoder.decode(piece)
                head = head or text[:characters]
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    except archives.DAMAGED as error:
        raise Unreadable(f"The archive is damaged ({error})") from None
    return head


def lines(source: File) -> Iterator[str]:
    """The lines of a file of UTF-8 without their ends."""
    with (
        source.open() as file,
        TextIOWrapper(cast(BufferedReader, file), "utf-8-sig", newline=None) as text,
    ):
        for line in text:
            yield line.rstrip("\n")
