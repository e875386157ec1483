"""Lines under an annotation in a file become comments; whatever else is changed there does not."""

import pytest

from tracker.vault.remarks import Remark, callouts, said, taken

OLD = "> [!result] some words\n> ann: strong\n> #eval\n\n^m-7f3a2c\n\n> [!note] more\n\n^m-aaaaaa\n\n"

TYPED = [
    ("> ann: strong\n", "> ann: strong\n> really?\n", [Remark("^m-7f3a2c", "really?")]),
    ("> ann: strong\n", "> ann: strong\n> ann: really?\n", [Remark("^m-7f3a2c", "really?")]),
    ("> [!note] more\n", "> [!note] more\n> one\n>\n> two\n", [Remark("^m-aaaaaa", "one\n\ntwo")]),
    ("> #eval\n", "> #eval\n> behind the tags\n", [Remark("^m-7f3a2c", "behind the tags")]),
    ("> ann: strong\n", "> ann: weak\n", []),  # changed, not written
    ("> #eval\n", "> #eval\n> #other\n", []),
    ("> [!note] more\n", ">\n> [!note] more\n", []),
    ("\n^m-aaaaaa\n", "\n^m-bbbbbb\n", []),
    ("> [!note] more\n", "> [!note] more\nlazy\n", []),  # no quoted line: the person's own, below the block
]


@pytest.mark.parametrize(("old", "new", "found"), TYPED)
def test_only_new_lines_under_an_annotation_are_remarks(old: str, new: str, found: list[Remark]) -> None:
    there = OLD.replace(old, new)
    read = taken(OLD, there, OLD, "ann")
    assert list(read.remarks) == found
    assert read.rest == (OLD if found else there)
    assert read.halfway == (there if found else OLD)


def test_what_is_said_stands_where_the_program_writes_it() -> None:
    now = said(OLD, [Remark("^m-7f3a2c", "one\ntwo"), Remark("^m-aaaaaa", "three")], "bob")
    assert [callout.lines for callout in callouts(now)] == [
        ["[!result] some words", "ann: strong", "bob: one", "two", "#eval"],
        ["[!note] more", "bob: three"],
    ]


def test_what_is_written_under_an_annotation_that_is_gone_stays_with_the_person() -> None:
    there = OLD.replace("> ann: strong\n", "> ann: strong\n> really?\n")
    assert taken(OLD, there, "", "ann") == ((), there, OLD)


def test_a_comment_that_was_taken_back_does_not_come_again_from_the_file() -> None:
    with_it = OLD.replace("> ann: strong\n", "> ann: strong\n> ann: really?\n")
    assert taken(with_it, with_it, OLD, "ann").remarks == ()


def test_a_line_that_is_a_comment_already_is_not_taken_again() -> None:
    typed = OLD.replace("> ann: strong\n", "> ann: strong\n> really?\n")
    here = OLD.replace("> ann: strong\n", "> ann: strong\n> ann: really?\n")
    read = taken(OLD, typed, here, "ann")
    assert (read.remarks, read.rest) == ((), OLD)
