"""Papers are sorted by the family name of their first author, however it is written and wherever it came from."""

import pytest

from tracker.library import Library
from tracker.library.names import author_key


@pytest.mark.parametrize(
    ("authors", "key"),
    [
        ("Ada Lovelace\nPaul Erdős", "lovelace ada"),
        ("Lovelace, Ada", "lovelace ada"),
        ("Guido van Rossum", "van rossum guido"),
        ("Ludwig van der Meer", "van der meer ludwig"),
        ("Gabriel García Márquez", "marquez gabriel garcia"),
        ("Paul Erdős", "erdos paul"),
        ("Çağla Ünlü", "unlu cagla"),
        ("Sammy Davis Jr.", "davis sammy"),
        ("李明", "李明"),
        ("Aristotle", "aristotle"),
        ("The DeepMind Team", "the deepmind team"),
        ("", None),
    ],
)
def test_a_name_is_sorted_by_its_family_name(authors: str, key: str | None) -> None:
    assert author_key(authors) == key


def test_a_list_sorted_by_author_goes_by_family_names(library: Library) -> None:
    names = ["Zoë Adams", "Brown, Aaron", "Guido van Rossum", "Paul Erdős", "Åsa Östlund", "李明"]
    added = [library.add_paper(f"An abstract of {name}.", title=f"About {name}", authors=(name,)) for name in names]
    found = library.find(" OR ".join(f"id:{paper}" for paper in added), sort="author").ids
    heads = [row.authors[0] for row in library.rows(found)]
    assert heads == ["Zoë Adams", "Brown, Aaron", "Paul Erdős", "Åsa Östlund", "Guido van Rossum", "李明"]
