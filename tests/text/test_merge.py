"""Merging two people's changes: both are in, or it is said that they clash."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.merge import merge

texts = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n"]), max_size=6).map("".join)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ("", "a\n", "", "a\n"),
        ("one\ntwo\nthree\n", "ONE\ntwo\nthree\n", "one\ntwo\nTHREE\n", "ONE\ntwo\nTHREE\n"),
        ("one\n", "one\n", "", ""),
        ("one\n", "same\n", "same\n", "same\n"),
        ("one\n", "mine\n", "theirs\n", None),
        ("one\n", "mine\none\n", "theirs\none\n", None),
        ("one\ntwo\n", "one\n", "one\ntwo\nthree\n", "one\nthree\n"),
        ("no newline", "no newline\nmore", "no newline", "no newline\nmore"),
    ],
)
def test_both_changes_are_in_or_none_is_lost(base: str, mine: str, theirs: str, merged: str | None) -> None:
    assert merge(base, mine, theirs) == merged


@given(texts, texts)
def test_where_only_one_changed_it_is_taken(base: str, changed: str) -> None:
    assert merge(base, changed, base) == changed
    assert merge(base, base, changed) == changed
    assert merge(base, changed, changed) == changed


@given(texts, texts, texts)
def test_it_does_not_matter_who_is_who(base: str, mine: str, theirs: str) -> None:
    assert merge(base, mine, theirs) == merge(base, theirs, mine)


@given(texts, texts, texts)
def test_a_merge_holds_every_line_that_either_added(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    if merged is not None:
        for line in set(mine.splitlines()) | set(theirs.splitlines()):
            assert line in merged.splitlines() or line in base.splitlines()
