"""What is offered while a query is typed."""

from collections.abc import Sequence

import pytest

from tracker.query.complete import Completion, complete

KNOWN = {
    "tag": [("safety", 38), ("method/diffusion", 4), ("method/flow", 2), ("method", 1), ("two words", 3)],
    "status": [("inbox", 3), ("later", 104)],
    "in": [("Next up", 12), ("Inbox", 4)],
    "word": [("attention", 9), ("attack", 3), ("battle", 1)],
    "collection": [("ICML 2025", 36), ("NeurIPS", 3)],
    "author": [("Wei Liu", 3), ("Liuming Xiao", 1)],
    "year": [("2025", 36)],
}


def names(field: str) -> Sequence[tuple[str, int]]:
    return KNOWN.get(field, [])


def offered(typed: str) -> list[str]:
    return [completion.text for completion in complete(typed, len(typed), names)]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", ["tag:", "status:", "is:"]),
        ("a ", ["tag:", "status:", "is:"]),
        ("-", ["tag:", "status:"]),
        ("sta", ["status:"]),
        ("tit", ["title:"]),
        ("a OR att", ["attention", "attack"]),
        ("~att", ["attention", "attack"]),
        ("status:", ["inbox", "later", "reading"]),
        ("status:unr", ["unread"]),
        ("status:later,do", ["done"]),
        ("status:(later OR do", ["done"]),
        ("is:st", ["starred"]),
        ("#", ["safety", "method", '"two words"']),
        ("#saf", ["safety"]),
        ("#saftey", ["safety"]),
        ("-#tw", ['"two words"']),
        ("#method/", ["method/diffusion", "method/flow"]),
        ("#diffus", ["method/diffusion"]),
        ("in:", ['"Next up"', "Inbox"]),
        ('collection:"icml 2', ['"ICML 2025"']),
        ("author:wei", ['"Wei Liu"']),
        ("author:li", ['"Wei Liu"', '"Liuming Xiao"']),
        ("collection:20", ['"ICML 2025"']),
        ("#diff", ["method/diffusion"]),
        ("year:", ["2025"]),
        ("sort:", ["next", "score", "added"]),
        ("sort:-ad", ["added"]),
        ("added:", ["today", "yesterday"]),
        ("added:<", ["today", "yesterday"]),
        ("due:", ["today", "tomorrow"]),
        ("rating:", ["3", ">=4"]),
        ("score:", [">=0.6", "<=0.4"]),
        ("like:", []),
        ('"long con', []),
    ],
)
def test_the_likeliest_is_offered_first(typed: str, first: list[str]) -> None:
    assert offered(typed)[: len(first) or None] == first


def test_a_completion_takes_the_place_of_what_is_typed_and_carries_its_count() -> None:
    assert complete("a #saf b", 6, names) == [Completion("safety", "safety", 38, 3, 6)]
    assert complete("status:lat", 10, names)[0] == Completion("later", "later", 104, 7, 10)
    assert complete("sta:later", 2, names)[0] == Completion("status:", "status:", None, 0, 4)


def test_a_tag_with_others_below_it_shows_a_slash_and_their_number() -> None:
    assert complete("#met", 4, names)[0] == Completion("method", "method/", 7, 1, 4)
