"""A file is taken apart without loss, changed only where it is the program's, and refused whole where it is broken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vault.sides import TAGS
from tracker.terms import Status
from tracker.vault.fields import NO_FIELDS, Fields, fields_of, merged, quoted
from tracker.vault.meeting import Outcome, meet
from tracker.vault.page import ABSTRACT, ANNOTATIONS, NOTE, OTHERS, Broken, Page, hidden, read, shown
from tracker.vault.writing import Here, new_page, told

BODY = "A line.\n\nAnother one."


def here(body: str = BODY, fields: Fields = NO_FIELDS, marks: str = "> [!note] a mark\n", heading: str = "T") -> Here:
    blocks = {OTHERS: "", ANNOTATIONS: marks, ABSTRACT: "> Text.\n"}
    return Here("lib-1", fields, {NOTE: body} if body else {}, told(heading, guessed=False, lists=("A", "B")), blocks)


def page(text: str = "", front: str = "", note: str = "") -> Page:
    return read(f"---\ntracker: lib-1\n{front}---\n%% tracker:note %%\n{note}%% /tracker:note %%\n{text}")


def met(text: str, mine: Here, base: str | None = None) -> Outcome:
    return meet(read(base) if base is not None else None, read(text), mine, TAGS)


def test_a_new_page_says_what_the_library_says() -> None:
    fields = Fields(("b/c", "true", "2024", "a-b"), Status.LATER, 2, 4)
    mine = here(fields=fields)
    found = read(new_page(mine))
    assert found.identity == "lib-1"
    assert found.content(NOTE) == BODY + "\n"
    assert fields_of(found, lambda tag: tag) == fields
    assert met(found.text, mine, found.text)[:4] == (None, (), None, {})


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_and_the_mark_in_front_stay_as_they_were(bom: str, newline: str) -> None:
    old = bom + (new_page(here()) + "mine\n").replace("\n", newline)
    new = met(old, here("Changed.", Fields(("x",)), marks=""), old).text
    assert new is not None
    assert new.startswith(f"{bom}---{newline}tracker")
    assert new.count("\n") == new.count(newline)
    assert f"%%{newline}Changed.{newline}%%" in new
    assert new.endswith(f"mine{newline}")


@given(st.text(st.sampled_from("%/ \\\ntracker:note"), max_size=60))
def test_any_text_can_stand_in_a_note(body: str) -> None:
    assert shown(hidden(body)) == body
    marked = f"%% tracker:note %%\n%% /tracker:note %%\n{body}"
    assert page(note=hidden(f"{marked}\n")).content(NOTE) == f"{marked}\n"


@pytest.mark.parametrize(
    ("text", "told_of"),
    [
        ("no front matter", "front matter"),
        ("---\ntracker: x\n", "front matter"),
        ("---\ntracker: x\ntags: [a\n---\n%% tracker:note %%\n%% /tracker:note %%\n", "line"),
        ("---\ntracker: x\ntags: [a]\ntags: [b]\n---\n%% tracker:note %%\n%% /tracker:note %%\n", "twice"),
        ("---\n- tracker\n---\n%% tracker:note %%\n%% /tracker:note %%\n", "no list of keys"),
        ("---\na: &x later\nstatus: *x\n---\n%% tracker:note %%\n%% /tracker:note %%\n", "alias"),
        ("---\ntracker: x\ntags: {a: b}\n---\n%% tracker:note %%\n%% /tracker:note %%\n", "neither"),
        ("---\ntracker: x\n---\n", "are gone"),
        ("---\ntracker: x\n---\n%% tracker:note %%\n", "no partner"),
        ("---\ntracker: x\n---\n%% /tracker:note %%\n", "no partner"),
        ("---\ntracker: x\n---\n%% tracker:note %%\n%% tracker:note %%\n%% /tracker:note %%\n", "no partner"),
        ("---\ntracker: x\n---\n" + "%% tracker:note %%\n%% /tracker:note %%\n" * 2, "two blocks"),
        (f"---\ntracker: x\ntags: {'[' * 20_000}\n---\n", "YAML"),
        ("---\ntracker: x\nt: \x01\n---\n", "YAML"),
    ],
)
def test_what_is_broken_is_refused_and_told(text: str, told_of: str) -> None:
    with pytest.raises(Broken, match=told_of):
        read(text)


@given(st.text(max_size=200))
def test_any_text_is_a_page_or_refused(text: str) -> None:
    for tried in (text, f"---\n{text}\n---\n%% tracker:note %%\n{text}\n%% /tracker:note %%\n{text}"):
        try:
            found = read(tried)
        except Broken:
            continue
        assert found.text == tried
        assert all(0 <= entry.start <= entry.end <= len(tried) for entry in found.entries.values())


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("tags: [a, 'b c', \"d\"]\n", Fields(("a", "b-c", "d"))),
        ("tags:\n  - a\n  - '#b' # why\n", Fields(("a", "b"))),
        ("tags: a, b\n", Fields(("a", "b"))),
        ("tags:\nstatus:\npriority:\nrating: ~\ndue: null\n", NO_FIELDS),
        ("status: Read\npriority: 3\nrating: 5\n", Fields((), Status.DONE, 3, 5)),
    ],
)
def test_values_are_read_as_people_write_them(front: str, expected: Fields) -> None:
    assert fields_of(page(front=front), TAGS.kept) == expected


@pytest.mark.parametrize(
    "front",
    ["status: no idea\n", "priority: 4\n", "rating: 0\n", "due: tomorrow\n", "tags: [none]\n", "rating: [1, 2]\n"],
)
def test_a_value_that_cannot_be_taken_leaves_the_page_alone(front: str) -> None:
    with pytest.raises(Broken, match="front matter"):
        meet(None, page(front=front), here(), TAGS)


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("tags: [a] # mine\n", "tags: [a, b] # mine\n"),
        ("tags:\n- a # mine\nother: 1\n", "tags:\n- a\n- b # mine\nother: 1\n"),
        ("tags:\n    - a\n\nother: 1\n", "tags:\n    - a\n    - b\n\nother: 1\n"),
        ("tags:\nother: 1\n", "tags: [a, b]\nother: 1\n"),
        ("other: {x: [1]} # kept\n", "\nother: {x: [1]} # kept\n"),
        ("other: 1\n", "\ntags: [a, b]\n---\n"),
    ],
)
def test_only_the_value_changes_in_the_front_matter(front: str, expected: str) -> None:
    old = page(front=front)
    new = meet(old, old, here("", Fields(("a", "b"))), TAGS).text
    assert new is not None
    assert expected in new


@given(st.text(min_size=1, max_size=20).filter(str.isprintable))
def test_any_text_is_written_as_yaml_that_reads_the_same(text: str) -> None:
    (item,) = page(front=f"tags: [{quoted(text)}]\n").entries["tags"].items or ()
    assert item.value == text


def test_a_key_or_block_that_the_person_changed_or_took_away_stays_so() -> None:
    old = new_page(here())
    theirs = old.replace('title: "T"', "title: My own").replace("list: [A, B]\n", "")
    theirs = theirs[: theirs.index("\n## Abstract")]
    for heading in ("Another", "A third"):
        outcome = met(theirs, here(heading=heading), old)
        assert outcome.text is None
        old = outcome.after


def test_the_title_follows_where_nobody_changed_it() -> None:
    old = new_page(here())
    assert 'title: "Another \\"one\\""' in (met(old, here(heading='Another "one"'), old).text or "")


def test_lines_written_into_a_block_of_the_program_move_below_it() -> None:
    old = new_page(here())
    theirs = old.replace("> [!note] a mark\n", "> [!note] a mark\n> what I think\n")
    new = met(theirs, here(), old).text or ""
    assert "a mark\n%% /tracker:annotations %%\n> what I think\n" in new


def test_a_block_that_was_not_there_is_put_behind_the_note() -> None:
    old = new_page(here(marks=""))
    new = met(old, here(), old).text or ""
    assert "%% /tracker:note %%\n\n## Annotations\n%% tracker:annotations" in new
    assert new.index("## Annotations") < new.index("## Abstract")


def test_fields_that_both_changed_otherwise_clash_and_tags_are_joined() -> None:
    base, mine, theirs = Fields(("a", "b")), Fields(("b", "c"), Status.DONE), Fields(("d", "A", "b"), Status.LATER, 2)
    fields, clashes = merged(base, mine, theirs, TAGS.same)
    assert fields == Fields(("d", "b", "c"), Status.DONE, 2)
    assert clashes == ["status"]


def test_a_clash_touches_neither_side_and_can_be_settled() -> None:
    old = new_page(here("one"))
    theirs = old.replace("one", "theirs")
    clash = met(theirs, here("mine"), old)
    assert (clash.text, clash.notes, clash.fields) == (None, {}, None)
    assert [each.what for each in clash.clashes] == [NOTE]
    settled = {side: meet(read(old), read(theirs), here("mine"), TAGS, side) for side in ("here", "there", "both")}
    assert "mine" in (settled["here"].text or "")
    assert settled["there"].notes == {NOTE: "theirs"}
    assert settled["both"].notes == {NOTE: "mine\n\ntheirs"}
