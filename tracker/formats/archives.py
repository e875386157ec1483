"""Files in zip and gzip archives, taken out in memory and within limits; nothing is ever written to a path."""

import re
import zlib
from gzip import GzipFile
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from tracker.errors import Unreadable

ZIP = b"PK\x03\x04"
GZIP = b"\x1f\x8b"
MOST = 1 << 30  # bytes that an archive may hold
RATIO = 200  # times its own size that it may hold, once that is more than ENOUGH
ENOUGH = 1 << 24
MEMBERS = 10_000
PIECE = 1 << 20
DAMAGED = (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


class Member(NamedTuple):
    """One file of an archive, under the archive's name and its own; or why it could not be taken out."""

    name: str
    data: bytes
    problem: str = ""


def members(data: bytes, name: str) -> list[Member]:
    """The files in an archive; none where this is no archive. Unreadable where it is damaged or a bomb."""
    if data.startswith(GZIP):
        return [_flat(Member(re.sub(r"\.gz$", "", name, flags=re.I), _gunzipped(data)))]
    if data.startswith(ZIP):
        return _zipped(data, name)
    return []


def checked(data: bytes) -> None:
    """Unreadable where a zip archive, such as a spreadsheet, is damaged or a bomb."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            _within_limits(archive.infolist(), len(data))
    except DAMAGED as error:
        raise Unreadable(f"The file is damaged ({error})") from None


def _within_limits(infos: list[ZipInfo], size: int) -> None:
    if len(infos) > MEMBERS or sum(info.file_size for info in infos) > limit(size):
        raise bomb()


def _gunzipped(data: bytes) -> bytes:
    most = limit(len(data))
    found = bytearray()
    try:
        with GzipFile(fileobj=BytesIO(data)) as file:
            while piece := file.read(PIECE):
                found += piece
                if len(found) > most:
                    raise bomb()
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"The gzip archive is damaged ({error})") from None
    return bytes(found)


def _zipped(data: bytes, name: str) -> list[Member]:
    try:
        with ZipFile(BytesIO(data)) as archive:
            return [_taken(archive, info, name) for info in _wanted(archive, len(data))]
    except DAMAGED as error:
        raise Unreadable(f"The zip archive is damaged ({error})") from None


def _wanted(archive: ZipFile, size: int) -> list[ZipInfo]:
    """The files worth a look, once all of them are found to be within the limits."""
    infos = archive.infolist()
    _within_limits(infos, size)
    if any(info.filename == "[Content_Types].xml" for info in infos):
        raise Unreadable("This is an office document; save it as CSV, or as XLSX if it is a table")
    wanted = [info for info in infos if not info.is_dir() and not _hidden(info.filename)]
    if not wanted:
        raise Unreadable("There are no files in the zip archive")
    return wanted


def _taken(archive: ZipFile, info: ZipInfo, name: str) -> Member:
    name = f"{name}/{info.filename}"
    try:
        with archive.open(info) as file:
            data = file.read(info.file_size + 1)
    except (*DAMAGED, RuntimeError) as error:
        return Member(name, b"", f"It cannot be taken out of the archive ({error})")
    if len(data) > info.file_size:
        return Member(name, b"", "It is larger than the archive says; unpack it yourself if you trust it")
    return _flat(Member(name, data))


def _flat(member: Member) -> Member:
    """The member, unless it is an archive once more."""
    if member.data.startswith((ZIP, GZIP)):
        return Member(member.name, b"", "An archive inside the archive; unpack it first")
    return member


def _hidden(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")


def limit(size: int) -> int:
    """How many bytes an archive of a size may hold."""
    return min(MOST, max(ENOUGH, size * RATIO))


def bomb() -> Unreadable:
    return Unreadable("The archive holds far more than its size; unpack it yourself if you trust it")
