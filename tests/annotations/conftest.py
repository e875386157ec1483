"""Papers to mark, by what their titles begin with, and words to mark in them."""

from collections.abc import Callable

import pytest

from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.values import AnnotationView

WORDS = "regression-like loss that operates purely on token level"

Rewrite = Callable[[Library, Callable[[str], str]], None]


@pytest.fixture
def paper(library: Library) -> int:
    """The paper on the Number Token Loss."""
    return next(row.id for row in library.rows(range(1, 37)) if row.heading.startswith("Regress, Don’t Guess"))


@pytest.fixture
def mark(library: Library, paper: int) -> AnnotationView:
    """ann's mark on it."""
    return library.annotate_quote(paper, WORDS, "method", "the *idea*")


@pytest.fixture
def rewrite(paper: int) -> Rewrite:
    """Import the abstract anew, changed so."""

    def rewritten(library: Library, change: Callable[[str], str]) -> None:
        old = library.detail(paper)
        record = Record(openreview_id=old.openreview_id, abstract=change(old.abstract))
        assert library.import_records([record], names="proceedings", format="test").changed == 1

    return rewritten


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    """These tests run on both."""
    return str(request.param)
