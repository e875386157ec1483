"""What goes out comes in again, and other programs' annotations find their words."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.annotations.conftest import WORDS, Rewrite
from tracker.errors import Unreadable
from tracker.formats import (
    annotations_csv,
    annotations_html,
    annotations_jsonl,
    annotations_jsonld,
    annotations_markdown,
)
from tracker.formats.annotations import Mark, Remark, code_points, ulid_of
from tracker.library import Library
from tracker.library.values import AnnotationView, State
from tracker.text.render import render
from tracker.ulid import decoded, encoded, ulid

ids = st.integers(0, 2**128 - 1).map(encoded)
words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12
)  # the library holds none
some_words = words.filter(bool)
times = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
remarks = st.builds(Remark, ids, words, words, times, st.none() | times, st.none(), st.booleans(), st.booleans())


@st.composite
def marks(draw: st.DrawFn) -> Mark:
    start = draw(st.none() | st.integers(0, 5000))
    threads = draw(st.lists(remarks, max_size=3, unique_by=lambda remark: remark.id))
    if len(threads) > 1:
        threads[1] = threads[1]._replace(parent=threads[0].id)
    return Mark(
        id=draw(ids.filter(lambda new: new not in {each.id for each in threads})),
        exact=draw(words),
        kind=draw(some_words),
        paper=draw(words),
        source=draw(words),
        heading=draw(words),
        prefix=draw(words),
        suffix=draw(words),
        start=start,
        end=None if start is None else start + draw(st.integers(1, 90)),
        body=draw(words),
        tags=tuple(draw(st.lists(some_words, max_size=3))),
        author=draw(words),
        created=draw(st.none() | times),
        updated=draw(st.none() | times),
        state=draw(st.sampled_from(State)).value,
        private=draw(st.booleans()),
        origin=draw(some_words),
        comments=tuple(threads),
    )


@given(st.lists(marks(), max_size=3, unique_by=lambda mark: mark.id))
def test_json_ld_loses_nothing_either_way(some: list[Mark]) -> None:
    assert list(annotations_jsonld.read("".join(annotations_jsonld.write(some)))) == some


@given(st.lists(marks(), max_size=4))
def test_spans_read_back_as_spans(some: list[Mark]) -> None:
    placed = [(m.paper, m.start, m.end, m.kind, m.exact, m.author, m.id) for m in some if m.start is not None]
    for format in (annotations_jsonl, annotations_csv):
        back = format.read("".join(format.write(some)))
        assert [(m.paper, m.start, m.end, m.kind, m.exact, m.author, m.id) for m in back] == placed


@given(marks())
def test_any_mark_is_one_callout(mark: Mark) -> None:
    callout = annotations_markdown.callout(mark)
    *lines, last, empty, end = callout.split("\n")
    assert lines[0].startswith(f"> [!{mark.kind.split(chr(10))[0]}")
    assert (last, empty, end) == (f"^m-{mark.id[-6:].lower()}", "", "")


@given(st.text(max_size=20), st.integers(0, 20))
def test_code_units_are_turned_into_characters(text: str, at: int) -> None:
    at = min(at, len(text))
    units = len(text[:at].encode("utf-16-le", "surrogatepass")) // 2
    if text.isprintable():
        assert code_points(text, units) == at


def test_an_id_is_a_number_and_back() -> None:
    assert encoded(decoded(ulid_of("x"))) == ulid_of("x") == ulid_of("x")
    assert encoded(decoded(new := ulid())) == new
    for wrong in ("", "x", "U" * 26, "Z" * 26):
        with pytest.raises(ValueError, match=r"ULID|substring"):
            decoded(wrong)


def test_a_library_gives_and_takes_annotations_without_loss(
    library: Library, mark: AnnotationView, tmp_path: Path
) -> None:
    library.tag_annotation(mark.id, add=["loss"])
    first = library.comment(mark.paper_id, "@bob why? [[0001]]", on=mark.id)
    library.comment(mark.paper_id, "Because.", reply_to=first.id)
    library.delete_comment(first.id)
    out = "".join(library.export_annotations(range(1, 37), "jsonld"))
    with Library.open(tmp_path / "other.db", "carol") as other:
        assert other.import_annotations(out)[:3] == (1, 1, 0)
        assert other.import_annotations(out)[:3] == (1, 0, 1)
        (there,), (here,) = other.annotations(mark.paper_id), library.annotations(mark.paper_id)
        kept = (
            "id",
            "kind",
            "start",
            "end",
            "quote",
            "prefix",
            "suffix",
            "body",
            "tags",
            "author",
            "created_at",
            "comments",
        )
        assert [getattr(there, name) for name in kept] == [getattr(here, name) for name in kept]
        threads = [
            [(v.id, v.depth, v.shown, v.author) for v in each.comments(mark.paper_id)] for each in (other, library)
        ]
        assert threads[0] == threads[1]
        other.undo()
        assert other.annotations(mark.paper_id) == ()


def test_annotations_of_hypothesis_find_their_words(library: Library, paper: int) -> None:
    quote = {"type": "TextQuoteSelector", "exact": WORDS, "prefix": "present a ", "suffix": ". Our"}
    place = {"type": "TextPositionSelector", "start": 99999, "end": 99999}
    root = {
        "id": "aaa-1",
        "uri": library.detail(paper).links[0].url,
        "user": "acct:dora@hypothes.is",
        "text": "nice",
        "tags": ["loss"],
        "created": "2026-01-02T03:04:05.678901+00:00",
        "updated": "2026-01-02T03:04:05.678901+00:00",
        "target": [{"selector": [quote, place]}],
    }
    reply = {**root, "id": "bbb-2", "text": "indeed", "references": ["aaa-1"], "target": [{}]}
    report = library.import_annotations(json.dumps({"rows": [root, reply], "total": 2}))
    assert (report.new, report.left_out) == (1, ())
    (view,) = library.annotations(paper)
    assert (view.text, view.body, view.author, view.tags) == (WORDS, "nice", "dora", ("loss",))
    assert [comment.body for comment in library.comments(paper, view.id)] == ["indeed"]


def test_a_mark_without_a_known_paper_is_looked_up_by_its_words(library: Library, paper: int) -> None:
    rows = [{"paper": "", "start": 0, "end": 9, "kind": "own-kind", "text": text} for text in (WORDS, "no such words")]
    report = library.import_annotations("\n".join(map(json.dumps, rows)), "jsonl")
    assert (report.read, report.new, len(report.left_out)) == (2, 1, 1)
    assert "no such words" in report.left_out[0]
    assert [(view.text, view.kind) for view in library.annotations(paper)] == [(WORDS, "own-kind")]


@pytest.mark.parametrize(
    "text", ["", "{", "3", "null", '[{"type": "Annotation"}]', '{"items": 3}', '[{"uri": "x", "target": 4}]']
)
def test_what_are_no_annotations_is_refused(library: Library, text: str) -> None:
    with pytest.raises(Unreadable):
        library.import_annotations(text)
    with pytest.raises(Unreadable, match="jsonld, markdown"):
        library.import_annotations(text, "docx")


def test_orphans_stand_apart_in_markdown(
    library: Library, mark: AnnotationView, rewrite: Callable[[Library, Callable[[str], str]], None]
) -> None:
    rewrite(library, lambda text: "Nothing of it is left here.")
    out = "".join(library.export_annotations([mark.paper_id], "markdown"))
    assert "### Marks without a place\n\n> [!method] regression-like loss" in out
    assert "> ann: the *idea*\n\n^m-" in out


ELEMENTS = set("html head meta title style body article h2 h3 p ol ul li mark sup a b i code span blockquote".split())  # noqa: SIM905


class Page(HTMLParser):
    """The texts of the abstracts on a page, the elements that are open, and all addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.abstract = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        given = dict(attributes)
        self.addresses += [given["href"] or ""] if "href" in given else []
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "article" in self.open and "p" in self.open and not {"sup", "li"} & set(self.open):
            self.abstract += data


def test_a_page_of_html_shows_the_abstract_with_its_marks_and_runs_nothing(library: Library, paper: int) -> None:
    nasty = '</li><script>alert(1)</script><img src=x onerror=alert(1)>"'
    library.save_kind("own", key="7", sign="<", colour="#e56eee")
    outer = library.annotate_quote(paper, WORDS, "method", nasty, tags=["a&b"])
    library.annotate_quote(paper, "purely on token level", "own")
    library.comment(paper, nasty, on=outer.id)
    page = "".join(library.export_annotations([paper], "html"))
    found = Page(page)
    assert found.open == []
    assert not {"script", "img"} & found.elements
    assert found.abstract == render(library.detail(paper).abstract).text
    assert f"m-{outer.id[-6:].lower()}" in found.ids
    assert {address.removeprefix("#") for address in found.addresses if address.startswith("#")} <= set(found.ids)
    assert all(address.startswith(("#", "https://")) for address in found.addresses)
    assert '<mark class="shared" style="--kind: #e56eee" title="own">purely on token level</mark>' in page
    assert "default-src 'none'" in page


def test_what_two_people_marked_as_the_same_is_one_on_the_page(
    open_library: Callable[..., Library], paper: int, rewrite: Rewrite
) -> None:
    ann, bob = open_library("ann"), open_library("bob")
    one = ann.annotate_quote(paper, WORDS, "method", "the *idea* of $x^2$")
    other = bob.annotate_quote(paper, WORDS, "method", "yes")
    rewrite(ann, lambda text: text.replace(WORDS, "regression-like loss working only upon the token level"))
    page = "".join(ann.export_annotations([paper], "html"))
    assert page.count("<mark ") == 1
    assert 'class="shared"' not in page
    assert "ann, bob · check its place" in page
    assert "<i>idea</i> of x²" in page
    assert f"marked in an older text as “{WORDS}”" in page
    assert {f"m-{each.id[-6:].lower()}" for each in (one, other)} <= set(Page(page).ids)


@given(st.lists(marks(), max_size=4, unique_by=lambda mark: mark.id), words)
def test_any_marks_make_a_page_that_holds_together(some: list[Mark], text: str) -> None:
    some = [mark._replace(text=text, paper="p", source="javascript:alert(1)", colour="url(x)") for mark in some]
    found = Page("".join(annotations_html.write(some)))
    assert found.open == []
    assert found.elements <= ELEMENTS
    assert all(address.startswith("#") for address in found.addresses)
