"""A digest says what others may know: grouped by tag, with remarks, results and votes, and nothing private."""

import re
from collections.abc import Callable

from tracker.formats.roundup import html, markdown
from tracker.library import Library
from tracker.terms import Decision, Visibility


def text(library: Library, query: str) -> str:
    return "".join(markdown(library.digest(query)))


def test_papers_stand_once_under_their_commonest_tag(library: Library) -> None:
    digest = library.digest("")
    keys = [item.key for section in digest.sections for item in section.items]
    assert len(keys) == len(set(keys)) == 36
    assert digest.sections[0].name == "#reasoning"
    for section in digest.sections:
        assert all(section.name[1:] in item.tags for item in section.items)


def test_what_has_no_tag_comes_last(library: Library) -> None:
    paper = library.add_paper("One paper about one thing.")
    sections = library.digest(f"id:1,{paper}").sections
    assert [section.name for section in sections][-1] == "without a tag"
    assert sections[-1].items[0].guessed


def test_the_persons_remark_results_and_votes_are_told(library: Library, open_library: Callable[..., Library]) -> None:
    library.write_note(5, "Compare with **ours**.")
    library.annotate(5, 0, 30, "result", body="the strongest number")
    library.annotate(5, 40, 60, "method")
    bob = open_library("bob")
    library.new_round("First pass", "id:5", ["ann", "bob"])
    library.vote("First pass", 5, Decision.INCLUDE)
    bob.vote("First pass", 5, Decision.INCLUDE)
    assert "First pass" not in text(library, "id:5")  # others may be blind to it still
    library.close_round("First pass")
    told = text(library, "id:5")
    assert "Compare with **ours**." in told
    assert "(result)\n  > the strongest number" in told
    assert "(method)" not in told
    assert "First pass: 2 include — included" in told


def test_links_in_a_remark_are_words_for_who_has_no_library(library: Library) -> None:
    there = library.rows([2])[0]
    library.write_note(5, f"Unlike [[{there.key}]], see [[my plan|the plan]].")
    assert f"Unlike “{there.heading}”, see the plan." in text(library, "id:5")


def test_nothing_private_is_told(library: Library) -> None:
    library.write_note(5, "PRIVATE thought")
    with library.store.transaction() as session:
        session.connection().exec_driver_sql("UPDATE note SET visibility = 'private'")
    library.annotate(5, 0, 30, "result", body="PRIVATE remark", visibility=Visibility.PRIVATE)
    assert "PRIVATE" not in text(library, "id:5")


def test_hostile_text_is_text(library: Library) -> None:
    paper = library.add_paper("An abstract.", title="<script>alert(1)</script> *[x](javascript:y)*")
    library.tag([paper], add=["<b>"])
    page = "".join(html(library.digest(f"id:{paper}")))
    assert "<script" not in page
    assert "<b>" not in page
    told = text(library, f"id:{paper}")
    assert not re.search(r"(?<!\\)\[x\]", told)
    assert "(javascript:" not in told.replace("\\[x\\](javascript:y)", "")


def test_a_digest_of_nothing_is_short(library: Library) -> None:
    assert "0 papers" in text(library, "nothingatall123")
    assert "".join(html(library.digest("nothingatall123"))).endswith("</body></html>\n")
