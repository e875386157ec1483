"""Which format a file is in, and that a bad file or plug-in is named."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.formats.samples import SAMPLES
from tracker.errors import Unreadable
from tracker.formats import streams
from tracker.formats.record import Failure, Record
from tracker.formats.registry import UnknownFormat, formats, names, source, source_of

TEXT = "We study how models count.\n\nWe study how models forget.\n"


def test_a_text_file_is_known_by_its_content_whatever_its_name(tmp_path: Path) -> None:
    for name in ("list.txt", "list", "list.bib", "LIST.TXT", "-"):
        path = tmp_path / name
        path.write_text(TEXT, "utf-8")
        found = source(path)
        assert found.format == "text"
        assert len(list(found.records())) == 2


@pytest.mark.parametrize("name", ["csv", "ris", "jsonl", "nbib", "wos", "enw"])
def test_a_large_file_is_read_a_line_at_a_time_and_no_differently(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text(f"\ufeff{SAMPLES[name]}".replace("\n", "\r\n"), "utf-8", newline="")
    whole = source(path)
    monkeypatch.setattr(streams, "LARGE", 10)
    monkeypatch.setattr(Path, "read_bytes", None)  # it is not read whole
    found = source(path)
    assert found.format == whole.format == name
    assert list(found.records()) == list(whole.records())


def test_a_large_file_that_is_no_utf_8_gets_the_care_of_a_whole_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LARGE", 10)
    path = tmp_path / "x.csv"
    path.write_bytes("title,year\nÜber Würfel,2020\n".encode("cp1252"))
    found = source(path)
    assert found.warnings
    (record,) = found.records()
    assert isinstance(record, Record)
    assert record.title == "Über Würfel"


def test_a_failure_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.touch()
    (failure,) = source(path).records()
    assert isinstance(failure, Failure)
    assert failure.file == str(path)


def test_a_warning_names_its_file() -> None:
    (warning,) = source_of("naïve".encode("cp1252"), "standard input").warnings
    assert warning.startswith("standard input: Not UTF-8")


def test_another_format_is_refused_by_name_of_the_file() -> None:
    with pytest.raises(
        UnknownFormat, match=r"page\.txt: no format here reads this file \(XML of <x>\); there are .*text"
    ):
        source_of(b"<?xml version='1.0'?><!-- y --><x><p>Hello", "page.txt")


def test_a_format_or_encoding_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownFormat, match=r"No format is named endnot; there are .*text"):
        source_of(TEXT.encode(), "x", format="endnot")
    with pytest.raises(Unreadable, match="x: No encoding is named klingon"):
        source_of(TEXT.encode(), "x", encoding="klingon")


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"none\.txt cannot be read: No such file"):
        source(tmp_path / "none.txt")
    with pytest.raises(Unreadable, match="is a folder"):
        source(tmp_path)
    with pytest.raises(Unreadable, match="cannot be read"):
        source(Path("a\0b"))
    with pytest.raises(Unreadable, match=r"paper\.txt: This is a PDF"):
        source_of(b"%PDF-1.4", "paper.txt")


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package with one format that works and two that do not."""
    info = tmp_path / "plugins-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugins\nVersion: 1\n")
    points = "[tracker.formats]\nshout = shout_format\nbad = bad_format\nhalf = half_format\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "shout_format.py").write_text(
        "from tracker.formats.record import Record\nSUFFIXES = ('.shout',)\n"
        "def looks_like(head):\n    return head.isupper()\n"
        "def read(text):\n    yield Record(title=text.strip())\n"
    )
    (tmp_path / "bad_format.py").write_text("1 / 0\n")
    (tmp_path / "half_format.py").write_text("SUFFIXES = ()\n")
    monkeypatch.syspath_prepend(tmp_path)
    formats.cache_clear()
    yield tmp_path
    formats.cache_clear()
    for name in ("shout_format", "bad_format", "half_format"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("plugins")
def test_a_plug_in_is_a_module_and_a_broken_one_is_named_and_left_out() -> None:
    assert {"shout", "text"} <= set(names())
    assert not {"bad", "half"} & set(names())
    assert list(source_of(b"LOUD\n", "x").records()) == [Record(title="LOUD")]
    assert source_of(TEXT.encode(), "x").format == "text"
    assert len(formats().broken) == 2
    assert any("bad" in line and "ZeroDivisionError" in line for line in formats().broken)
    assert any("half" in line and "looks_like" in line for line in formats().broken)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights do not stop an administrator")
def test_a_file_without_rights_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.touch(mode=0)
    with pytest.raises(Unreadable, match="Permission denied"):
        source(path)
