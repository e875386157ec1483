"""Deeds as text, several as one step, and rules that are looked at before they act."""

from collections.abc import Callable

import pytest

from tracker.errors import NotFound, Unreadable
from tracker.library import Library
from tracker.library.deeds import deed, deeds
from tracker.terms import Status


def test_a_line_of_deeds_is_one_step(library: Library) -> None:
    said = library.apply([1, 2], "tag +safety -reasoning; later; priority 2; star")
    assert said
    assert all(row.status is Status.LATER and row.starred and row.priority == 2 for row in library.rows([1, 2]))
    assert all("safety" in row.tags and "reasoning" not in row.tags for row in library.rows([1, 2]))
    (step,) = library.undo()
    assert step.title == said
    assert all(row.status is Status.INBOX and not row.starred and not row.priority for row in library.rows([1, 2]))
    assert all("safety" not in row.tags for row in library.rows([1]))
    library.redo()
    assert library.rows([1])[0].starred


def test_what_is_so_already_is_no_step(library: Library) -> None:
    library.apply([1], "later")
    before = library.undoable()
    assert library.apply([1], "later") is None
    assert library.undoable() == before


def test_a_line_that_fails_half_way_changes_nothing(library: Library) -> None:
    with pytest.raises(Unreadable):
        library.apply([1], "later; tag +none")
    assert library.rows([1])[0].status is Status.INBOX
    library.set_star([1], True)  # and the next step is one of its own
    assert len(library.undo()) == 1


@pytest.mark.parametrize(
    "text", ["tag +a -b", "tag #a", "later", "to-read", "skip", "status done", "star", "unstar", "priority 3", "rate 0"]
)
def test_a_deed_is_read(text: str) -> None:
    assert deed(text).verb in ("tag", "status", "star", "priority", "rate")


@pytest.mark.parametrize("text", ["", ";", "tag", "tag a", "priority 4", "rate x", "due someday", "laterr", "star 2"])
def test_what_is_no_deed_is_named(text: str) -> None:
    with pytest.raises(Unreadable):
        deeds(text)


def test_a_rule_is_shown_before_it_acts_and_acts_once(library: Library) -> None:
    library.save_rule("Theory", "#theory", "tag +shelf; later")
    (rule,) = library.rules()
    waiting = library.awaiting(rule)
    assert sorted(waiting) == sorted(library.find("#theory").ids)
    assert library.count("#shelf") == 0  # looking changes nothing
    done, ids = library.apply_rule("theory")
    assert sorted(ids) == sorted(waiting)
    assert done == "rule “Theory”: tag +shelf; later on 4 papers"
    assert library.count("#shelf status:later") == 4
    assert library.awaiting(rule) == []
    assert library.apply_rule("Theory") == (None, [])
    library.undo()
    assert library.count("#shelf") == 0


def test_a_rule_acts_only_where_something_is_left_to_do(library: Library) -> None:
    first, *_ = library.find("#theory").ids
    library.tag([first], add=["shelf"])
    library.save_rule("Theory", "#theory", "tag +shelf")
    assert first not in library.awaiting(library.rule("Theory"))


def test_rules_are_kept_shared_and_taken_away(library: Library, open_library: Callable[..., Library]) -> None:
    library.save_rule("Theory", "#theory", "later")
    library.save_rule("theory", "#theory -is:seen", "star")
    assert [tuple(rule) for rule in open_library("bob").rules()] == [("theory", "#theory -is:seen", "star")]
    library.remove_rule("THEORY")
    assert library.rules() == []
    library.undo()
    assert len(library.rules()) == 1
    with pytest.raises(NotFound, match="there are theory"):
        library.rule("nothing")


def test_a_rule_may_ask_for_the_tag_that_it_gives(library: Library) -> None:
    library.save_rule("New", "abs:jailbreak -#attacks", "tag +attacks")
    library.apply_rule("New")
    assert library.count("#attacks") == library.count("abs:jailbreak") > 0


@pytest.mark.parametrize(("query", "deed"), [("", "later"), ("satus:x", "later"), ("#theory", "dance")])
def test_a_rule_that_cannot_be_read_is_refused(library: Library, query: str, deed: str) -> None:
    with pytest.raises(Unreadable):
        library.save_rule("Bad", query, deed)
    assert library.rules() == []
