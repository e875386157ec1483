"""Links are found both ways, follow a renamed note, and say when what they point to is gone."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.library.kept import links
from tracker.library import Library
from tracker.library.values import AnnotationView, NoteView
from tracker.text.wikilinks import names, renamed, wikilinks


def note(
    library: Library, body: str, title: str = "", paper: int | None = None, old: NoteView | None = None
) -> NoteView:
    note_id, version = (old.id, old.version) if old else (None, 0)
    saved = library.write_note(paper, body, title=title, note_id=note_id, version=version)
    assert isinstance(saved, NoteView)
    return saved


def test_a_link_is_a_paper_a_note_or_a_mark(library: Library, mark: AnnotationView) -> None:
    key, plan = library.rows([2])[0].key, note(library, "", "Judge audit plan")
    body = (
        f"[[0001]] [[{key}]] [[{key} any text]] [[judge audit Plan|the plan]] [[0011{mark.short}]] [[nothing]] `[[3]]`"
    )
    found = links(library, note(library, body).id)
    assert [(link.to_kind, link.to_id) for link in found] == [
        ("paper", "1"),
        ("paper", "2"),
        ("paper", "2"),
        ("note", str(plan.id)),
        ("annotation", mark.id),
        ("", None),
    ]
    assert [body[link.start : link.start + 2] for link in found] == ["[["] * 6
    assert [link.text for link in library.dead_links()] == ["nothing"]
    library.comment(3, "unlike [[this]] and [[0001]]")
    assert list(library.find("has:deadlink").ids) == [3]


def test_backlinks_come_from_notes_remarks_and_comments(library: Library, paper: int, mark: AnnotationView) -> None:
    note(library, f"See [[{paper}]] and [[x{mark.short}]]", paper=1)
    library.annotate(2, 0, 9, body=f"as in [[{paper}]]")
    library.comment(3, f"unlike [[{paper}]]")
    library.comment(paper, f"this one: [[{paper}]]")
    assert [(link.from_kind, link.paper_id) for link in library.backlinks(paper)] == [
        ("note", 1),
        ("note", 1),
        ("annotation", 2),
        ("comment", 3),
    ]


def test_links_change_with_the_text_and_come_back_by_undo(library: Library) -> None:
    first = note(library, "[[1]] [[2]]", paper=5)
    note(library, "[[2]]", paper=5, old=first)
    assert [len(library.backlinks(paper)) for paper in (1, 2)] == [0, 1]
    library.undo()
    assert [len(library.backlinks(paper)) for paper in (1, 2)] == [1, 1]
    library.delete_note(first.id)
    assert [len(library.backlinks(paper)) for paper in (1, 2)] == [0, 0]


def test_a_link_waits_for_its_note_and_follows_its_new_name(open_library: Callable[..., Library]) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    here = note(bob, "Before [[Plan]] and [[plan|that]].")
    assert len(ann.dead_links()) == 2
    plan = note(ann, "Text", "Plan")
    assert ann.dead_links() == ()
    renamed_to = note(ann, "Text", "Audit plan", old=plan)
    assert bob.note(here.id).body == "Before [[Audit plan]] and [[Audit plan|that]]."
    assert [link.from_id for link in ann.note_backlinks(renamed_to.id)] == [str(here.id)] * 2
    ann.undo()
    assert bob.note(here.id).body == here.body


def test_a_link_to_what_was_removed_is_dead_until_it_comes_back(library: Library, mark: AnnotationView) -> None:
    note(library, f"[[0011{mark.short}]]")
    library.remove_annotation(mark.id)
    assert [link.to_id for link in library.dead_links()] == [None]
    library.undo()
    assert library.dead_links() == ()


def test_links_that_spell_out_a_heading_follow_it(library: Library) -> None:
    row = library.rows([2])[0]
    body = f"[[{row.key} {row.heading}]] [[{row.key} {row.heading}|it]] [[{row.key}]] [[{row.key} mine]]"
    here = note(library, body)
    library.set_title(2, "Another: [one]")
    new = f"{row.key} Another one"
    assert library.note(here.id).body == f"[[{new}]] [[{new}|it]] [[{row.key}]] [[{row.key} mine]]"
    assert len(library.backlinks(2)) == 4
    library.undo()
    assert library.note(here.id).body == body


@pytest.mark.parametrize(
    ("body", "asked"),
    [("@bob and @Ann-Lee.", ["bob", "Ann-Lee"]), ("me@there.org @ @@x https://a/@b", []), ("(@bob, @bob)", ["bob"])],
)
def test_whom_a_text_asks(body: str, asked: list[str]) -> None:
    assert names(body) == asked


@given(st.text(st.sampled_from("[]|ab` \n^"), max_size=60))
def test_any_text_has_links_in_its_order_and_none_named_otherwise_is_renamed(body: str) -> None:
    links = wikilinks(body)
    assert [link.start for link in links] == sorted(link.start for link in links)
    assert all(body[link.start :].startswith("[[") and link.target for link in links)
    assert renamed(body, "not there", "x") == body
    assert len(wikilinks(renamed(body, "a", "b"))) == len(links)
