"""What services know fills what is missing, in one step; what somebody said stays."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests.services.server import Asked, Reply, Server, running
from tests.services.test_services import PAPER, TEXT
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.importing.reports import Enrichment
from tracker.library.values import Stop, Stopped


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("TRACKER_OFFLINE")
    monkeypatch.setenv("TRACKER_CACHE", str(tmp_path / "cache"))
    with running() as server:
        server.papers = [PAPER]
        yield server


def look_up(library: Library, server: Server, *ids: int) -> Enrichment:
    return library.look_up(ids, server.network())


def test_what_is_missing_is_filled_in_one_step_and_says_where_it_came_from(library: Library, server: Server) -> None:
    paper = library.add_paper(TEXT)
    before = library.detail(paper)
    found = look_up(library, server, paper)
    assert library.detail(paper) == before
    steps = len(library.history())
    assert library.enrich(found)
    detail = library.detail(paper)
    assert (detail.title, detail.row.authors, detail.row.year) == (PAPER.title, PAPER.authors, PAPER.year)
    assert (detail.arxiv_id, detail.abstract) == (PAPER.arxiv_id, TEXT)
    assert detail.provenance["title"] == "arxiv"
    assert detail.provenance["abstract"] == "user:ann"
    assert len(library.history()) == steps + 1
    assert list(library.find(f'"{PAPER.title}"', exact=True).ids) == [paper]
    library.undo()
    assert library.detail(paper)._replace(row=before.row) == before
    assert library.find(f'title:"{PAPER.title}"', exact=True).total == 0
    library.redo()
    assert library.detail(paper).title == PAPER.title


def test_a_missing_abstract_becomes_the_first_version(library: Library, server: Server) -> None:
    paper = library.add_paper(title=PAPER.title, doi=PAPER.doi)
    library.enrich(look_up(library, server, paper))
    assert library.abstract(paper) == TEXT
    assert library.find("pears", exact=True).total == 1
    report = library.import_records([PAPER], names="later.bib", format="bibtex")
    assert (report.new, library.detail(paper).title) == (0, PAPER.title)


def test_what_somebody_said_meanwhile_is_not_overwritten(library: Library, server: Server) -> None:
    paper = library.add_paper(title=PAPER.title, arxiv_id=PAPER.arxiv_id)
    found = look_up(library, server, paper)
    library.import_records(
        [Record(title=PAPER.title, arxiv_id=PAPER.arxiv_id, abstract="My words.", authors=("Me",), year=1999)],
        names="mine",
        format="test",
    )
    library.enrich(found)
    detail = library.detail(paper)
    assert (detail.abstract, detail.row.authors, detail.row.year) == ("My words.", ("Me",), 1999)
    assert detail.provenance["authors"] == "mine"


def test_a_heading_that_a_person_wrote_stays_as_a_name(library: Library, server: Server) -> None:
    paper = library.add_paper(TEXT)
    library.set_title(paper, "The fruit paper")
    library.enrich(look_up(library, server, paper))
    assert library.detail(paper).title == PAPER.title
    assert "The fruit paper" in library.detail(paper).variants


def test_changes_can_be_left_out(library: Library, server: Server) -> None:
    paper = library.add_paper(TEXT)
    found = look_up(library, server, paper)
    without = frozenset(one for one in found.filled if one.field != "title")
    library.enrich(found, without=without)
    assert library.detail(paper).title == PAPER.title
    assert library.rows([paper])[0].authors == ()
    assert library.enrich(found, without=frozenset(found.filled)) is None


def test_a_complete_paper_costs_no_question(library: Library, server: Server) -> None:
    found = look_up(library, server, 1, 2, 3)
    assert (found.asked, found.complete, found.filled) == (3, 3, ())
    assert server.asked == []


def test_what_is_not_certain_is_told_and_left(library: Library, server: Server) -> None:
    paper = library.add_paper(title="Counting Fruits")
    server.papers = [PAPER._replace(title="Counting Fruits")]
    found = look_up(library, server, paper)
    assert found.filled == ()
    assert found.unsure[0][:3] == (paper, "arxiv", "Counting Fruits")
    assert library.enrich(found) is None


def test_what_is_not_certain_can_be_accepted(library: Library, server: Server) -> None:
    paper = library.add_paper(title="Counting Fruits")
    server.papers = [PAPER._replace(title="Counting Fruits")]
    found = look_up(library, server, paper)
    assert library.enrich(found, accepted=found.unsure) is not None
    assert library.rows([paper])[0].authors == PAPER.authors
    assert library.detail(paper).arxiv_id == PAPER.arxiv_id
    library.undo()
    assert library.rows([paper])[0].authors == ()


def test_a_paper_that_turns_out_to_be_another_is_told(library: Library, server: Server) -> None:
    library.add_paper(title="Fruit again, and other things", arxiv_id=PAPER.arxiv_id)
    paper = library.add_paper(TEXT)
    found = look_up(library, server, paper)
    assert any("is the same as paper" in trouble for trouble in found.troubles)


def test_answers_of_services_are_cleaned(library: Library, server: Server) -> None:
    server.papers = [PAPER._replace(title="Counting \u202eFruits\u202c with Large [bold] Language Models")]
    paper = library.add_paper(TEXT)
    library.enrich(look_up(library, server, paper))
    assert library.detail(paper).title == "Counting Fruits with Large [bold] Language Models"


@pytest.mark.parametrize("reply", [Reply(hold=True), Reply(429, headers={"retry-after": "30"})])
def test_asking_is_stopped_at_once_and_leaves_nothing(reply: Reply, library: Library, server: Server) -> None:
    paper = library.add_paper(TEXT)
    steps, stop = library.history(), Stop()

    def told(asked: Asked) -> Reply:
        Timer(0.2, stop).start()
        return reply

    server.next["arxiv"] = [told]
    begun = time.monotonic()
    with pytest.raises(Stopped):
        library.look_up([paper], server.network(), stop=stop)
    assert time.monotonic() - begun < 5
    assert library.history() == steps
