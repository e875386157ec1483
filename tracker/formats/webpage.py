"""A saved page of the web: what publishers write into its head for search engines (`citation_title` and its kin), or
the papers that it lists."""

import re
from collections.abc import Iterator
from html import unescape

from tracker.formats import page_lists
from tracker.formats.fields import address, flat, made, natural, once
from tracker.formats.record import Failure, Record

SUFFIXES = (".html", ".htm", ".xhtml")

HEAD = re.compile(
    r"\A[\s\ufeff]*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+(?:html|netscape-bookmark)|html)\b", re.I | re.S
)
META = re.compile(r"<meta\b([^<>]*)>", re.I)
PART = re.compile(r"""([a-z:_.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.I)
TITLE = re.compile(r"<title\b[^<>]*>(.*?)</title", re.I | re.S)
TITLES = ("citation_title", "dc.title", "bepress_citation_title", "eprints.title", "prism.title")
AUTHORS = ("citation_author", "dc.creator", "bepress_citation_author", "citation_authors")
ABSTRACTS = ("citation_abstract", "dcterms.abstract", "dc.description", "eprints.abstract")
YEARS = ("citation_publication_date", "citation_date", "citation_online_date", "citation_year", "dc.date")
VENUES = ("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname")
LINKS = ("citation_public_url", "citation_abstract_html_url", "og:url")
WORDS = ("citation_keywords", "citation_keyword")


def looks_like(head: str) -> bool:
    return bool(HEAD.match(head))


def read(text: str) -> Iterator[Record | Failure]:
    """The paper that the page is of, or those that it lists; a page of anything else is told of by its title."""
    found = _told(text)
    title = next((found[name][0] for name in TITLES if name in found), None)
    if not title and (listed := list(page_lists.papers(text))):
        yield from listed
        return
    if not title:
        named = TITLE.search(text)
        page = f" (“{flat(unescape(named[1]))}”)" if named and named[1].strip() else ""
        yield Failure(
            "", 1, f"A web page{page} that says of no paper that it is one; save the citation instead", text[:500]
        )
        return
    first, last = _first(found, "citation_firstpage"), _first(found, "citation_lastpage")
    yield made(
        1,
        "",
        title=title,
        authors=once(natural(part) for name in AUTHORS for one in found.get(name, ()) for part in one.split(";")),
        abstract=_first(found, *ABSTRACTS),
        year=_first(found, *YEARS),
        venue=_first(found, *VENUES),
        doi=_first(found, "citation_doi", "dc.identifier", "prism.doi"),
        arxiv_id=_first(found, "citation_arxiv_id"),
        url=address(_first(found, *LINKS)),
        pdf_url=address(_first(found, "citation_pdf_url")),
        pages=f"{first}-{last}" if first and last else first,
        keywords=[word for name in WORDS for one in found.get(name, ()) for word in re.split(r"\s*[;,]\s*", one)],
    )


def _told(text: str) -> dict[str, list[str]]:
    """What the page says of itself, by name in lower case."""
    found: dict[str, list[str]] = {}
    for tag in META.finditer(text):
        parts = {name.lower(): unescape(one or other) for name, one, other in PART.findall(tag[1])}
        name, content = parts.get("name") or parts.get("property"), parts.get("content", "").strip()
        if name and content:
            found.setdefault(name.lower(), []).append(content)
    return found


def _first(found: dict[str, list[str]], *names: str) -> str | None:
    return next((found[name][0] for name in names if name in found), None)
