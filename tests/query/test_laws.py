"""Laws that hold for any text typed into the search box."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.query.printing import printed
from tracker.query.complete import complete
from tracker.query.edit import apply_fix, terms, without
from tracker.query.explain import explain
from tracker.query.fields import FIELDS, SORTS, VALUES
from tracker.query.parse import parse
from tracker.query.shape import all_of
from tracker.query.source import MOST
from tracker.query.tree import And, Node, Not, Or, Query

NOW = datetime(2026, 1, 20, 15, 30, tzinfo=ZoneInfo("Europe/Berlin"))

SIGNS = [
    "(",
    ")",
    '"',
    "“",
    "”",
    "/",
    "-",
    "#",
    "@",
    "~",
    "=",
    "^",
    "*",
    ",",
    "..",
    "<",
    ">",
    ":",
    "|",
    "\\",
    " ",
    "\n",
]
WORDS = ["OR", "AND", "NOT", "self-attention", "O(T^2)", "a", "Δ", "satus:", "2w", "2026-01", "3", "none", "x.y", "é"]
HEADS = [f"{field}:" for field in FIELDS] + ["sort:-", "title:=", "tag:=", "note:(", "rating>="]
VALUED = [f"{field}:{value}" for field, values in VALUES.items() for value in values] + [f"sort:{key}" for key in SORTS]
TYPED = st.lists(st.sampled_from(SIGNS * 3 + WORDS * 2 + HEADS + VALUED), max_size=14).map("".join)
SPACED = st.lists(st.sampled_from(WORDS + VALUED + SIGNS[:3] + ['"two words"']), max_size=8).map(" ".join)
ANY = st.one_of(TYPED, SPACED, st.text(max_size=60))


def bare(node: Node | None) -> object:
    """The tree without positions, as plain tuples."""
    match node:
        case None:
            return None
        case And(parts) | Or(parts):
            return (type(node).__name__, *map(bare, parts))
        case Not(part):
            return ("Not", bare(part))
        case _:
            return (type(node).__name__, node._replace(start=0, end=0))


def nodes(node: Node | None) -> list[Node]:
    match node:
        case None:
            return []
        case And(parts) | Or(parts):
            return [node, *(inner for part in parts for inner in nodes(part))]
        case Not(part):
            return [node, *nodes(part)]
        case _:
            return [node]


def told(query: Query, message: str) -> int:
    return [problem.message for problem in query.problems].count(message)


def read(text: str, *, typing: bool = False) -> Query:
    return parse(text, now=NOW, typing=typing)


@settings(max_examples=150)
@given(ANY, st.booleans())
def test_any_text_gives_a_tree_and_problems_inside_the_text(text: str, typing: bool) -> None:
    query = read(text, typing=typing)
    assert query.text == text
    for problem in query.problems:
        assert 0 <= problem.start < problem.end <= len(text)
        assert problem.message
    for node in nodes(query.tree):
        assert 0 <= node.start < node.end <= len(text)


@settings(max_examples=100)
@given(ANY)
def test_the_parts_of_a_node_stand_in_order_inside_it(text: str) -> None:
    for node in nodes(read(text).tree):
        if isinstance(node, And | Or):
            assert node.start <= min(part.start for part in node.parts)
            assert max(part.end for part in node.parts) <= node.end
            assert len(node.parts) > 1
            assert not any(type(part) is type(node) for part in node.parts)
        if isinstance(node, Not):
            assert not isinstance(node.part, Not)


@settings(max_examples=150)
@given(ANY, st.booleans())
@example(r'"a\\" title:/\\\//', False)
def test_what_is_printed_reads_back_as_the_same_query(text: str, typing: bool) -> None:
    query = read(text, typing=typing)
    again = read(printed(query))
    assert bare(again.tree) == bare(query.tree)
    assert again.sort == query.sort
    assert not [problem for problem in again.problems if not problem.quiet]


@settings(max_examples=150)
@given(ANY)
def test_a_fix_takes_its_problem_away(text: str) -> None:
    query = read(text)
    assume(len(query.problems) < MOST)
    for problem in query.problems:
        if problem.fix is not None:
            again = read(apply_fix(text, problem))
            assert told(again, problem.message) < told(query, problem.message)


@settings(max_examples=150)
@given(ANY)
def test_a_query_without_one_of_its_terms_means_the_other_terms(text: str) -> None:
    query = read(text)
    assume(not query.problems)
    together = terms(query)
    for term in together:
        again = read(without(text, term))
        others = [other for other in together if other is not term]
        assert bare(again.tree) == bare(all_of(others, 0, 0))
        assert again.sort == query.sort or "sort:" in text[term.start : term.end].lower()
        assert not again.problems


@settings(max_examples=150)
@given(ANY, st.integers(min_value=0))
def test_any_text_can_be_said_in_words_and_completed_anywhere(text: str, place: int) -> None:
    cursor = place % (len(text) + 1)
    assert explain(read(text))
    for completion in complete(text, cursor, lambda field: [(f"{field} {text[:9]}", 3)]):
        assert 0 <= completion.start <= cursor <= completion.end <= len(text)


@pytest.mark.parametrize(
    "junk", ["(", ")", "-", "a ", "a(", "tag:", '"', "/a ", "-(a OR ", "satus:x ", "NOT ", "\\", "x:y "]
)
def test_a_hundred_thousand_signs_of_junk_are_read_at_once(junk: str) -> None:
    text = (junk * 100_000)[:100_000]
    start = time.process_time()
    query = parse(text)
    assert time.process_time() - start < 1.5  # 0.01 to 0.4 s where nothing else runs
    assert len(query.problems) <= MOST
    assert len(printed(query)) <= 2 * len(text)
