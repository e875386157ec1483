"""A library carried by its own format into an empty one: all that can be told is there, whatever was done."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.library.kept import links
from tracker.formats.record import Record
from tracker.formats.registry import writing
from tracker.library import Library
from tracker.library.values import NoteView
from tracker.terms import Status, Visibility

TEXT = "We count apples in the rain. It is wet and cold, and nobody helps. We find seven of them."
KEYS = ("lee2024counting", "ray2023forgetting", "poe2022losing")
PAPERS = [
    Record(title="Counting apples", authors=("Ann Lee",), year=2024, abstract=TEXT, venue="ICML", collection="Mine"),
    Record(title="Forgetting pears", authors=("Bo Ray",), year=2023, abstract=TEXT.replace("apples", "pears")),
    Record(title="Losing plums", authors=("Cy Poe",), year=2022, doi="10.1234/plums"),
]
WORDS = st.sampled_from(
    ["Read it.", "Read it. And more.", "äß 中 [x] **b**", *(f"See [[{key}]] and [[Idea]]." for key in KEYS), "a\n\nb"]
)
PLACE = st.integers(0, len(PAPERS) - 1)
MOMENT = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)
NUMBERS = st.integers(0, 9)
TITLES = ("", "Idea", "Doubt")


class Deed(NamedTuple):
    """Something that ann does, or her colleague bob, to one of the papers."""

    verb: str
    paper: int
    number: int
    words: str


VERBS = (
    *("status", "rate", "priority", "star", "due", "snooze", "tag", "note", "thought", "mark", "say", "answer"),
    "reword",
)
DEEDS = st.builds(Deed, st.sampled_from(VERBS), st.integers(0, len(PAPERS) - 1), NUMBERS, WORDS)


def do(deed: Deed, ann: Library, bob: Library, ids: list[int]) -> object:
    _, place, number, words = deed
    paper, text = ids[place], place % 2  # the last paper has no text
    match deed.verb:
        case "status":
            return ann.set_status([paper], list(Status)[number % len(Status)])
        case "rate":
            return ann.rate([paper], number % 5 + 1)
        case "priority":
            return ann.set_priority([paper], number % 4)
        case "star":
            return ann.toggle_star([paper])
        case "due":
            return ann.set_due([paper], date(2027, 1, number + 1))
        case "snooze":
            return ann.snooze([paper], MOMENT + timedelta(number))
        case "tag":
            return bob.tag([paper], add=["xyz"[number % 3]])
        case "note":
            return (ann, bob)[number % 2].write_note(paper, words, title=TITLES[number % 3])
        case "thought":
            return (ann, bob)[number % 2].write_note(None, words, title=TITLES[number % 3])
        case "mark":
            who = list(Visibility)[number % 2]
            return ann.annotate(ids[text], 3, 15, "claim", body=words, visibility=who)
        case "say":
            return bob.comment(paper, words)
        case "answer":
            return answered(ann, bob, paper, words)
    return reworded(ann, text, number)


def answered(ann: Library, bob: Library, paper: int, body: str) -> str | None:
    first = bob.comment(paper, body)
    ann.comment(paper, body, reply_to=first.id)
    return ann.resolve(first.id)


def reworded(ann: Library, at: int, number: int) -> object:
    abstract = f"{PAPERS[at].abstract} And {number} more."
    return ann.import_records([PAPERS[at]._replace(abstract=abstract)], names="later.bib", format="bibtex")


def told(library: Library) -> list[str]:
    """All that can be told; a paper in the inbox may have a row that says so, or none."""
    text = "".join(writing("jsonl").write(library.export_records(whole=True)))
    return sorted(text.replace(', "status": "inbox"', "").splitlines())


def linked(library: Library) -> list[tuple[object, ...]]:
    """What every link leads to, by its words rather than by numbers."""
    rows = library.store.read("SELECT from_kind, text, to_kind, to_id IS NULL FROM link ORDER BY 1, 2, 3")
    return [tuple(row) for row in rows]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("empty") / "library.db"
    Library.open(path, "ann", seed=False).close()
    return path


@contextmanager
def two(empty: Path) -> Iterator[tuple[Library, Library, Path]]:
    with TemporaryDirectory() as name:
        path = Path(copy(empty, Path(name) / "here.db"))
        with Library.open(path, "ann", seed=False) as ann, Library.open(path, "bob", seed=False) as bob:
            yield ann, bob, Path(name)


TWICE = Deed("note", 1, 8, "See [[ray2023forgetting]] and [[Idea]].")  # a note of the same words is another note


@settings(max_examples=15)
@example(done=[TWICE, TWICE, TWICE._replace(number=0)])
@given(done=st.lists(DEEDS, max_size=15))
def test_what_is_carried_is_what_was_there(done: list[Deed], empty: Path) -> None:
    with two(empty) as (ann, bob, folder):
        ann.import_records(PAPERS, names="first.bib", format="bibtex")
        ids = list(ann.find("", sort="-year").ids)
        for deed in done:
            do(deed, ann, bob, ids)
        (folder / "all.jsonl").write_text("\n".join(reversed(told(ann))), "utf-8")
        with Library.open(Path(copy(empty, folder / "there.db")), "ann", seed=False) as there:
            report = there.import_files([folder / "all.jsonl"])
            assert (report.new, report.failed) == (3, [])
            assert told(there) == told(ann)
            assert linked(there) == linked(ann)
            assert there.import_files([folder / "all.jsonl"]).step is None
            there.undo()
            assert (there.find("").total, linked(there), there.all_notes()) == (0, [], [])


def test_links_that_waited_for_a_paper_find_it_when_it_comes(empty: Path) -> None:
    with two(empty) as (ann, _, _):
        note = ann.write_note(None, "See [[lee2024counting]].", title="Idea")
        assert isinstance(note, NoteView)
        assert [link.to_id for link in links(ann, note.id)] == [None]
        ann.import_records(PAPERS[:1], names="first.bib", format="bibtex")
        assert [link.to_kind for link in links(ann, note.id)] == ["paper"]
        ann.undo()
        assert [link.to_id for link in links(ann, note.id)] == [None]
