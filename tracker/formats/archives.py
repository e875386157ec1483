"""Files in zip and gzip archives, taken out when they are read and within limits; none is ever written to a path."""

import re
import zlib
from collections.abc import Callable
from gzip import GzipFile
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from tracker.errors import Unreadable

ZIP = b"PK\x03\x04"
NOTHING = b"PK\x05\x06"  # a zip archive without files
GZIP = b"\x1f\x8b"
MOST = 1 << 30  # bytes that an archive may hold
RATIO = 200  # times its own size that it may hold, once that is more than ENOUGH
ENOUGH = 1 << 24
MEMBERS = 10_000
PIECE = 1 << 20
OFFICE = "[Content_Types].xml"  # in every document of an office
PACKED = "mimetype"  # the first file of an OpenDocument or an e-book says which it is
LOCKED = 1  # the flag of a file that wants a password
DAMAGED = (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


class Member(NamedTuple):
    """One file of an archive, under the archive's name and its own; or why it cannot be taken out."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]
    problem: str = ""

    def read(self) -> bytes:
        """All of it. Unreadable where it is damaged, or more than the archive says."""
        try:
            with self.open() as file:
                data = file.read(self.size + 1)
        except (*DAMAGED, RuntimeError) as error:
            raise Unreadable(f"It cannot be taken out of the archive ({error})") from None
        if len(data) > self.size:
            raise Unreadable("It is larger than the archive says; unpack it yourself if you trust it")
        return data


def begins(path: Path, mark: bytes) -> bool:
    """Whether a file begins with the mark of an archive."""
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def members(data: bytes, name: str) -> list[Member]:
    """The files in an archive; none where this is no archive. Unreadable where it is damaged or a bomb."""
    if data.startswith(GZIP):
        unpacked = _gunzipped(data)
        return [_flat(Member(re.sub(r"\.gz$", "", name, flags=re.I), len(unpacked), lambda: BytesIO(unpacked)))]
    if data.startswith((ZIP, NOTHING)):
        return zipped(BytesIO(data), len(data), name)
    return []


def is_folder(path: Path) -> bool:
    """Whether a file is a zip archive of files, and no document that is kept as one."""
    try:
        if not begins(path, ZIP):
            return False
        with ZipFile(path) as archive:
            return not _is_document(archive)
    except DAMAGED:
        return False


def _is_document(archive: ZipFile) -> bool:
    """Whether an archive is one document of an office, or an e-book."""
    names = archive.namelist()
    return OFFICE in names or PACKED in names[:1]


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


def zipped(source: Path | BytesIO, size: int, name: str) -> list[Member]:
    """The files of a zip archive, which are taken out when they are read."""
    try:
        archive = ZipFile(source)
        return [_member(archive, info, name) for info in _wanted(archive, size)]
    except DAMAGED as error:
        raise Unreadable(f"The zip archive is damaged ({error})") from None


def _wanted(archive: ZipFile, size: int) -> list[ZipInfo]:
    """The files worth a look, once all of them are found to be within the limits."""
    infos = archive.infolist()
    _within_limits(infos, size)
    if _is_document(archive):
        raise Unreadable("This is an office document or an e-book; save it as text or CSV, a table also as XLSX")
    wanted = [info for info in infos if not info.is_dir() and not _hidden(info.filename)]
    if not wanted:
        raise Unreadable("There are no files in the zip archive")
    return wanted


def _member(archive: ZipFile, info: ZipInfo, name: str) -> Member:
    member = Member(f"{name}/{info.filename}", info.file_size, lambda: archive.open(info))
    if info.flag_bits & LOCKED:
        return member._replace(problem="It is locked with a password; unpack it first")
    return _flat(member)


def _flat(member: Member) -> Member:
    """The member, unless it is an archive once more or cannot be opened."""
    try:
        with member.open() as file:
            head = file.read(len(ZIP))
    except (*DAMAGED, RuntimeError) as error:
        return member._replace(problem=f"It cannot be taken out of the archive ({error})")
    if head.startswith((ZIP, GZIP)):
        return member._replace(problem="An archive inside the archive; unpack it first")
    return member


def _hidden(name: str) -> bool:
    last = name.rpartition("/")[2].lower()
    return name.startswith("__MACOSX/") or last.startswith(".") or last in ("thumbs.db", "desktop.ini")


def limit(size: int) -> int:
    """How many bytes an archive of a size may hold."""
    return min(MOST, max(ENOUGH, size * RATIO))


def bomb() -> Unreadable:
    return Unreadable("The archive holds far more than its size; unpack it yourself if you trust it")
