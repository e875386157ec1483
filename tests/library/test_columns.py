"""What was said of the columns of a table is kept in the library, on every engine."""

from pathlib import Path

from tests.cli.test_columns import OWN
from tracker.library import Library

SAID = {"Werk": "title", "Kurz, knapp": "abstract", "Wer": "authors", "Wann": "year"}


def test_what_was_said_of_a_header_is_known_the_next_time(library: Library, tmp_path: Path) -> None:
    table = tmp_path / "own.csv"
    table.write_text(OWN, "utf-8")
    assert library.import_files([table]).read == 0
    library.import_files([table], columns=SAID, dry_run=True)
    assert library.import_files([table]).read == 0
    assert library.import_files([table], columns=SAID).new == 2
    assert library.import_files([table]).same == 2
    assert [one.field for one in library.columns(table)] == list(SAID.values())
    assert library.import_data(OWN.encode(), "-").same == 2
    changed = SAID | {"Wer": ""}
    library.import_files([table], columns=changed)
    assert [one.field for one in library.columns(table)] == list(changed.values())
