"""Tags are shared, merge and rename without loss, and say what is near."""

import pytest

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.formats.record import Record
from tracker.library import Library


def test_the_seeds_come_with_their_suggested_tags(library: Library) -> None:
    assert library.tags()[0] == ("reasoning", 19)
    assert library.rows([1])[0].tags == ("multimodal", "reasoning", "training")


def test_a_tag_is_typed_as_people_type_it(library: Library) -> None:
    assert library.tag([1, 2], add=["#Reading Group"]) == "tagged 2 papers #Reading-Group"
    assert library.tag([3], add=["reading-group"])
    assert ("Reading-Group", 3) in library.tags()


def test_adding_and_removing_is_one_step(library: Library) -> None:
    library.tag([1], add=["judge"], remove=["reasoning"])
    assert library.rows([1])[0].tags == ("judge", "multimodal", "training")
    library.undo()
    assert library.rows([1])[0].tags == ("multimodal", "reasoning", "training")


def test_what_is_said_counts_the_papers_that_a_tag_was_put_on_or_taken_off(library: Library) -> None:
    first, second = library.rows([1, 2])
    library.tag([1], add=["mine"])
    assert library.tag([1, 2], remove=["mine"]) == f"took #mine off {library.told([first.id])}"
    library.tag([1], add=["mine"])
    assert library.tag([1, 2], add=["mine"]) == f"tagged {library.told([second.id])} #mine"
    assert library.tag([1, 2], add=["mine"]) is None
    assert library.tag([], add=["never"]) is None


def test_removing_an_unknown_tag_names_a_near_one(library: Library) -> None:
    with pytest.raises(NotFound, match="did you mean safety"):
        library.tag([1], remove=["saftey"])


@pytest.mark.parametrize("typed", ["", "#", "  ", "//", "\x1b"])
def test_a_tag_without_letters_is_refused(library: Library, typed: str) -> None:
    with pytest.raises(Unreadable, match="is no tag"):
        library.tag([1], add=[typed])


def test_renaming_keeps_the_papers(library: Library) -> None:
    library.rename_tag("safety", "alignment/safety")
    assert ("alignment/safety", 4) in library.tags()
    library.undo()
    assert ("safety", 4) in library.tags()


def test_renaming_to_a_tag_that_is_there_points_to_merge(library: Library) -> None:
    with pytest.raises(Conflict, match="tag merge safety theory"):
        library.rename_tag("safety", "theory")


def test_merging_loses_no_paper_and_can_be_undone(library: Library) -> None:
    before = library.tags()
    library.merge_tags("test-time", "reasoning")
    assert "test-time" not in dict(library.tags())
    library.undo()
    assert library.tags() == before


@pytest.mark.parametrize("typed", ["none", "#None", "*", "safe*", "x" * 65])
def test_a_tag_that_no_query_could_find_is_refused(library: Library, typed: str) -> None:
    with pytest.raises(Unreadable, match=r"cannot be a tag|at most 64"):
        library.tag([1], add=[typed])


def test_a_file_with_an_impossible_tag_still_comes_in(library: Library) -> None:
    record = Record(title="Odd", abstract="An odd text.", tags=("none", "fine", "x" * 99))
    assert library.import_records([record], names="odd", format="test").new == 1
    assert library.rows([37])[0].tags == ("fine",)
