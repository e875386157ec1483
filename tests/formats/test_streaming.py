"""Memory does not grow with the file, and what is read a piece at a time is what would be read of the whole."""

import gzip
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tracker.errors import Unreadable
from tracker.formats import plaintext, streams
from tracker.formats.record import Failure, Record
from tracker.formats.registry import reading, source, writing

ABSTRACT = "We study how a list of papers number {0} is read from a file that is longer than memory. " * 6
FORMATS = ("text", "titled", "csv", "ris", "jsonl")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts as large is small enough for a test."""
    monkeypatch.setattr(streams, "LARGE", 100_000)
    monkeypatch.setattr(streams, "PACKED", 1000)
    monkeypatch.setattr(streams, "PIECE", 10_000)
    monkeypatch.setattr(plaintext, "ENOUGH", 50_000)
    monkeypatch.setattr(plaintext, "PIECE", 20_000)


def written(format: str, count: int) -> Iterator[str]:
    records = (Record(title=f"Paper {n} of Many", abstract=ABSTRACT.format(n).strip()) for n in range(count))
    if format == "text":
        yield "ICML 2025 paper list\n\n"
        yield from (f"{record.abstract}\n\n" for record in records)
    elif format == "titled":
        yield from (f"{n}. {record.title}\n\n{record.abstract}\n\n" for n, record in enumerate(records, 1))
    else:
        yield from writing(format).write(records)


def made(folder: Path, format: str, count: int, *, packed: bool) -> Path:
    suffix = "txt" if format in ("text", "titled") else format
    path = folder / f"{format}{count}.{suffix}{'.gz' if packed else ''}"
    with gzip.open(path, "wt", encoding="utf-8", newline="") if packed else path.open("w", newline="") as file:
        file.writelines(written(format, count))
    return path


def plain(folder: Path, format: str, count: int) -> Path:
    return made(folder, format, count, packed=False)


def gzipped(folder: Path, format: str, count: int) -> Path:
    return made(folder, format, count, packed=True)


def zipped(folder: Path, format: str, count: int) -> Path:
    path = plain(folder, format, count)
    target = path.with_suffix(f"{path.suffix}.zip")
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        archive.write(path, path.name)
    return target


def most(path: Path, count: int) -> int:
    """Bytes that reading a file takes at most."""
    tracemalloc.start()
    try:
        assert sum(isinstance(one, Record) for one in source(path).records()) == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_of_many_files_in_a_zip_one_is_held_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "many.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for number in range(40):
            archive.writestr(f"{number}.txt", "".join(written("titled", 100)))
    assert most(path, 4000) < 2_000_000


@pytest.mark.parametrize("format", FORMATS)
def test_memory_does_not_grow_with_the_file(format: str, tmp_path: Path) -> None:
    list(source(made(tmp_path, format, 300, packed=False)).records())  # what this imports does not count
    for make in (plain, gzipped, zipped):
        few, many = (most(make(tmp_path, format, count), count) for count in (300, 1200))
        assert many < 1.6 * few, make.__name__


@pytest.mark.parametrize("format", FORMATS)
def test_a_piece_at_a_time_gives_what_the_whole_gives(format: str, tmp_path: Path) -> None:
    path = made(tmp_path, format, 800, packed=False)
    name = "text" if format == "titled" else format
    whole = list(reading(name).read(path.read_text("utf-8")))
    assert [one._replace(raw="") for one in source(path).records()] == [one._replace(raw="") for one in whole]
    assert len(whole) == 800


def test_lists_in_one_file_keep_their_names(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = "".join(
        f"ICML {year} paper list\n\n{''.join(written('text', 300)).partition(chr(10) * 2)[2]}" for year in (2024, 2025)
    )
    path.write_text(f"{text}NeurIPS 2025 paper list\n")
    found = list(source(path).records())
    assert [one.collection for one in found[:600] if isinstance(one, Record)] == ["ICML 2024"] * 300 + [
        "ICML 2025"
    ] * 300
    (last,) = found[600:]
    assert isinstance(last, Failure)
    assert last.line == text.count("\n") + 1


def test_one_abstract_a_line_is_read_a_piece_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("".join(f"{ABSTRACT.format(n).strip()}\n" for n in range(1000)))
    found = list(source(path).records())
    assert len(found) == 1000
    assert found[999].line == 1000


def test_a_large_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.formats.archives.ENOUGH", 100_000)
    path = tmp_path / "x.txt.gz"
    path.write_bytes(gzip.compress(b"We study. " * 5_000_000))
    with pytest.raises(Unreadable, match="far more than its size"):
        source(path)


def test_a_large_archive_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = made(tmp_path, "ris", 3000, packed=True)
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(Unreadable, match=r"ris3000\.ris\.gz"):
        list(source(path).records())
