"""Tags are shared, merge and rename without loss, and say what is near."""

import pytest

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.values import NoteView


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


def test_beside_a_tag_to_put_on_an_unknown_one_is_off_already(library: Library) -> None:
    assert library.tag([1, 2], add=["new"], remove=["nosuch"]) == "tagged 2 papers #new"
    assert {tag.name: tag.papers for tag in library.tags()}["new"] == 2


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


def note(library: Library, body: str, paper: int = 5) -> NoteView:
    saved = library.write_note(paper, body)
    assert isinstance(saved, NoteView)
    return saved


def test_renaming_a_tag_takes_along_what_is_nested_in_it_and_what_notes_say(library: Library) -> None:
    library.tag([1], add=["eval"])
    library.tag([2], add=["eval/judges"])
    written = note(library, "On #eval, (#Eval/judges) and #evaluation; `#eval` a#eval https://x.y/#eval")
    assert library.rename_tag("eval", "test/eval") == "renamed #eval to #test/eval"
    assert [tag for row in library.rows([1, 2]) for tag in row.tags if "eval" in tag] == [
        "test/eval",
        "test/eval/judges",
    ]
    body = "On #test/eval, (#test/eval/judges) and #evaluation; `#eval` a#eval https://x.y/#eval"
    assert library.note(written.id).body == body
    library.undo()
    assert library.note(written.id).body == written.body
    assert ("eval/judges", 1) in library.tags()


def test_a_tag_that_only_holds_others_can_be_renamed_and_one_can_be_nested_in_itself(library: Library) -> None:
    library.tag([1], add=["method/moe"])
    library.rename_tag("method", "methods")
    assert ("methods/moe", 1) in library.tags()
    library.rename_tag("methods/moe", "methods/moe/deep")
    assert ("methods/moe/deep", 1) in library.tags()


def test_renaming_onto_another_tag_is_refused_whole(library: Library) -> None:
    library.tag([1], add=["a", "a/b", "c/b"])
    with pytest.raises(Conflict, match="a/b c/b"):
        library.rename_tag("a", "c")
    assert {"a", "a/b", "c/b"} < set(library.rows([1])[0].tags)


def test_a_tag_is_put_below_another_and_back_to_the_top(library: Library) -> None:
    library.tag([1], add=["moe", "moe/routing"])
    assert library.nest_tag("moe", "#method") == "renamed #moe to #method/moe"
    assert {"method/moe", "method/moe/routing"} < set(library.rows([1])[0].tags)
    library.nest_tag("method/moe", "")
    assert {"moe", "moe/routing"} < set(library.rows([1])[0].tags)
    with pytest.raises(Conflict, match="itself"):
        library.nest_tag("moe", "moe")


def test_deleting_a_tag_takes_it_off_everything_and_comes_back(library: Library) -> None:
    library.tag([1, 2], add=["gone", "gone/too"])
    mark = library.annotate(3, 0, 40, tags=["gone"])
    written = note(library, "about #gone")
    assert library.delete_tag("gone") == "deleted #gone, which was on 2 papers"
    assert not [tag for tag in library.tag_lines() if "gone" in tag.name]
    assert library.note(written.id).body == "about #gone"
    library.undo()
    assert library.annotation(mark.id).tags == ("gone",)
    assert library.rows([1])[0].tags[:2] == ("gone", "gone/too")


def test_merging_changes_what_notes_say(library: Library) -> None:
    library.tag([1], add=["evaluations"])
    written = note(library, "#evaluations!")
    library.merge_tags("evaluations", "eval")
    assert library.note(written.id).body == "#eval!"


def test_tags_are_listed_in_their_order_with_those_that_hold_others(library: Library) -> None:
    for tag in [one.name for one in library.tag_lines()]:
        library.delete_tag(tag)
    library.tag([1, 2, 3], add=["eval"])
    library.tag([4], add=["evaluation", "method/diffusion/fast"])
    library.annotate(3, 0, 40, tags=["eval", "unused"])
    assert [(tag.name, tag.papers, tag.annotations, tag.like) for tag in library.tag_lines()] == [
        ("eval", 3, 1, None),
        ("evaluation", 1, 0, "eval"),
        ("method", 0, 0, None),
        ("method/diffusion", 0, 0, None),
        ("method/diffusion/fast", 1, 0, None),
        ("unused", 0, 1, None),
    ]
