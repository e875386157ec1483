"""Files in archives: read in memory and within limits."""

import gzip
import zipfile
from io import BytesIO

import pytest

from tests.formats.kinds import failures
from tracker.errors import Unreadable
from tracker.formats import archives
from tracker.formats.record import Record
from tracker.formats.registry import source_of

RIS = b"TY  - JOUR\nTI  - Counting\nER  - \n"
BIB = b"@misc{a, title={Forgetting}}\n"


def zipped(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_gzip_file_is_read_like_what_it_holds() -> None:
    found = source_of(gzip.compress(RIS) + gzip.compress(RIS), "a.ris.gz")
    assert found.format == "ris"
    assert [one.title for one in found.records() if isinstance(one, Record)] == ["Counting", "Counting"]


def test_every_file_of_a_zip_is_read_and_a_bad_one_is_named() -> None:
    data = zipped(
        {"a.ris": RIS, "b/c.bib": BIB, "d.pdf": b"%PDF-1.4", "__MACOSX/x": b"\0", "in.zip": zipped({"a.ris": RIS})}
    )
    found = list(source_of(data, "all.zip").records())
    assert sorted(str(one.title) for one in found if isinstance(one, Record)) == ["Counting", "Forgetting"]
    told = {failure.file: failure.message for failure in failures(found)}
    assert told["all.zip/d.pdf"] == "This is a PDF, not text"
    assert "inside the archive" in told["all.zip/in.zip"]


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "ENOUGH", 1 << 16)
    for data in (gzip.compress(bytes(1 << 22)), zipped({"a.txt": bytes(1 << 22)})):
        with pytest.raises(Unreadable, match="far more than its size"):
            source_of(data, "bomb")


@pytest.mark.parametrize(
    "data",
    [gzip.compress(RIS)[:-9], b"\x1f\x8bxx", b"PK\x03\x04xxxx", zipped({"a.ris": RIS})[:-30]],
    ids=["gzip cut short", "no gzip", "no zip", "zip cut short"],
)
def test_a_damaged_archive_is_named(data: bytes) -> None:
    with pytest.raises(Unreadable, match=r"broken: The \w+ archive is damaged"):
        source_of(data, "broken")


def test_a_name_that_leads_outside_is_only_a_name() -> None:
    (record,) = source_of(zipped({"../../a.ris": RIS}), "all.zip").records()
    assert isinstance(record, Record)


def test_an_office_document_is_told_apart() -> None:
    with pytest.raises(Unreadable, match="office document"):
        source_of(zipped({"[Content_Types].xml": b"<x/>"}), "paper.docx")
