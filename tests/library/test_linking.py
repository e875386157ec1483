"""What a link may lead to, found as it is typed."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from tracker.library import Library
from tracker.terms import Visibility
from tracker.text.template import chosen, filled


def test_notes_papers_and_annotations_are_found_by_their_words(library: Library) -> None:
    library.write_note(None, "", title="Length of judges")
    library.write_note(None, "", title="No [brackets]")
    mark = library.annotate(1, 0, 40)
    found = library.link_targets("length")
    assert (found[0].kind, found[0].target) == ("note", "Length of judges")
    assert "chen2025non Non-Asymptotic Length Generalization" in [one.target for one in found if one.kind == "paper"]
    assert [one.target[-9:] for one in library.link_targets("self-evolving") if one.kind == "annotation"] == [
        mark.short
    ]
    assert library.link_targets("brackets") == [one for one in library.link_targets("brackets") if one.kind == "paper"]


def test_every_target_leads_where_it_says(library: Library) -> None:
    library.write_note(None, "", title="Length: a plan")
    library.annotate(1, 0, 40)
    for typed in ("", "length", "self", "chen"):
        for target in library.link_targets(typed, paper_id=1):
            assert library.resolve_link(target.target)[0] == target.kind


def test_before_anything_is_typed_the_papers_own_annotations_come_first(library: Library) -> None:
    library.annotate(1, 0, 40)
    library.annotate(2, 0, 40)
    library.mark_seen(3)
    found = library.link_targets("", paper_id=1)
    assert [one.kind for one in found] == ["annotation", "paper"]
    assert found[1].target.startswith(library.rows([3])[0].key)


def test_what_others_keep_to_themselves_is_not_offered(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    bob.annotate(1, 0, 40, visibility=Visibility.PRIVATE)
    assert not [one for one in ann.link_targets("self-evolving") if one.kind == "annotation"]


@given(st.text(max_size=30))
def test_any_text_can_be_a_template(text: str) -> None:
    assert filled(text, {}) == text.strip("\n")


def test_a_template_is_chosen_by_collection_and_filled_once() -> None:
    templates = {"ICML 2025": "a", "*": "b"}
    assert [chosen(templates, names) for names in (["x", "icml 2025"], ["x"], [])] == ["a", "b", "b"]
    assert chosen({"x": "a"}, ["y"]) == ""
    assert filled("{title} {odd} {year}", {"title": "{year}", "year": "2025"}) == "{year} {odd} 2025"
