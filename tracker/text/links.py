"""The addresses an abstract gives, each once, and which of a paper's addresses is the one to open."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from tracker.text.bare_links import is_web
from tracker.text.rendered import Rendered, Style


class Kind(StrEnum):
    """What an address leads to, the most wanted first."""

    PDF = "pdf"
    OPENREVIEW = "openreview"
    ARXIV = "arxiv"
    PAPER = "paper"
    CODE = "code"
    DATA = "data"
    PROJECT = "project"
    OTHER = "other"


class Link(NamedTuple):
    """An http(s) address and what it leads to."""

    url: str
    kind: Kind


_HOSTS = {
    "openreview.net": Kind.OPENREVIEW, "arxiv.org": Kind.ARXIV, "doi.org": Kind.PAPER, "dx.doi.org": Kind.PAPER,
    "proceedings.mlr.press": Kind.PAPER, "aclanthology.org": Kind.PAPER, "papers.nips.cc": Kind.PAPER,
    "dl.acm.org": Kind.PAPER, "ieeexplore.ieee.org": Kind.PAPER, "github.com": Kind.CODE, "gitlab.com": Kind.CODE,
    "bitbucket.org": Kind.CODE, "anonymous.4open.science": Kind.CODE, "zenodo.org": Kind.DATA, "kaggle.com": Kind.DATA,
    "osf.io": Kind.DATA,
}  # fmt: skip
_ORDER = list(Kind)


def links(rendered: Rendered) -> list[Link]:
    """The http(s) links of a rendered text in order of appearance, each address once."""
    return _once(span.url for span in rendered.spans if span.style is Style.LINK)


def ordered(urls: Iterable[str]) -> list[Link]:
    """These addresses, best first: PDF, OpenReview, arXiv, publisher, code, data, project, others; each once.

    What is not http(s), or could not be given to a browser, is left out. The order within a kind is kept.
    """
    return sorted(_once(urls), key=lambda link: _ORDER.index(link.kind))


def kind_of(url: str) -> Kind:
    """What an address leads to, by its host and path."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    path = parts.path.lower()
    if path.endswith(".pdf") or path.startswith("/pdf"):
        return Kind.PDF
    if host == "huggingface.co":
        return Kind.DATA if path.startswith("/datasets") else Kind.CODE
    if host.endswith(".github.io"):
        return Kind.PROJECT
    return _HOSTS.get(host, Kind.OTHER)


def _once(urls: Iterable[str]) -> list[Link]:
    found: dict[str, Link] = {}
    for url in urls:
        if is_web(url) and _host(url):
            found.setdefault(_key(url), Link(url, kind_of(url)))
    return list(found.values())


def _host(url: str) -> str:
    """The host, empty where the address is malformed."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _key(url: str) -> str:
    """What makes two spellings one address: no scheme, no `www.`, no closing slash, a host in small letters."""
    _, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{host.lower().removeprefix('www.')}{slash}{path}".rstrip("/")
