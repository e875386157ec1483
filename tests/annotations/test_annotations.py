"""Marks are made, changed and taken away by whom they belong to, and read by whom they are for."""

from collections.abc import Callable

import pytest

from tests.annotations.conftest import WORDS
from tracker.errors import Conflict, NotFound, Unreadable
from tracker.library import Library
from tracker.library.values import AnnotationView, How, State
from tracker.terms import Visibility
from tracker.text.render import render


def plain(library: Library, paper: int) -> str:
    return render(library.abstract(paper)).text


def test_words_are_marked_by_quoting_them(library: Library, paper: int, mark: AnnotationView) -> None:
    assert library.annotations(paper) == (mark,)
    assert plain(library, paper)[mark.start : mark.end] == mark.text == mark.quote == WORDS
    assert (mark.kind, mark.body, mark.author, mark.mine) == ("method", "the *idea*", "ann", True)
    assert (mark.state, mark.how, mark.score) == (State.OK, How.MADE, 1.0)
    assert mark.prefix.endswith("we here present a ")
    assert mark.suffix.startswith(". Our proposed Number Token")


@pytest.mark.parametrize(
    "typed", ["Purely  ON token", "“purely on token”"[1:-1], "purely on\ntoken", "**purely** on token"]
)
def test_a_quotation_need_not_be_typed_to_the_letter(library: Library, paper: int, typed: str) -> None:
    assert library.annotate_quote(paper, typed).text == "purely on token"


def test_words_that_are_not_there_are_refused_with_the_nearest(library: Library, paper: int) -> None:
    with pytest.raises(NotFound, match=f"did you mean “{WORDS}”"):
        library.annotate_quote(paper, "regression-like lost that operates purely on token level")
    for nothing in ("", "  "):
        with pytest.raises(NotFound):
            library.annotate_quote(paper, nothing)
    with pytest.raises(Unreadable):
        library.annotate(paper, 5, 5)
    with pytest.raises(Unreadable, match="there are problem, method"):
        library.annotate(paper, 0, 5, "nonsense")
    assert library.annotations(paper) == ()


def test_all_of_a_formula_is_marked_and_markup_is_none_of_the_words(library: Library, paper: int) -> None:
    text = plain(library, paper)
    at = text.index("Number Token Loss")
    assert library.annotate(paper, at, at + 17).quote == "Number Token Loss"
    norm = text.index("norm or the Wasserstein")
    assert library.annotate(paper, norm - 2, norm + 4).text == "ℒₚ norm"


def test_an_annotation_is_found_by_its_short_id(library: Library, mark: AnnotationView) -> None:
    assert mark.short == f"^m-{mark.id[-6:].lower()}"
    for name in (mark.id, mark.short, mark.short[1:], f"0011{mark.short}", mark.id.lower()):
        assert library.annotation(name) == mark
    for name in ("", "^m-", "^m-zzzzzz", "nothing"):
        with pytest.raises(NotFound):
            library.annotation(name)


def test_two_people_on_one_span_stay_two(open_library: Callable[..., Library], mark: AnnotationView) -> None:
    open_library("bob").annotate(mark.paper_id, mark.start, mark.end, "method")
    views = open_library("ann").annotations(mark.paper_id)
    assert [(v.author, v.mine, v.start, v.end) for v in views] == [
        ("ann", True, mark.start, mark.end),
        ("bob", False, mark.start, mark.end),
    ]


def test_marking_the_same_again_takes_it_off(library: Library, paper: int) -> None:
    assert library.toggle_annotation(paper, 0, 20, "1")
    assert library.toggle_annotation(paper, 0, 20, "2")
    assert library.toggle_annotation(paper, 0, 20, "problem") is None
    assert [view.kind for view in library.annotations(paper)] == ["method"]


def test_only_its_author_changes_a_mark_and_anybody_tags_it(
    open_library: Callable[..., Library], mark: AnnotationView
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    for deed in (lambda: bob.change_annotation(mark.id, body="no"), lambda: bob.remove_annotation(mark.id)):
        with pytest.raises(Conflict, match="author"):
            deed()
    assert bob.tag_annotation(mark.id, add=["loss", "loss"]).tags == ("loss",)
    changed = ann.change_annotation(mark.id, kind="claim", body="better")
    assert (changed.kind, changed.body, changed.tags, changed.quote) == ("claim", "better", ("loss",), WORDS)
    with pytest.raises(Conflict, match="meanwhile"):
        ann.change_annotation(mark.id, body="old window", rev=mark.rev)
    assert ann.tag_annotation(mark.id, remove=["loss"]).tags == ()
    with pytest.raises(NotFound):
        ann.tag_annotation(mark.id, remove=["loss"])


def test_merged_tags_are_merged_on_marks_too(library: Library, mark: AnnotationView) -> None:
    library.tag_annotation(mark.id, add=["a", "b"])
    library.merge_tags("a", "b")
    assert library.annotation(mark.id).tags == ("b",)


def test_a_removed_mark_comes_back_by_undo(library: Library, paper: int, mark: AnnotationView) -> None:
    assert library.remove_annotation(mark.id)
    assert library.annotations(paper) == ()
    library.undo()
    assert library.annotations(paper) == (mark,)


def test_what_is_private_shows_nowhere_to_others(open_library: Callable[..., Library], paper: int) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    secret = ann.annotate_quote(paper, "inductive bias", "question", "Zweifel", visibility=Visibility.PRIVATE)
    ann.comment(paper, "Nochmals, siehe [[0001]]", on=secret.id)
    assert len(ann.annotations(paper)) == len(ann.comments(paper)) == len(ann.backlinks(1)) == 1
    assert not bob.annotations(paper)
    assert not bob.comments(paper)
    assert not bob.backlinks(1)
    assert list(bob.annotated([paper])) == []
    assert sum(kind.annotations for kind in bob.kinds()) == 0
    asked = ("Zweifel", "Nochmals", "annotation:bias", "has:annotation", "has:question", "has:thread", "marks:>0")
    for query in (*asked, "kind:question", "by:ann", "is:marked", "annotation:/zwei/", "comment:/noch/"):
        assert list(ann.find(query, exact=True).ids) == [paper], query
        assert list(bob.find(query, exact=True).ids) == [], query
    assert not any(word in step.title for step in bob.history() for word in ("Zweifel", "question", "bias"))
    with pytest.raises(NotFound):
        bob.annotation(secret.id)


def test_what_others_answered_cannot_be_made_private(
    open_library: Callable[..., Library], mark: AnnotationView
) -> None:
    open_library("bob").comment(mark.paper_id, "Hm.", on=mark.id)
    with pytest.raises(Conflict, match="private"):
        open_library("ann").change_annotation(mark.id, visibility=Visibility.PRIVATE)


def test_six_kinds_are_shipped_and_people_add_their_own(library: Library, paper: int) -> None:
    shipped = [(kind.key, kind.name, kind.sign) for kind in library.kinds()]
    assert shipped == list(
        zip("123456", ["problem", "method", "result", "claim", "question", "note"], "!M=*?+", strict=True)
    )
    own = library.save_kind("Limitation", key="3", sign="-", colour="#FF0000")
    assert (own.name, own.key, own.zotero) == ("limitation", "3", "#ff6666")
    assert library.annotate(paper, 0, 5, "3").kind == "limitation"
    assert {kind.name: kind.key for kind in library.kinds()}["result"] == ""
    assert list(library.find("kind:limitation").ids) == [paper]
    assert library.find("kind:limitatoin").problems[0].fix == "kind:limitation"
    library.archive_kind("limitation")
    with pytest.raises(Unreadable):
        library.annotate(paper, 0, 5, "limitation")
    assert library.annotations(paper)[0].kind == "limitation"
    library.undo(2)
    assert own.name in [kind.name for kind in library.kinds()]


def test_a_kind_is_renamed_with_all_that_is_marked_with_it_and_undo_takes_it_back(
    open_library: Callable[..., Library], mark: AnnotationView
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    bob.annotate(mark.paper_id, 0, 5, "method", visibility=Visibility.PRIVATE)
    renamed = ann.rename_kind("2", "Approach")
    assert (renamed.name, renamed.key, renamed.sign, renamed.annotations) == ("approach", "2", "M", 1)
    assert {view.kind for view in bob.annotations(mark.paper_id)} == {"approach"}
    assert list(ann.find("kind:approach").ids) == [mark.paper_id]
    with pytest.raises(Conflict, match="already"):
        ann.rename_kind("approach", "result")
    ann.undo()
    assert {view.kind for view in bob.annotations(mark.paper_id)} == {"method"}
    assert "approach" not in {kind.name for kind in ann.kinds()}


def test_kinds_are_put_into_another_order(library: Library) -> None:
    library.move_kind("note", -9)
    library.move_kind("problem", 1)
    assert [kind.name for kind in library.kinds()][:4] == ["note", "method", "problem", "result"]
    assert library.move_kind("note", -1) is None


def test_what_is_typed_is_kept_until_it_is_sent(open_library: Callable[..., Library], paper: int) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    ann.keep_unsent(f"comment {paper}", "half a")
    ann.keep_unsent(f"comment {paper}", "half a thought\x00")
    assert open_library("ann").unsent(f"comment {paper}") == "half a thought"
    assert bob.unsent(f"comment {paper}") == ""
    assert len(ann.history()) == 1
    ann.drop_unsent(f"comment {paper}")
    assert ann.unsent(f"comment {paper}") == ""


@pytest.mark.parametrize("wrong", [{"key": "0"}, {"key": "12"}, {"sign": "ab"}, {"sign": " "}, {"colour": "red"}])
def test_a_kind_that_cannot_be_is_refused(library: Library, wrong: dict[str, str]) -> None:
    with pytest.raises(Unreadable):
        library.save_kind("own", **wrong)
    with pytest.raises(Unreadable):
        library.save_kind("two words")
