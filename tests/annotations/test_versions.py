"""Annotations outlive a changed abstract: carried, shown for checking or kept as orphans, never lost."""

import gzip
import json
from collections.abc import Callable

import pytest
from sqlalchemy.exc import IntegrityError

from tests.annotations.conftest import WORDS, Rewrite
from tests.benchmarks.anchoring import REWRITTEN
from tracker.errors import Conflict
from tracker.library import Library
from tracker.library.values import AnnotationView, How, State
from tracker.terms import Visibility


def test_a_new_wording_carries_the_marks_along_and_undo_takes_both_back(
    library: Library, paper: int, mark: AnnotationView, rewrite: Rewrite
) -> None:
    rewrite(library, lambda text: "An added sentence in front. " + text)
    (moved,) = library.annotations(paper)
    assert (moved.text, moved.state, moved.how) == (WORDS, State.MOVED, How.DIFF)
    assert moved.start == mark.start + len("An added sentence in front. ")
    assert (moved.rev, moved.updated_at) == (mark.rev, mark.updated_at)
    library.undo()
    assert library.annotations(paper) == (mark,)
    library.redo()
    assert library.annotations(paper) == (moved,)


def test_a_doubtful_place_is_shown_until_somebody_accepts_it(
    library: Library, paper: int, mark: AnnotationView, rewrite: Rewrite
) -> None:
    rewrite(library, lambda text: text.replace(WORDS, "regression-like loss working only upon the token level"))
    (doubtful,) = library.annotations(paper)
    assert doubtful.state is State.CHECK
    assert doubtful.text == "regression-like loss working only upon the token level"
    assert doubtful.quote == WORDS
    assert list(library.find("is:check").ids) == [paper]
    accepted = library.accept_place(mark.id)
    assert (accepted.state, accepted.how, accepted.text) == (State.OK, How.MANUAL, doubtful.text)
    assert library.find("is:check").total == 0
    rewrite(library, lambda text: "Front. " + text)
    assert [(v.state, v.text) for v in library.annotations(paper)] == [(State.MOVED, doubtful.text)]


@pytest.mark.skipif(not REWRITTEN.exists(), reason=f"there is no {REWRITTEN} with the wording of the proceedings")
def test_marks_on_the_number_token_loss_go_along_to_the_wording_of_the_proceedings(
    library: Library, paper: int, rewrite: Rewrite
) -> None:
    openreview = library.detail(paper).openreview_id
    with gzip.open(REWRITTEN, "rt", encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines if f'"{openreview}"' in line]
    became = {
        "While language models have exceptional capabilities at text generation": State.OK,
        "the nature of the Cross Entropy loss": State.MOVED,
        "extend the Cross Entropy objective during training": State.MOVED,
        "match the performance of a regression head": State.MOVED,
        "up to 3B parameter models": State.MOVED,
        "We hope that this work can inspire LLM developers to improve their pretraining objectives": State.MOVED,
        "The code is available via": State.ORPHAN,
    }
    made = {words: library.annotate_quote(paper, words).id for words in became}
    rewrite(library, lambda _: str(found[0]["abstract"]))
    there = {view.id: view for view in library.annotations(paper)}
    assert {words: there[id].state for words, id in made.items()} == became
    assert there[made["the nature of the Cross Entropy loss"]].text == "the nature of the cross-entropy (CE) loss"
    assert there[made["extend the Cross Entropy objective during training"]].text.startswith("extend the CE objective")
    library.undo()
    assert {view.state for view in library.annotations(paper)} == {State.OK}


def test_a_mark_whose_words_are_gone_is_kept_and_found_and_comes_home(
    library: Library, paper: int, mark: AnnotationView, rewrite: Rewrite
) -> None:
    rewrite(library, lambda text: "Quite another abstract is here now, and not a word of the old one.")
    (orphan,) = library.annotations(paper)
    assert (orphan.state, orphan.start, orphan.end, orphan.text) == (State.ORPHAN, 0, 0, "")
    assert (orphan.quote, orphan.body) == (WORDS, "the *idea*")
    assert list(library.find("is:orphaned").ids) == [paper]
    assert list(library.find('annotation:"token level"').ids) == [paper]
    with pytest.raises(Conflict, match="lost its place"):
        library.accept_place(mark.id)
    assert library.place_annotation(mark.id, 0, 22).text == "Quite another abstract"
    assert library.find("is:orphaned").total == 0
    library.undo()
    rewrite(library, lambda text: text + " We present a " + WORDS + ".")
    assert [(v.text, v.state) for v in library.annotations(paper)] == [(WORDS, State.MOVED)]


def test_everybodys_marks_are_carried_also_private_ones(
    open_library: Callable[..., Library], paper: int, rewrite: Rewrite
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    bob.annotate_quote(paper, WORDS, visibility=Visibility.PRIVATE)
    rewrite(ann, lambda text: "Front. " + text)
    assert [(v.state, v.text) for v in bob.annotations(paper)] == [(State.MOVED, WORDS)]


def test_an_import_cannot_be_undone_below_a_mark_that_was_made_on_it(
    open_library: Callable[..., Library], paper: int, rewrite: Rewrite
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    rewrite(ann, lambda text: "A sentence that only the new wording has. " + text)
    bob.annotate_quote(paper, "only the new wording")
    with pytest.raises(Conflict, match="stand on it"):
        ann.undo()
    assert [v.text for v in ann.annotations(paper)] == ["only the new wording"]


def test_a_mark_made_while_a_wording_was_undone_is_in_its_place_when_that_comes_back(
    open_library: Callable[..., Library], paper: int, rewrite: Rewrite
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    rewrite(ann, lambda text: "Front. " + text)
    ann.undo()
    made = bob.annotate_quote(paper, WORDS)
    ann.redo()
    (view,) = bob.annotations(paper)
    assert (view.text, view.start) == (WORDS, made.start + len("Front. "))


def test_a_mark_of_an_abstract_that_changed_while_it_was_read_goes_where_its_words_are(
    library: Library, paper: int, rewrite: Rewrite
) -> None:
    read = library.detail(paper).abstract
    place = library.place_of(paper, WORDS)
    rewrite(library, lambda text: "A sentence that came in front. " + text)
    assert library.annotate(paper, *place, "claim", read=read).text == WORDS
    made = library.toggle_annotation(paper, *place, "method", read=read)
    assert made
    assert made.text == WORDS
    assert library.toggle_annotation(paper, *place, "method", read=read) is None
    rewrite(library, lambda text: "Quite another abstract is here now, and not a word of the old one.")
    with pytest.raises(Conflict, match="changed just now"):
        library.annotate(paper, *place, read=read)
    with pytest.raises(Conflict, match="changed just now"):
        library.toggle_annotation(paper, *place, "method", read=read)


def test_a_text_that_only_looks_different_moves_nothing(
    library: Library, paper: int, mark: AnnotationView, rewrite: Rewrite
) -> None:
    rewrite(library, lambda text: text.replace("**", "*").replace("*numerical values*", "_numerical values_") + " New.")
    assert [(v.text, v.state) for v in library.annotations(paper)] == [(WORDS, State.OK)]


def test_the_database_refuses_a_place_that_is_none(library: Library, mark: AnnotationView) -> None:
    with library.store.engine.begin() as connection, pytest.raises(IntegrityError):
        connection.exec_driver_sql('UPDATE annotation SET "end" = start')


def test_every_wording_is_kept_with_who_brought_it(
    open_library: Callable[..., Library], paper: int, rewrite: Rewrite
) -> None:
    rewrite(open_library("bob"), lambda text: "Front. " + text)
    first, second = open_library("ann").wordings(paper)
    assert second.text == "Front. " + first.text
    told = [(wording.number, wording.person, wording.source) for wording in (first, second)]
    assert told == [(1, "tracker", "000_fc0121b0786c6e7f.txt"), (2, "bob", "proceedings")]
    assert first.at < second.at
