"""Threads keep what was said honestly, and questions by name reach whom they ask."""

from collections.abc import Callable

import pytest

from tracker.errors import Conflict, NotFound, Unreadable
from tracker.library import Library
from tracker.library.values import AnnotationView


def told(library: Library, paper: int) -> list[tuple[int, str, str]]:
    return [(view.depth, view.author, view.shown) for view in library.comments(paper)]


def test_replies_stand_below_what_they_answer(open_library: Callable[..., Library], mark: AnnotationView) -> None:
    ann, bob, paper = open_library("ann"), open_library("bob"), mark.paper_id
    first = ann.comment(paper, "Is it new?", on=mark.short)
    ann.comment(paper, "On the paper")
    reply = bob.comment(paper, "No.", reply_to=first.id)
    ann.comment(paper, "Why?", reply_to=reply.id)
    assert told(ann, paper) == [
        (0, "ann", "Is it new?"),
        (1, "bob", "No."),
        (2, "ann", "Why?"),
        (0, "ann", "On the paper"),
    ]
    assert len(ann.comments(paper, mark.id)) == 3
    (view,) = ann.annotations(paper)
    assert (view.threads, view.comments) == (1, 3)


def test_a_deleted_comment_with_replies_stays_as_deleted(library: Library, paper: int) -> None:
    first = library.comment(paper, "Wrong.")
    reply = library.comment(paper, "Right.", reply_to=first.id)
    library.delete_comment(first.id)
    assert told(library, paper) == [(0, "ann", "(deleted)"), (1, "ann", "Right.")]
    assert library.find("comment:wrong").total == 0
    library.delete_comment(reply.id)
    assert told(library, paper) == []
    library.undo(2)
    assert told(library, paper) == [(0, "ann", "Wrong."), (1, "ann", "Right.")]


def test_an_edit_is_shown_and_only_its_author_makes_it(open_library: Callable[..., Library], paper: int) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    first = ann.comment(paper, "teh")
    assert ann.edit_comment(first.id, "teh").edited_at is None
    assert ann.edit_comment(first.id, "the").edited_at is not None
    for deed in (lambda: bob.edit_comment(first.id, "no"), lambda: bob.delete_comment(first.id)):
        with pytest.raises(Conflict, match="author"):
            deed()
    with pytest.raises(Unreadable):
        ann.comment(paper, "  \n")
    with pytest.raises(NotFound):
        ann.comment(paper, "x", reply_to="gone")


def test_a_thread_is_resolved_and_reopened_by_anybody_in_it(open_library: Callable[..., Library], paper: int) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    first = ann.comment(paper, "Done?")
    reply = bob.comment(paper, "Done.", reply_to=first.id)
    assert bob.resolve(reply.id)
    assert ann.resolve(first.id) is None
    assert [(v.resolved_by, v.resolved_at is not None) for v in ann.comments(paper)] == [("bob", True)] * 2
    ann.resolve(first.id, on=False)
    assert ann.comments(paper)[0].resolved_at is None


def test_a_name_asks_until_it_is_answered_or_resolved(open_library: Callable[..., Library], paper: int) -> None:
    ann, bob = open_library("ann"), open_library("Bob")
    bob.tag([1], add=["here"])
    asked = ann.comment(paper, "@bob is it? Write to me@ann.org")
    assert [view.body for view in bob.asked()] == [asked.body]
    assert ann.asked() == ()
    assert list(bob.find("is:asked").ids) == [paper]
    bob.comment(paper, "It is.", reply_to=asked.id)
    assert bob.asked() == ()
    assert bob.find("is:asked").total == 0
    again = ann.comment(paper, "@bob and this?")
    ann.edit_comment(again.id, "Never mind")
    assert bob.asked() == ()
    last = ann.comment(paper, "@bob!")
    ann.resolve(last.id)
    assert bob.find("is:asked").total == 0


def test_who_was_never_here_is_asked_too(open_library: Callable[..., Library], paper: int) -> None:
    open_library("ann").comment(paper, "@Carol would know")
    carol = open_library("carol")
    assert [view.author for view in carol.asked()] == ["ann"]
    assert list(carol.find("is:asked").ids) == [paper]


def test_what_others_wrote_below_a_removed_mark_stays_on_the_paper(
    open_library: Callable[..., Library], mark: AnnotationView
) -> None:
    open_library("bob").comment(mark.paper_id, "Good point", on=mark.id)
    ann = open_library("ann")
    ann.remove_annotation(mark.id)
    assert [view.body for view in ann.comments(mark.paper_id)] == ["Good point"]
    assert list(ann.find("comment:good").ids) == [mark.paper_id]
