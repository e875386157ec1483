"""Terms taken out of a query, and problems mended."""

import pytest

from tracker.query.edit import apply_fix, as_typed, terms, without
from tracker.query.parse import parse
from tracker.query.tree import Or


def test_the_terms_of_a_query_are_what_must_all_hold() -> None:
    text = 'status:later tag:saftey -(a OR b) "x y"'
    assert [text[term.start : term.end] for term in terms(parse(text))] == [
        "status:later",
        "tag:saftey",
        "-(a OR b)",
        '"x y"',
    ]
    assert len(terms(parse("a OR b"))) == 1
    assert len(terms(parse("status:open x"))) == 2
    assert terms(parse("sort:next")) == ()


@pytest.mark.parametrize(
    ("text", "dropped", "left"),
    [
        ("status:later tag:saftey", 1, "status:later"),
        ("status:later   tag:saftey", 0, "tag:saftey"),
        ("a AND b", 0, "b"),
        ("a AND b AND c", 1, "a AND c"),
        ("a NOT b", 1, "a"),
        ("NOT NOT a sort:next", 0, "sort:next"),
        ("a -b c", 1, "a c"),
        ("a (b c)", 1, "a (c)"),
        ("a (b)", 1, "a"),
        ("a note:(b)", 1, "a"),
        ("a( b)", 1, "a"),
        ("a(b c)", 1, "a( c)"),
        ("a -(-(b)) c", 1, "a c"),
        ("a OR b", 0, ""),
        ("sort:next a", 0, "sort:next"),
    ],
)
def test_dropping_a_term_leaves_a_tidy_query(text: str, dropped: int, left: str) -> None:
    assert without(text, terms(parse(text))[dropped]) == left


def test_a_part_of_a_choice_can_be_dropped_too() -> None:
    text = "x note:(a OR b)"
    choice = terms(parse(text))[1]
    assert isinstance(choice, Or)
    assert without(text, choice.parts[0]) == "x note:(b)"


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("satus:unread x", "status:unread x"),
        ("x status:unraed", "x status:unread"),
        ("diffusion OR", "diffusion"),
        ("a) b", "a b"),
        ('title:"long con', 'title:"long con"'),
        ("a https://x.y b", 'a "https://x.y" b'),
        ("rating:good", "rating:good"),
    ],
)
def test_a_fix_mends_the_text(text: str, mended: str) -> None:
    assert apply_fix(text, parse(text).problems[0]) == mended


@pytest.mark.parametrize(
    ("text", "place", "exact"),
    [
        ("the calibraton", (4, 14), "the =calibraton"),
        ("-calibraton* x", (1, 12), "-=calibraton x"),
        ("title:calibraton OR x", (0, 16), "title:=calibraton OR x"),
        ("^calib x", (0, 6), "title:=calib x"),
        ("demon strations", (0, 15), "=demon =strations"),
        ("author:lee,wnag x", (0, 15), '(author:="lee" OR author:="wnag") x'),
    ],
)
def test_what_was_corrected_can_be_looked_for_as_typed(text: str, place: tuple[int, int], exact: str) -> None:
    assert as_typed(text, [place]) == exact
    assert not parse(exact).problems
