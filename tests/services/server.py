"""A server on this machine that answers as arXiv, Crossref, OpenAlex, OpenReview and Semantic Scholar document it."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from tracker.formats.record import Record
from tracker.network import Access, Network

SERVICES = ("arxiv", "openreview", "crossref", "openalex", "semanticscholar")


class Asked(NamedTuple):
    """A question that came in."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: str


class Reply(NamedTuple):
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})
    length: int | None = None  # what the header says where it is not the truth
    hold: bool = False  # never answer
    drip: bool = False  # a byte at a time


Answer = Callable[[Asked], Reply]


class Server:
    """What it knows, what it was asked, and what it does to the next questions instead of answering."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.papers: list[Record] = []
        self.asked: list[Asked] = []
        self.next: dict[str, list[Reply | Answer]] = {}  # service → replies, the last one for ever
        self.pages: dict[str, Answer] = {}
        self.quiet = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def network(self, *ask: str, contact: str | None = None, key: str = "") -> Network:
        access = {name: Access(f"{self.url}/{name}", key, 0.0) for name in SERVICES}
        return Network(contact, ask or SERVICES, None, access)

    def settings(self, *ask: str) -> str:
        """The same as lines of config.toml."""
        lines = ["[services]", f"ask = {json.dumps(list(ask or SERVICES))}"]
        lines += [f'{name} = {{url = "{self.url}/{name}", pause = 0}}' for name in SERVICES]
        return "\n".join(lines) + "\n"

    def of(self, service: str) -> list[Asked]:
        return [one for one in self.asked if one.path.startswith(f"/{service}/")]

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        service = asked.path.split("/")[1]
        if waiting := self.next.get(service):
            told = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            return told(asked) if callable(told) else told
        if asked.path in self.pages:
            return self.pages[asked.path](asked)
        return SHAPES[service](self.papers, asked) if service in SHAPES else Reply(404)


def words_of(text: str | None) -> set[str]:
    return set(re.findall(r"\w+", (text or "").lower()))


def holds(text: str | None, asked: str) -> bool:
    return bool(asked) and words_of(asked) <= words_of(text)


def page(value: Any, status: int = 200) -> Reply:
    return Reply(status, json.dumps(value).encode(), {"content-type": "application/json"})


def arxiv(papers: list[Record], asked: Asked) -> Reply:
    if "id_list" in asked.query:
        ids = asked.query["id_list"].split(",")
        found = [paper for paper in papers if paper.arxiv_id in ids]
    else:
        wanted = dict(re.findall(r'(ti|abs|au):"([^"]*)"', asked.query["search_query"]))
        found = [
            paper
            for paper in papers
            if paper.arxiv_id
            and ("ti" not in wanted or holds(paper.title, wanted["ti"]))
            and ("abs" not in wanted or wanted["abs"].lower() in (paper.abstract or "").lower())
            and ("au" not in wanted or holds(" ".join(paper.authors), wanted["au"]))
        ]
    entries = "".join(map(_atom, found))
    feed = f'<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
    return Reply(200, feed.encode(), {"content-type": "application/atom+xml"})


def _atom(paper: Record) -> str:
    names = "".join(f"<author><name>{escape(name)}</name></author>" for name in paper.authors)
    doi = f'<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">{paper.doi}</arxiv:doi>' if paper.doi else ""
    return f"""<entry><id>http://arxiv.org/abs/{paper.arxiv_id}v2</id><published>{paper.year}-01-02T00:00:00Z</published>
<title>{escape(paper.title or "")}</title><summary>  {escape(paper.abstract or "")}\n</summary>{names}{doi}
<link href="http://arxiv.org/abs/{paper.arxiv_id}v2" rel="alternate" type="text/html"/>
<link title="pdf" href="http://arxiv.org/pdf/{paper.arxiv_id}v2" rel="related" type="application/pdf"/></entry>"""


def crossref(papers: list[Record], asked: Asked) -> Reply:
    if "filter" in asked.query:
        dois = [one.partition(":")[2] for one in asked.query["filter"].split(",")]
        found = [paper for paper in papers if paper.doi in dois]
    else:
        wanted = words_of(asked.query["query.bibliographic"])
        found = [one for one in papers if one.doi and len(wanted & words_of(one.title)) * 2 > len(words_of(one.title))]
    items = [
        {
            "DOI": paper.doi,
            "title": [paper.title],
            "author": [{"given": n.rpartition(" ")[0], "family": n.rpartition(" ")[2]} for n in paper.authors],
            "container-title": [paper.venue] if paper.venue else [],
            "issued": {"date-parts": [[paper.year, 3]]},
            "abstract": f"<jats:title>Abstract</jats:title><jats:p>{escape(paper.abstract or '')}</jats:p>",
            "URL": f"https://doi.org/{paper.doi}",
            "page": paper.pages,
            "type": "journal-article",
        }
        for paper in found
    ]
    return page({"status": "ok", "message-type": "work-list", "message": {"total-results": len(items), "items": items}})


def openalex(papers: list[Record], asked: Asked) -> Reply:
    what, _, wanted = asked.query["filter"].partition(":")
    if what == "doi":
        found = [paper for paper in papers if paper.doi in wanted.split("|")]
    elif what == "title.search":
        found = [paper for paper in papers if holds(paper.title, wanted)]
    else:
        found = [paper for paper in papers if wanted.strip('"').lower() in (paper.abstract or "").lower()]
    results = [
        {
            "id": "https://openalex.org/W1",
            "doi": f"https://doi.org/{paper.doi}" if paper.doi else None,
            "display_name": paper.title,
            "publication_year": paper.year,
            "authorships": [{"author": {"display_name": name}} for name in paper.authors],
            "primary_location": {
                "landing_page_url": paper.url,
                "source": {"display_name": paper.venue} if paper.venue else None,
            },
            "biblio": {"first_page": None, "last_page": None},
            "abstract_inverted_index": _inverted(paper.abstract),
        }
        for paper in found
    ]
    return page({"meta": {"count": len(results)}, "results": results, "group_by": []})


def _inverted(text: str | None) -> dict[str, list[int]] | None:
    index: dict[str, list[int]] = {}
    for at, word in enumerate((text or "").split()):
        index.setdefault(word, []).append(at)
    return index or None


def openreview(papers: list[Record], asked: Asked) -> Reply:
    if asked.path.endswith("/notes/search"):
        where, term = asked.query["content"], asked.query["term"]
        found = [one for one in papers if one.openreview_id and holds(getattr(one, where), term)]
    else:
        found = [paper for paper in papers if paper.openreview_id == asked.query["id"]]
        if not found:
            told = {"name": "NotFoundError", "message": f"The Note {asked.query['id']} was not found", "status": 404}
            return page(told, 404)
    notes = [
        {
            "id": paper.openreview_id,
            "forum": paper.openreview_id,
            "content": {
                "title": {"value": paper.title},
                "authors": {"value": list(paper.authors)},
                "abstract": {"value": paper.abstract},
                "venue": {"value": f"{paper.venue} poster" if paper.venue else "Submitted to ICLR 2026"},
                "pdf": {"value": "/pdf/abc.pdf"},
            },
        }
        for paper in found
    ]
    return page({"notes": notes, "count": len(notes)})


def semanticscholar(papers: list[Record], asked: Asked) -> Reply:
    if asked.path.endswith("/paper/batch"):
        ids = json.loads(asked.body)["ids"]
        return page([next((_s2(paper) for paper in papers if name in _names(paper)), None) for name in ids])
    wanted = asked.query["query"]
    if asked.path.endswith("/paper/search/match"):
        found = [_s2(paper) | {"matchScore": 170.1} for paper in papers if holds(paper.title, wanted)][:1]
        return page({"data": found}) if found else page({"error": "Title match not found"}, 404)
    found = [_s2(paper) for paper in papers if holds(paper.abstract, wanted)]
    return page({"total": len(found), "offset": 0, "data": found} if found else {"total": 0, "offset": 0, "data": []})


def _names(paper: Record) -> list[str]:
    return [f"DOI:{paper.doi}", f"ARXIV:{paper.arxiv_id}", f"URL:{paper.url}"]


def _s2(paper: Record) -> dict[str, Any]:
    ids = {"DOI": paper.doi, "ArXiv": paper.arxiv_id, "CorpusId": 1}
    return {
        "paperId": "649def34f8be52c8b66281af98ae884c09aef38b",
        "externalIds": {name: value for name, value in ids.items() if value},
        "title": paper.title,
        "abstract": paper.abstract,
        "venue": paper.venue or "arXiv.org",
        "year": paper.year,
        "authors": [{"authorId": "1", "name": name} for name in paper.authors],
        "openAccessPdf": {"url": "", "status": None},
    }


SHAPES = {
    "arxiv": arxiv,
    "crossref": crossref,
    "openalex": openalex,
    "openreview": openreview,
    "semanticscholar": semanticscholar,
}


class Listener(ThreadingHTTPServer):
    """One whose callers may leave in the middle of an answer."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Nobody is told: whoever left meant to."""


def _handler(server: Callable[[], Server]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            headers = {name.lower(): value for name, value in self.headers.items()}
            self._send(server().reply(Asked(parts.path, query, headers, body)))

        do_POST = do_GET

        def _send(self, reply: Reply) -> None:
            if reply.hold:
                server().quiet.wait(10)
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(reply.body) if reply.length is None else reply.length))
            self.end_headers()
            for at in range(len(reply.body)) if reply.drip else ():
                self.wfile.write(reply.body[at : at + 1])
                if server().quiet.wait(0.05):
                    return
            self.wfile.write(b"" if reply.drip else reply.body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def running() -> Iterator[Server]:
    """A server until the end of the block."""
    served: list[Server] = []
    listener = Listener(("127.0.0.1", 0), _handler(lambda: served[0]))
    served.append(Server(listener.server_address[1]))
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served[0]
    finally:
        served[0].quiet.set()
        listener.shutdown()
        listener.server_close()
        thread.join()


def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
