"""Papers are sorted by the family name of their first author, however it is written and wherever it came from."""

import json
import sqlite3
import zlib
from pathlib import Path
from runpy import run_path

import pytest

from tracker.formats.record import Record
from tracker.library import Library
from tracker.resources import resource
from tracker.store.follows import author_key

NAMES = {
    "Ada Lovelace\nPaul Erdős": "lovelace ada",
    "Lovelace, Ada": "lovelace ada",
    "Guido van Rossum": "van rossum guido",
    "Ludwig van der Meer": "van der meer ludwig",
    "Gabriel García Márquez": "marquez gabriel garcia",
    "Paul Erdős": "erdos paul",
    "Çağla Ünlü": "unlu cagla",
    "Sammy Davis Jr.": "davis sammy",
    "李明": "李明",
    "Aristotle": "aristotle",
    "The DeepMind Team": "the deepmind team",
    "": None,
}


@pytest.mark.parametrize("authors", NAMES)
def test_a_name_is_sorted_by_its_family_name(authors: str) -> None:
    assert author_key(authors) == NAMES[authors]


def test_a_list_sorted_by_author_goes_by_family_names(library: Library) -> None:
    names = ["Zoë Adams", "Brown, Aaron", "Guido van Rossum", "Paul Erdős", "Åsa Östlund", "李明"]
    added = [library.add_paper(f"An abstract of {name}.", title=f"About {name}", authors=(name,)) for name in names]
    found = library.find(" OR ".join(f"id:{paper}" for paper in added), sort="author").ids
    heads = [row.authors[0] for row in library.rows(found)]
    assert heads == ["Zoë Adams", "Brown, Aaron", "Paul Erdős", "Åsa Östlund", "Guido van Rossum", "李明"]


def forget_keys(path: Path) -> None:
    """Leave a journal as it was kept before papers had a key of their authors."""
    with sqlite3.connect(path) as connection:
        for side in ("before", "after"):
            connection.execute(f"UPDATE change SET {side} = json_remove({side}, '$.author_key')")
        packed = "SELECT id, rows FROM change WHERE rows IS NOT NULL AND table_name = 'paper'"
        for change, rows in connection.execute(packed).fetchall():
            names, *values = json.loads(zlib.decompress(rows))
            at = names.index("author_key")
            kept = zlib.compress(json.dumps([row[:at] + row[at + 1 :] for row in (names, *values)]).encode())
            connection.execute("UPDATE change SET rows = ? WHERE id = ?", (kept, change))


def keys(path: Path) -> dict[str, str | None]:
    with sqlite3.connect(path) as connection:
        return dict(connection.execute("SELECT key, author_key FROM paper"))


def test_steps_that_know_of_no_key_give_it_back_when_they_are_undone_and_redone(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        before = keys(seeded)
        library.import_records([Record(title="Imported", authors=("Ada Lovelace",))], names="some", format="jsonl")
        one = library.add_paper("Nobody is named here.")
        two = library.add_paper("Who wrote that is named here.", authors=("Grace Hopper",))
        library.merge(one, two)
        after = keys(seeded)
        library.undo(4)
        forget_keys(seeded)
        library.redo(4)
        assert keys(seeded) == after
        forget_keys(seeded)
        library.undo(4)
        assert keys(seeded) == before


def test_the_column_was_filled_as_it_would_be_now() -> None:
    filled = run_path(str(resource("migrations") / "versions" / "0017_families.py"))["key"]
    names = [*NAMES, "Łukasz Kaiser", "O’Brien, Flann", "Jean-Luc de la Tour III", "Team", "Ｗide Ｎame", "Éa" * 40]
    assert list(map(filled, names)) == list(map(author_key, names))
