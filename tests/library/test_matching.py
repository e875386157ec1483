"""One paper is one paper, whatever tells of it; two are two; and where it is not sure, somebody is asked."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tracker.formats.record import Record
from tracker.library import Library
from tracker.resources import resource
from tracker.seeds import seed_files

HALF = Path(__file__).parents[2].parent / "shared" / "data" / "icml2025-half.jsonl.gz"
TEXT = (
    "We study how frogs jump when the ground is wet. Earlier work looked at dry ground only, and its models fail on"
    " mud. Our method learns from films of four hundred jumps and predicts their length with an error of two percent."
)
FROGS = Record(title="How Frogs Jump on Wet Ground", abstract=TEXT, authors=("Ann Lee", "Bo Li"), year=2024)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "empty.db", "ann", seed=False) as library:
        yield library


def take(library: Library, *records: Record, names: str = "list") -> tuple[int, int, int, int]:
    """How many of these records are new, the same, changed and near-duplicates."""
    report = library.import_records(records, names=names, format="test")
    return report.new, report.same, report.changed, len(report.near_duplicates)


def seeds() -> list[tuple[str, dict[str, str]]]:
    """Each seed's id at OpenReview, and the other titles it has had."""
    import tomli

    papers = tomli.loads((resource("seeds") / "papers.toml").read_text(encoding="utf-8"))["papers"]
    return list(papers.items())


def test_titles_a_bibliography_and_abstracts_become_one_paper_each(empty: Library, tmp_path: Path) -> None:
    titles = [Record(title=FROGS.title), Record(title="Cats That Sleep on Keyboards")]
    bib = [FROGS._replace(abstract=None, doi="10.1000/1"), Record(title="Cats that sleep on {Keyboards}", year=2023)]
    texts = [Record(abstract=TEXT)]
    assert take(empty, *titles, names="titles.txt") == (2, 0, 0, 0)
    assert take(empty, *bib, names="refs.bib")[:3] == (0, 0, 2)
    assert take(empty, FROGS._replace(authors=(), year=None), names="abstracts.txt") == (0, 0, 1, 0)
    assert take(empty, *texts, names="again.txt") == (0, 1, 0, 0)
    detail = empty.detail(1)
    assert (detail.row.year, detail.doi, detail.abstract) == (2024, "10.1000/1", TEXT)
    assert (detail.provenance["title"], detail.provenance["doi"]) == ("titles.txt", "refs.bib")
    assert detail.provenance["abstract"] == "abstracts.txt"


def test_files_that_come_together_are_joined_too(empty: Library, tmp_path: Path) -> None:
    (tmp_path / "titles.bib").write_text("@misc{a, title = {How Frogs Jump on Wet Ground}, year = 2024}")
    more = {"title": "How frogs jump on wet ground", "abstract": TEXT, "authors": ["Ann Lee"], "keywords": ["frogs"]}
    (tmp_path / "more.jsonl").write_text(json.dumps(more))
    report = empty.import_files([tmp_path / "titles.bib", tmp_path / "more.jsonl"])
    assert (report.new, report.same) == (1, 1)
    detail = empty.detail(1)
    assert (detail.title, detail.row.authors, detail.row.tags) == (
        "How Frogs Jump on Wet Ground",
        ("Ann Lee",),
        ("frogs",),
    )
    assert (detail.provenance["title"], detail.provenance["abstract"]) == ("titles.bib", "more.jsonl")


def test_an_edited_abstract_is_a_new_version_of_the_paper_and_keeps_its_annotations(empty: Library) -> None:
    take(empty, FROGS)
    start = TEXT.index("an error")
    empty.annotate(1, start, start + len("an error of two percent"), "result")
    edited = FROGS._replace(title=None, authors=(), abstract=TEXT.replace("four hundred", "five hundred"))
    assert take(empty, edited) == (0, 0, 1, 0)
    assert "five hundred" in empty.abstract(1)
    assert empty.annotations(1)[0].text == "an error of two percent"


@pytest.mark.parametrize(
    "other",
    [
        FROGS._replace(title="HOW FROGS JUMP ON WET GROUND."),
        FROGS._replace(title="How *Frogs* Jump on Wet Ground", abstract=None),
        FROGS._replace(title="Why Frogs Fail to Leap", year=2025),
        FROGS._replace(abstract=TEXT.replace("We study", "We **study**").upper()),
        Record(abstract=TEXT.replace("frogs", "toads")),
        Record(title="A different title altogether", doi="10.1000/ABC"),
    ],
)
def test_what_is_surely_the_same_is_the_same(other: Record, empty: Library) -> None:
    take(empty, FROGS._replace(doi="10.1000/abc"))
    assert take(empty, other)[0] == 0


@pytest.mark.parametrize(
    ("other", "likely"),
    [
        (FROGS._replace(abstract=None, year=2025), True),
        (FROGS._replace(abstract="Another text about the same.", doi="10.1000/2"), True),
        (FROGS._replace(abstract=TEXT, title="How Frogs Jump on Wet Ground in 2023"), True),
        (FROGS._replace(title="How Frogs Jump on Dry Ground", abstract=None), True),
        (FROGS._replace(abstract=None, authors=("Cy Wu",), year=2010), False),
        (Record(title="How Birds Sing", abstract=TEXT[:60], year=2024), False),
    ],
)
def test_what_is_not_sure_stays_two_and_is_told(other: Record, likely: bool, empty: Library) -> None:
    take(empty, FROGS._replace(doi="10.1000/1"))
    report = empty.import_records([other], names="other", format="test")
    assert (report.new, len(report.near_duplicates)) == (1, int(likely))
    assert all((near.paper, near.other) == (2, 1) and 0 < near.score <= 1 for near in report.near_duplicates)


@pytest.mark.parametrize("title", ["Editorial", "Introduction", "Introduction to the Special Issue", "What Is This?"])
def test_a_hundred_papers_of_a_title_that_tells_nothing_stay_a_hundred(title: str, empty: Library) -> None:
    records = [Record(title=title, line=n) for n in range(100)]
    assert take(empty, *records) == (100, 0, 0, 0)
    assert take(empty, *records) == (0, 100, 0, 0)
    assert take(empty, *records, Record(title=title)) == (1, 100, 0, 0)
    assert take(empty, Record(title=title, year=2020)) == (1, 0, 0, 0)


def test_no_abstract_is_nobodys_text(empty: Library) -> None:
    records = [Record(title=f"Study number {n}", abstract="No abstract available.", year=2000 + n) for n in range(9)]
    assert take(empty, *records) == (9, 0, 0, 0)


def test_one_text_under_two_titles_is_one_paper_unless_its_identifiers_say_otherwise(empty: Library) -> None:
    take(empty, FROGS._replace(doi="10.1000/1"))
    assert take(empty, FROGS._replace(title="A Model of Wet Jumps")) == (0, 0, 1, 0)
    assert empty.detail(1).variants == ("A Model of Wet Jumps",)
    assert take(empty, FROGS._replace(title="Jumps and Mud", doi="10.1000/2")) == (1, 0, 0, 1)


def test_the_yearly_report_is_another_paper_each_year(empty: Library) -> None:
    text = TEXT.replace("We study", "This is the report of the {} workshop, in which we study")
    reports = [
        Record(title=f"Report of the {n} Workshop on Frogs", abstract=text.format(n), authors=("Ann Lee",), year=year)
        for n, year in (("Third", 2019), ("Fourth", 2020), ("Fifth", 2021))
    ]
    assert take(empty, *reports)[:2] == (3, 0)


def test_a_seed_is_found_under_every_title_it_has_had(library: Library) -> None:
    variants = [variant for _, paper in seeds() for variant in paper.get("title_variants", ())]
    assert len(variants) == 10
    assert take(library, *(Record(title=variant) for variant in variants)) == (0, 10, 0, 0)


def test_seeds_whose_title_changed_join_their_abstracts_from_before(empty: Library) -> None:
    empty.import_files(seed_files())
    records = [(r.title, r.abstract, r.openreview_id) for r in empty.export_records()]
    fresh = [Record(abstract=abstract) for _, abstract, _ in records]
    old = {paper["title"]: variant for _, paper in seeds() for variant in paper.get("title_variants", ())}
    assert len(old) == 10
    acceptance = [Record(title=old.get(str(t), t), abstract=text, year=2025) for t, text, _ in records]
    proceedings = [Record(title=title, abstract=text, openreview_id=id) for title, text, id in records]
    with Library.open(empty.path.with_name("other.db"), "ann", seed=False) as library:
        assert take(library, *fresh)[0] == 36
        assert take(library, *acceptance)[0] == 0
        assert take(library, *proceedings)[0] == 0
        assert library.find("").total == 36


def test_seeds_as_the_proceedings_have_them_are_the_seeds(library: Library) -> None:
    if not HALF.exists():
        pytest.skip("the proceedings' abstracts are not there")
    with gzip.open(HALF, "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    seeded = {library.detail(paper).openreview_id for paper in library.find("").ids}
    theirs = [entry for entry in entries if entry["openreview"] in seeded]
    changed = [entry["abstract"] for entry in theirs]
    assert len(theirs) == 20
    for parts in ({"abstract"}, {"title"}, {"title", "abstract"}):
        records = [Record(**{name: entry[name] for name in parts}, year=2025) for entry in theirs]
        assert take(library, *records)[0] == 0
    assert len(list(library.find("is:changed").ids)) >= 4
    assert sum(library.abstract(paper) in changed for paper in library.find("is:changed").ids) >= 4


def test_papers_of_one_title_far_apart_are_compared_anew(empty: Library) -> None:
    between = [Record(title=f"On walrus{number}") for number in range(600)]
    take(empty, FROGS._replace(doi="10.1000/1"), *between, FROGS._replace(doi="10.1000/2"))
    pairs = [(pair.one.id, pair.other.id) for pair in empty.duplicates()]
    assert (1, 602) in pairs
    with empty.store.transaction() as session:
        from sqlalchemy import text

        session.connection().execute(text("DELETE FROM meta WHERE name = 'alike'"))
    assert [(pair.one.id, pair.other.id) for pair in empty.duplicates()] == pairs


def test_the_pairs_that_are_kept_are_those_found_anew(empty: Library) -> None:
    def kept() -> Sequence[tuple[object, ...]]:
        pairs = "SELECT paper_id, other_id, score FROM likeness ORDER BY 1, 2"
        return empty.store.read(pairs) + empty.store.read("SELECT * FROM sketched ORDER BY paper_id")

    take(empty, FROGS._replace(doi="10.1000/1"), FROGS._replace(doi="10.1000/2"), Record(title="Frogs on mud, again"))
    take(empty, FROGS._replace(abstract=None, year=2025), Record(title="How Frogs Jump on Dry Ground"))
    before = kept()
    assert len(before) > 5
    with empty.store.transaction() as session:
        from sqlalchemy import text

        session.connection().execute(text("DELETE FROM meta WHERE name = 'alike'"))
    take(empty, Record(title="Something else"))
    empty.catch_up()
    empty.undo()
    assert kept() == before
