"""What each service is asked in its own way, and what is understood of its answers."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.services.server import SERVICES, Reply, Server
from tracker.errors import Unreadable
from tracker.formats.record import Record
from tracker.services.asking import Asking, Outcome, lines
from tracker.services.cache import Cache
from tracker.services.fetching import Fetcher, Times
from tracker.services.trouble import NoNetwork

TEXT = (
    "We study how large language models count apples and pears in long documents that hold many other fruits, and we "
    "show that counting fails beyond twelve of them unless the model is told to write a list of what it has seen."
)
PAPER = Record(
    title="Counting Fruits with Large Language Models",
    authors=("Ann Lee", "Bo van Ray"),
    abstract=TEXT,
    year=2025,
    venue="ICML 2025",
    doi="10.1234/fruits.1",
    arxiv_id="2501.00001",
    openreview_id="aBcDeF1234",
    url="https://example.org/fruits",
)
HELD = {  # what of a paper each service can tell
    "arxiv": {"title", "authors", "abstract", "year", "arxiv_id"},
    "crossref": {"title", "authors", "abstract", "year", "venue", "doi"},
    "openalex": {"title", "authors", "abstract", "year", "venue", "doi", "url"},
    "openreview": {"title", "authors", "abstract", "year", "venue", "openreview_id"},
    "semanticscholar": {"title", "authors", "abstract", "year", "venue", "doi", "arxiv_id"},
}
ID = {"crossref": "doi", "openalex": "doi", "openreview": "openreview_id"}


def ask(server: Server, known: Record, *services: str, key: str = "") -> Outcome:
    fetcher = Fetcher(times=Times(1, 0.3, 1, 0.0), wait=lambda _: None)
    return Asking(lines(fetcher, server.network(*services, key=key))).about({1: known})


def filled(outcome: Outcome) -> dict[str, object]:
    return {name: value for name, value, *_ in outcome.filled.get(1, ())}


@pytest.mark.parametrize("service", SERVICES)
def test_a_paper_is_found_by_its_id(service: str, server: Server) -> None:
    server.papers = [
        PAPER,
        PAPER._replace(title="Another", doi="10.1/x", arxiv_id="2501.00002", openreview_id="x23456"),
    ]
    name = ID.get(service, "arxiv_id")
    found = filled(ask(server, Record(**{name: getattr(PAPER, name)}), service))
    assert {field: found.get(field) for field in HELD[service] - {name}} == {
        field: getattr(PAPER, field) for field in HELD[service] - {name}
    }


@pytest.mark.parametrize("service", SERVICES)
def test_a_paper_is_found_by_its_title(service: str, server: Server) -> None:
    server.papers = [PAPER]
    known = Record(title="Counting fruits with LARGE language models.", authors=("Ann Lee",))
    outcome = ask(server, known, service)
    assert filled(outcome)["abstract"] == TEXT
    assert outcome.filled[1][0][2:] == (service, 0.97)


@pytest.mark.parametrize("service", sorted({*SERVICES} - {"crossref"}))
def test_a_paper_is_found_by_the_words_of_its_abstract(service: str, server: Server) -> None:
    server.papers = [PAPER]
    found = filled(ask(server, Record(abstract=TEXT.replace("beyond twelve", "beyond eleven")), service))
    assert found["title"] == PAPER.title


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("known", [Record(title="Nobody Wrote This One Down Yet"), Record(doi="10.9/none"), PAPER])
def test_nothing_is_no_trouble(service: str, known: Record, server: Server) -> None:
    outcome = ask(server, known, service)
    assert (outcome.filled, outcome.unsure, outcome.troubles) == ({}, [], [])
    assert outcome.unknown == ([1] if known != PAPER else [])


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("body", [b"<html>hello</html>", b"", b"[]", b'{"a": 1}', b"\xff\xfe\0", b"[" * 100_000])
def test_garbage_is_told_and_nothing_is_filled_in(service: str, body: bytes, server: Server) -> None:
    server.next[service] = [Reply(200, body)]
    outcome = ask(
        server, Record(title="Counting Fruits", doi="10.1/a", arxiv_id="2501.00001", openreview_id="a"), service
    )
    assert outcome.filled == {}
    assert all("answers with" in one or "answers in" in one for one in outcome.troubles)
    assert outcome.troubles or body == b"[]"


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("body", [b"<html>log in</html>", b'{"message": {"items": [{"DOI', b"null", b'{"error": "x"}'])
def test_garbage_is_asked_for_again_and_not_remembered(
    service: str, body: bytes, server: Server, tmp_path: Path
) -> None:
    server.papers = [PAPER]
    known = Record(title=PAPER.title, authors=PAPER.authors)
    server.next[service] = [Reply(200, body)]
    with closing(Fetcher(Cache(tmp_path))) as fetcher:
        assert not Asking(lines(fetcher, server.network(service))).about({1: known}).filled
        del server.next[service]
        assert Asking(lines(fetcher, server.network(service))).about({1: known}).filled


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_errors_are_told_and_the_others_are_still_asked(service: str, status: int, server: Server) -> None:
    server.papers = [PAPER]
    server.next[service] = [Reply(status, b"{}" if service != "arxiv" else b"<feed></feed>")]
    outcome = ask(server, Record(title=PAPER.title, authors=PAPER.authors), service, *SERVICES)
    assert filled(outcome)["abstract"] == TEXT
    told = [one for one in outcome.troubles if status not in (400, 404)]
    assert bool(told) == (status not in (400, 404))


def test_arxivs_answer_to_a_wrong_id_is_told(server: Server) -> None:
    error = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#incorrect_id_format</id>
    <title>Error</title><summary>incorrect id format for 2501.00001</summary></entry></feed>"""
    server.next["arxiv"] = [Reply(400, error)]
    (trouble,) = ask(server, Record(arxiv_id="2501.00001"), "arxiv").troubles
    assert "incorrect id format" in trouble


def test_a_submission_that_was_not_taken_has_no_venue(server: Server) -> None:
    server.papers = [PAPER._replace(venue=None)]
    found = filled(ask(server, Record(openreview_id=PAPER.openreview_id), "openreview"))
    assert "venue" not in found
    assert found["pdf_url"] == f"https://openreview.net/pdf?id={PAPER.openreview_id}"


def test_a_store_of_preprints_is_no_venue(server: Server) -> None:
    server.papers = [PAPER._replace(venue=None)]
    assert "venue" not in filled(ask(server, Record(arxiv_id=PAPER.arxiv_id), "semanticscholar"))


def test_what_is_known_is_never_replaced_and_what_one_does_not_know_the_next_tells(server: Server) -> None:
    server.papers = [PAPER]
    known = Record(title="My own words for it", arxiv_id=PAPER.arxiv_id, abstract=TEXT)
    outcome = ask(server, known, "arxiv", "semanticscholar")
    assert "title" not in filled(outcome)
    sources = {name: service for name, _, service, _ in outcome.filled[1]}
    assert (sources["authors"], sources["venue"]) == ("arxiv", "semanticscholar")


def test_ids_that_words_brought_are_asked_by(server: Server) -> None:
    server.papers = [PAPER]
    outcome = ask(server, Record(title=PAPER.title, authors=PAPER.authors), "arxiv", "openalex")
    assert filled(outcome)["venue"] == PAPER.venue


def test_many_papers_are_asked_for_together(server: Server) -> None:
    server.papers = [
        PAPER._replace(title=f"Paper {n} of many papers", arxiv_id=f"2501.{n:05}", doi=None) for n in range(60)
    ]
    known = {n: Record(arxiv_id=f"2501.{n:05}") for n in range(60)}
    fetcher = Fetcher(wait=lambda _: None)
    seen: list[tuple[int, str]] = []
    outcome = Asking(lines(fetcher, server.network("arxiv"))).about(known, lambda *told: seen.append(told))
    assert len(outcome.filled) == 60
    assert len([one for one in server.of("arxiv") if "id_list" in one.query]) == 2
    assert seen[-1] == (60, "")


def test_a_service_that_is_in_trouble_is_not_asked_again(server: Server) -> None:
    server.next["arxiv"] = [Reply(429, headers={"retry-after": "9999"})]
    known = {n: Record(title=f"A title of some paper number {n}") for n in range(5)}
    outcome = Asking(lines(Fetcher(wait=lambda _: None), server.network("arxiv"))).about(known)
    assert len(server.asked) == 1
    assert len(outcome.troubles) == 1


def test_no_network_is_one_clear_word(server: Server) -> None:
    network = server.network()
    access = {name: one._replace(url="http://nowhere.invalid") for name, one in network.access.items()}
    with pytest.raises(NoNetwork, match="No network"):
        Asking(lines(Fetcher(), network._replace(access=access))).about({1: Record(title="A title of a paper")})


def test_keys_go_where_each_service_wants_them(server: Server) -> None:
    ask(server, Record(title="Some title of a paper"), *SERVICES, key="k123")
    assert {one.query.get("api_key") for one in server.of("openalex")} == {"k123"}
    assert {one.headers.get("x-api-key") for one in server.of("semanticscholar")} == {"k123"}
    assert not any("k123" in str(one) for one in server.asked if one.path.split("/")[1] in ("arxiv", "crossref"))


def test_the_pace_of_a_service_is_kept(server: Server) -> None:
    from tracker.network import Access

    def pauses(contact: str | None, access: Access) -> list[float]:
        network = server.network(*SERVICES, contact=contact)._replace(access=dict.fromkeys(SERVICES, access))
        return [line.pause for line in lines(Fetcher(), network)]

    assert pauses(None, Access()) == [3.0, 1.0, 1.0, 1.0, 1.0]
    assert pauses("ann@example.org", Access()) == [3.0, 1.0, 0.34, 0.1, 1.0]
    assert pauses(None, Access(pause=0.0)) == [3.0, 1.0, 1.0, 1.0, 1.0]  # never faster than the service asks
    assert pauses(None, Access(pause=5.0)) == [5.0] * 5
    waits: list[float] = []
    network = server.network("openreview")
    access = {"openreview": network.access["openreview"]._replace(pause=2.0)}
    Asking(lines(Fetcher(wait=waits.append), network._replace(access=access))).about(
        {n: Record(title=f"A title of some paper number {n}") for n in range(3)}
    )
    assert [round(one) for one in waits] == [2, 2]


def test_a_service_that_is_none_is_named(server: Server) -> None:
    with pytest.raises(Unreadable, match="No service is named scholar"):
        lines(Fetcher(), server.network(), ["scholar"])
