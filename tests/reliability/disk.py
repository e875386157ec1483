"""A disk under SQLite that writes down all it is told, or refuses to write: an own VFS, by ctypes.

The VFS is registered as the default one in the library that Python's `sqlite3` runs on, so the program itself is
under test, unchanged. Layouts and return codes are those of sqlite3.h (VFS version 3, I/O methods version 3).
"""

import ctypes
import ctypes.util
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

OK, FULL, IOERR_WRITE = 0, 13, 778
SECTOR = 512

_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_DELETE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT)
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _LONG)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _LONG)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", _INT),
        ("file_size", _INT),
        ("longest_path", _INT),
        ("next", _POINTER),
        ("name", ctypes.c_char_p),
        ("data", _POINTER),
        ("open", _POINTER),
        ("delete", _POINTER),
        *((f"other{at}", _POINTER) for at in range(14)),
    ]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", _INT),
        ("close", _POINTER),
        ("read", _POINTER),
        ("write", _POINTER),
        ("truncate", _POINTER),
        ("sync", _POINTER),
        *((f"other{at}", _POINTER) for at in range(13)),
    ]


class _File(ctypes.Structure):
    _fields_ = [("methods", ctypes.POINTER(_Methods))]


class Told(NamedTuple):
    """One thing the disk was told: `at` is the offset of the data, or the size that a file is cut to."""

    what: Literal["write", "truncate", "sync", "delete"]
    name: str
    at: int = 0
    data: bytes = b""


class Disk:
    """All that SQLite writes goes through here while it is `under` the library."""

    def __init__(self) -> None:
        self._sqlite = ctypes.CDLL(ctypes.util.find_library("sqlite3") or "libsqlite3.so.0")
        self._sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._usual = self._sqlite.sqlite3_vfs_find(None)
        self._methods: dict[int, _Methods] = {}
        self._names: dict[int, str] = {}
        self._kept: list[object] = []  # what C holds pointers to
        self.told: list[Told] = []
        self.recording = False
        self.writes = 0
        self.refuse_from: int | None = None
        self.refuse_with = FULL

    @contextmanager
    def under(self) -> Iterator["Disk"]:
        """Be the default VFS for every connection opened meanwhile."""
        own = _Vfs.from_buffer_copy(self._usual.contents)
        own.name = b"tracker-test-disk"
        own.open = self._function(_OPEN, self._open)
        own.delete = self._function(_DELETE, self._delete)
        self._kept.append(own)
        self._sqlite.sqlite3_vfs_register(ctypes.byref(own), 1)
        try:
            yield self
        finally:
            self._sqlite.sqlite3_vfs_register(self._usual, 1)
            self._sqlite.sqlite3_vfs_unregister(ctypes.byref(own))

    def _function(self, kind: type, call: Callable[..., int]) -> int:
        made = kind(call)
        self._kept.append(made)
        return ctypes.cast(made, _POINTER).value or 0

    # --- what SQLite calls -------------------------------------------------------------------------------------

    def _open(self, _: int, name: int, file: int, flags: int, out: int) -> int:
        code = _OPEN(self._usual.contents.open)(ctypes.addressof(self._usual.contents), name, file, flags, out)
        opened = _File.from_address(file)
        if code == OK and opened.methods and name:
            self._names[file] = Path(ctypes.string_at(name).decode()).name
            opened.methods = ctypes.pointer(self._watched(opened.methods))
        return int(code)

    def _watched(self, usual: "ctypes._Pointer[_Methods]") -> _Methods:
        """The usual methods with ours in the place of those that change a file; one set for each usual set."""
        key = ctypes.addressof(usual.contents)
        if key not in self._methods:
            own = self._methods[key] = _Methods.from_buffer_copy(usual.contents)
            write, truncate, sync = _WRITE(own.write), _TRUNCATE(own.truncate), _SYNC(own.sync)
            own.write = self._function(_WRITE, lambda *call: self._write(write, *call))
            own.truncate = self._function(_TRUNCATE, lambda *call: self._truncate(truncate, *call))
            own.sync = self._function(_SYNC, lambda *call: self._sync(sync, *call))
        return self._methods[key]

    def _write(self, write: Callable[..., int], file: int, data: int, size: int, at: int) -> int:
        self.writes += 1
        if self.refuse_from is not None and self.writes >= self.refuse_from:
            return self.refuse_with
        if self.recording:
            self.told.append(Told("write", self._names[file], at, ctypes.string_at(data, size)))
        return write(file, data, size, at)

    def _truncate(self, truncate: Callable[..., int], file: int, size: int) -> int:
        if self.recording:
            self.told.append(Told("truncate", self._names[file], size))
        return truncate(file, size)

    def _sync(self, sync: Callable[..., int], file: int, flags: int) -> int:
        if self.recording:
            self.told.append(Told("sync", self._names[file]))
        return sync(file, flags)

    def _delete(self, _: int, name: int, folder: int) -> int:
        if self.recording:
            self.told.append(Told("delete", Path(ctypes.string_at(name).decode()).name))
        usual = self._usual.contents
        return int(_DELETE(usual.delete)(ctypes.addressof(usual), name, folder))


def usable() -> bool:
    """Whether Python's sqlite3 runs on the library that ctypes finds; one built into Python itself is out of reach."""
    try:
        disk = Disk()
        with disk.under():
            connection = sqlite3.connect("file:probe?vfs=tracker-test-disk&mode=memory", uri=True)
            connection.close()
    except (OSError, AttributeError, sqlite3.OperationalError):
        return False
    return True


def after_power_cut(start: dict[str, bytes], told: list[Told], chance: random.Random) -> dict[str, bytes]:
    """The files that may be left when the power fails after `told`.

    What was synced is there. Each later change to a file is there, or not, or (a write) only its first sectors are.
    """
    files = {name: bytearray(data) for name, data in start.items()}
    synced = {one.name: at for at, one in enumerate(told) if one.what == "sync"}
    for at, one in enumerate(told):
        sure = at < synced.get(one.name, -1)
        if sure or chance.random() < 0.5:
            torn = not sure and one.what == "write" and chance.random() < 0.5
            _apply(files, one, chance.randrange(0, len(one.data) + 1, SECTOR) if torn else len(one.data))
    return {name: bytes(data) for name, data in files.items()}


def _apply(files: dict[str, bytearray], one: Told, size: int) -> None:
    if one.what == "delete":
        files.pop(one.name, None)
        return
    file = files.setdefault(one.name, bytearray())
    if one.what == "truncate":
        del file[one.at :]
    elif one.what == "write":
        file.extend(b"\0" * (one.at - len(file)))
        file[one.at : one.at + size] = one.data[:size]
