"""When two records are one paper, and when nobody can know."""

import pytest

from tracker.formats.record import Record
from tracker.seeds import seed_files
from tracker.services.matching import SURE, WORTH_SAYING, certainty, judged, words

TITLE = "Diving into Self-Evolving Training for Multimodal Reasoning"
TEXTS = [part for part in seed_files()[0].read_text("utf-8").split("\n\n")[1:] if len(part.split()) > 60]
TEXT = TEXTS[0]
EDITED = " ".join(word if at % 12 else "nevertheless" for at, word in enumerate(TEXT.split()))
CUT = " ".join(TEXT.split()[:70])
KNOWN = Record(title=TITLE, authors=("Wei Liu", "Junlong Li"), year=2025)


@pytest.mark.parametrize(
    ("known", "other"),
    [
        (Record(doi="10.1/a"), Record(title=TITLE, doi="10.1/A")),
        (Record(arxiv_id="2412.17451"), Record(title=TITLE, doi="10.48550/arXiv.2412.17451")),
        (Record(openreview_id="abc"), Record(title=TITLE, openreview_id="abc")),
        (KNOWN, Record(title=TITLE.upper() + ".", authors=(["Liu", "Wei"][1] + " Liu",), year=2024)),
        (KNOWN._replace(authors=()), Record(title=TITLE, authors=("Wei Liu",), year=2025)),
        (Record(title=TITLE), Record(title="**Diving** into Self–Evolving Training for Multimodal Reasoning")),
        (Record(abstract=TEXT), Record(title="Another name", abstract=TEXT)),
        (Record(abstract=TEXT), Record(title="Another name", abstract=EDITED)),
        (Record(abstract=TEXT), Record(title="Another name", abstract=f"{CUT} …")),
        (KNOWN._replace(abstract=TEXT), Record(title="A new name", authors=("W. Liu",), abstract=EDITED)),
    ],
)
def test_what_is_certain(known: Record, other: Record) -> None:
    assert certainty(known, other) >= SURE


@pytest.mark.parametrize(
    ("known", "other"),
    [
        (KNOWN, Record(title=TITLE, authors=("Ann Lee", "Bo Ray"), year=2025)),
        (KNOWN, Record(title=TITLE.replace("Multimodal", "Mathematical"), authors=("Wei Liu",), year=2025)),
        (Record(title="Deep learning"), Record(title="Deep Learning", authors=("Yann LeCun",))),
        (Record(title="Deep learning", year=2015), Record(title="Deep learning", year=2015)),
        (
            Record(title="A Study of Attention in Networks, Part I", authors=("Ann Lee",)),
            Record(title="A Study of Attention in Networks, Part II", authors=("Ann Lee",)),
        ),
        (Record(abstract=TEXT), Record(title="Another", abstract=TEXTS[1])),
        (Record(title=TITLE, abstract=TEXT), Record(title=TITLE, abstract=TEXTS[1])),
        (Record(doi="10.1/a", title=TITLE), Record(doi="10.1/a", title="Soil erosion in the Alps, 1950-1990")),
        (KNOWN._replace(doi="10.1/a"), KNOWN._replace(doi="10.1/b")),
        (Record(title=TITLE, year=2025), Record(title=TITLE, year=1998)),
        (Record(abstract="Too short to tell."), Record(title="x", abstract="Too short to tell.")),
        (Record(), Record()),
    ],
)
def test_what_is_not_certain(known: Record, other: Record) -> None:
    assert certainty(known, other) < SURE


def test_the_paper_is_chosen_among_others() -> None:
    others = [Record(title=f"{TITLE} {n}", authors=("Wei Liu",)) for n in range(3)]
    best, sure = judged(KNOWN, [*others, Record(title=TITLE, authors=("Wei Liu",))])
    assert sure
    assert best
    assert best.record.title == TITLE


def test_two_papers_of_one_title_leave_it_open() -> None:
    both = [Record(title=TITLE, authors=("Wei Liu",)), Record(title=TITLE, authors=("Ann Lee",))]
    best, sure = judged(Record(title=TITLE), both)
    assert best
    assert not sure
    assert best.certainty >= WORTH_SAYING


def test_nothing_alike_is_nothing() -> None:
    assert judged(KNOWN, [Record(title="Soil erosion in the Alps")]) == (None, False)
    assert judged(KNOWN, []) == (None, False)


def test_every_seed_is_itself_and_no_other() -> None:
    for at, text in enumerate(TEXTS):
        for other, theirs in enumerate(TEXTS):
            assert (certainty(Record(abstract=text), Record(title="x", abstract=theirs)) >= SURE) == (at == other)


def test_what_is_looked_for_is_plain_words() -> None:
    told = words(Record(title='$L_2$ "norms": a **bold** (re)view', authors=("Ann van der Lee",)))
    assert not set(told.title) & set('"*$():{}\\')
    assert told.author == "van der Lee"
    opening = words(Record(abstract="In 2024, $x^2$ rose. We study how large language models count apples and pears."))
    assert opening.title == ""
    assert opening.opening == "We study how large language models count apples and"
    assert words(Record()) == ("", "", "")
