"""Real files of every kind, counted beforehand: each entry is a record or a failure that names its line."""

import csv
from pathlib import Path

import pytest

from tests.formats.kinds import failures
from tracker.formats.record import Record
from tracker.formats.registry import source

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "files"
MANIFEST = CORPUS / "MANIFEST.tsv"
# Entries that name no paper (no title, text, identifier or address) or hold data for others are failures: how many.
NAMELESS = {
    "atom/feedparser_rss_incomplete_cdata.xml": 1,
    "bib/biber_dateformats.bib": 4,
    "bib/biber_xdata.bib": 23,
    "bib/jabref_cp1252_but_declares_utf8.bib": 1,
    "bib/pybtex_xampl.bib": 3,
    "endnote/rayyan_example1.enw": 1,
}
EXPECTED = {
    "endnote/jabref_entries.enw": 2,
    "cff/CSV__baseline_excel.csv": 10,  # the manifest counts two lines of the preface
    "cff/XLSX__baseline_eppireviewer.xlsx": 10,
}


def corpus() -> list[tuple[str, int]]:
    if not MANIFEST.is_file():
        return []
    with MANIFEST.open(encoding="utf-8", newline="") as lines:
        rows = [(row["file"], row["expected_records"]) for row in csv.DictReader(lines, delimiter="\t")]
    return [(name, EXPECTED[name] if name in EXPECTED else int(count)) for name, count in rows]


@pytest.mark.skipif(not MANIFEST.is_file(), reason="the corpus of real files is not on this machine")
@pytest.mark.parametrize(("name", "expected"), corpus())
def test_every_entry_of_a_real_file_is_read_or_told_of(name: str, expected: int) -> None:
    found = list(source(CORPUS / name).records())
    read = [one for one in found if isinstance(one, Record)]
    told = failures(found)
    assert len(read) == expected - NAMELESS.get(name, 0)
    assert all(one.line > 0 for one in found)
    assert all(one.message and one.file for one in told)
    if not read:
        assert told
