"""Bytes to text without guessing: a byte order mark, the pattern of UTF-16, strict UTF-8, a declaration that proves
true, then Windows-1252 with a warning; what would only be garbled is refused."""

import re
from typing import NamedTuple

from tracker.errors import Unreadable

BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),  # before UTF-16, whose mark it begins with
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3\0", "a database"),
    (b"{\\rtf", "a document in rich text"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
)
DECLARED = (
    re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})"""),
    re.compile(rb"^[%#;@/*<!\- \t]{0,20}encoding\s*[:=]\s*([\w.:-]{1,40})", re.I | re.M),
    re.compile(rb"coding[:=][ \t]*([\w.:-]{1,40})", re.I),
    re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})""", re.I),
)
# Codecs that take any bytes, or whose bytes are programs or spellings of text: no encoding of a file.
NO_ENCODINGS = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf-7", "mbcs", "oem"}
LATIN_1 = {"iso8859-1", "ascii"}  # what declares these is Windows-1252 in practice, as the web's standard has it
TRIED_FOR_ADVICE = ("gb18030", "big5", "shift_jis", "euc_kr", "cp1251", "koi8-r", "iso8859-2", "cp1253")

BINARY = re.compile("[\x00-\x08\x0e-\x1f\ufdd0-\ufdef\ufffe\uffff]")
MARC = re.compile(rb"\d{5}[a-z][a-z]..[ a-z]22\d{5}[ \w]{3}4500")
HIGH = re.compile(rb"[\x80-\xff]+")
MAC = re.compile(rb"(?<=[A-Za-z])[\x87-\x8f\x90\x98\x9b\x9d\x9f](?=[a-z])")
WINDOWS = re.compile(rb"(?<=[A-Za-z])[\xdf-\xff]|[\xc0-\xff](?=[a-z])")
CONTROL = re.compile("[\x80-\x9f]")
STRAY = re.compile("[\udc80-\udcff]+")


class Decoded(NamedTuple):
    """Text, and what the reader should know about how it was come by."""

    text: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """The text of a file. Raises Unreadable where it is no text, or where no encoding can be trusted."""
    if encoding is not None:
        return Decoded(_as_told(data, encoding))
    for mark, name in BOMS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], name)
    for magic, what in MAGIC:
        if data.startswith(magic):
            raise Unreadable(f"This is {what}, not text")
    if data[257:262] == b"ustar":
        raise Unreadable("This is a tar archive, not text; unpack it first")
    if MARC.match(data):
        raise Unreadable("These are records in binary MARC; export them as MARCXML or RIS")
    if b"\0" in data:
        return _nuls(data)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _legacy(data)


def codec(name: str) -> str:
    """The canonical name of an encoding that text files come in; LookupError for anything else."""
    import codecs

    found = codecs.lookup(name).name
    if found in NO_ENCODINGS:
        raise LookupError(name)
    b" ".decode(found, "ignore")  # LookupError for codecs from bytes to bytes, such as base64; empty bytes would pass
    return found


def _as_told(data: bytes, encoding: str) -> str:
    try:
        name = codec(encoding)
    except (LookupError, ValueError):
        raise Unreadable(f"No encoding is named {encoding}; try utf-8, cp1252, utf-16, gb18030 or shift_jis") from None
    for mark, marked in BOMS:
        if name.startswith(("utf-8", "utf-16", "utf-32")) and marked.startswith(name) and data.startswith(mark):
            data, name = data[len(mark) :], marked
            break
    try:
        return data.decode(name)
    except UnicodeError as error:
        raise Unreadable(f"This is not {encoding}{_where(data, error)}; try another --encoding, or none") from None


def _where(data: bytes, error: UnicodeError) -> str:
    if not isinstance(error, UnicodeDecodeError):
        return ""
    line = data.count(b"\n", 0, error.start) + 1
    return f" (line {line}, byte {error.start})"


def _marked(data: bytes, name: str) -> Decoded:
    try:
        return Decoded(data.decode(name))
    except UnicodeDecodeError as error:
        if name == "utf-8":
            return _legacy(data)
        raise Unreadable(
            f"The file says that it is {name.upper()} and is not{_where(data, error)}; it is cut off or damaged"
        ) from None


def _nuls(data: bytes) -> Decoded:
    """Some NULs in UTF-8 are a slip; many are the other halves of wide characters."""
    if data.count(0) * 50 < len(data):
        try:
            return Decoded(data.decode("utf-8"), ("There are NUL characters in this text",))
        except UnicodeDecodeError:
            pass
    return Decoded(_wide(data))


def _wide(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, known by where its NUL bytes stand; anything else with NULs is no text."""
    head = data[: 1 << 16]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    order = "le" if odd > even else "be"
    name = "utf-32" if min(even, odd) * 3 > max(even, odd) else "utf-16"
    if name == "utf-32" or max(even, odd) > 8 * min(even, odd):
        try:
            text = data.decode(f"{name}-{order}")
        except UnicodeDecodeError:
            text = "\0"
        if not BINARY.search(text):
            return text
    raise Unreadable("This is binary data, not text")


def _legacy(data: bytes) -> Decoded:
    """Bytes that are no UTF-8: what the file declares if that proves true, else a few strays in UTF-8, else cp1252."""
    declared, warnings = _declared(data)
    if declared is not None:
        return Decoded(declared, warnings)
    mixed = data.decode("utf-8", "surrogateescape")
    strays = list(STRAY.finditer(mixed))
    proper = sum(not char.isascii() for char in mixed) - sum(len(run.group()) for run in strays)
    if proper > len(strays):
        return Decoded(STRAY.sub(_stray, mixed), (*warnings, _about(mixed, strays)))
    return _western(data, warnings)


def _declared(data: bytes) -> tuple[str | None, tuple[str, ...]]:
    head = data[:1024]
    for pattern in DECLARED:
        for found in pattern.finditer(head):
            name = found[1].decode("ascii", "replace")
            try:
                text = _true_to(data, codec(name))
            except (LookupError, ValueError):
                continue
            if text is not None:
                return text, ()
            return None, (f"The file declares {name} but is not {name}",)
    return None, ()


def _true_to(data: bytes, name: str) -> str | None:
    """The text if the bytes are what `name` says, else None."""
    try:
        text = data.decode("cp1252" if name in LATIN_1 else name)
    except UnicodeError:
        return None
    return None if CONTROL.search(text) else text


def _stray(run: re.Match[str]) -> str:
    return run.group().encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def _about(mixed: str, strays: list[re.Match[str]]) -> str:
    lines = sorted({mixed.count("\n", 0, run.start()) + 1 for run in strays[:100]})
    shown = ", ".join(map(str, lines[:5])) + (", …" if len(lines) > 5 else "")
    return f"Not quite UTF-8: stray bytes were read as Windows-1252 (line {shown}); look at these, or say --encoding"


def _western(data: bytes, warnings: tuple[str, ...]) -> Decoded:
    """Windows-1252, unless the bytes look like another alphabet: there accents stand alone, not in long runs."""
    if _from_mac(data):
        warning = "Not UTF-8: read as Mac Roman; if letters look wrong, say --encoding"
        return Decoded(data.decode("mac_roman"), (*warnings, warning))
    runs = [len(run.group()) for run in HIGH.finditer(data)]
    foreign = sum(length for length in runs if length > 3) * 2 > sum(runs)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        foreign = True
    if foreign:
        raise Unreadable(f"This is not UTF-8 and does not say what it is; say --encoding (perhaps {_advice(data)})")
    return Decoded(text, (*warnings, "Not UTF-8: read as Windows-1252; if letters look wrong, say --encoding"))


def _from_mac(data: bytes) -> bool:
    """Whether bytes that are letters on old Macs, and signs or capitals in Windows-1252, stand inside of words, and
    more of them than bytes that are letters in Windows-1252 alone."""
    return len(MAC.findall(data)) > 4 * len(WINDOWS.findall(data))


def _advice(data: bytes) -> str:
    able = [name for name in TRIED_FOR_ADVICE if _true_to(data, name) is not None]
    return ", ".join(able[:4]) or "utf-16"
