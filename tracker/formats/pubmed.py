"""PubMed's XML: articles and books."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats.fields import made
from tracker.formats.record import Failure, Record

SUFFIXES = (".xml",)

NAMES = ("PubmedArticle", "PubmedBookArticle")
HEAD = re.compile(
    r"<(?:PubmedArticle|PubmedBookArticle|PubmedArticleSet|PubmedBookArticleSet|MedlineCitation(?:Set)?)[\s>]"
)
ALONE = re.compile(r"<(?:PubmedArticle|PubmedBookArticle)[\s>]")


def looks_like(head: str) -> bool:
    return bool(HEAD.search(head))


def read(text: str) -> Iterator[Record | Failure]:
    """A record an article; of sets without articles, a failure that says so."""
    names = NAMES if ALONE.search(text) else ("MedlineCitation",)
    if not any(f"<{name}" in text for name in names):
        yield Failure("", 1, "There are no articles in this PubMed file", text[:2000])
    for entry in xml.entries(text, names):
        if entry.element is None:
            yield Failure("", entry.line, entry.problem, entry.raw)
        else:
            yield _record(entry.element, entry)


def _record(article: Element, entry: xml.Entry) -> Record | Failure:
    number = xml.first(article, ".//PMID")
    dois = [text for path in (".//ELocationID[@EIdType='doi']", "./PubmedData/ArticleIdList/ArticleId[@IdType='doi']")
            for text in xml.every(article, path)]  # fmt: skip
    return made(
        entry.line,
        entry.raw,
        title=xml.first(article, ".//ArticleTitle", ".//BookTitle", ".//VernacularTitle"),
        abstract=_abstract(article),
        authors=_authors(article),
        year=_year(article),
        venue=xml.first(
            article, ".//Journal/Title", ".//Journal/ISOAbbreviation", ".//MedlineTA", ".//CollectionTitle"
        ),
        doi=next(iter(dois), None),
        pages=xml.first(article, ".//MedlinePgn", ".//StartPage"),
        keywords=xml.every(article, ".//KeywordList/Keyword"),
        key=number,
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number and number.isdigit() else None,
        title_variants=xml.every(article, ".//VernacularTitle"),
    )


def _abstract(article: Element) -> str:
    """The abstract; a structured one keeps its labels, a paragraph each."""
    own = article.find(".//Abstract")
    parts = own.iterfind("AbstractText") if own is not None else ()
    found = [(part.get("Label") or "", xml.text(part)) for part in parts]
    return "\n\n".join(f"{label}: {text}" if label else text for label, text in found if text)


def _authors(article: Element) -> list[str]:
    lists = article.findall(".//AuthorList")
    people = [one for one in lists if one.get("Type") != "editors"] or lists
    return [name for one in people[:1] for author in one.iterfind("Author") if (name := _name(author))]


def _name(author: Element) -> str:
    parts = (xml.first(author, "ForeName", "FirstName", "Initials"), xml.text(author, "LastName"))
    name = " ".join(filter(None, (*parts, xml.text(author, "Suffix"))))
    return name or xml.text(author, "CollectiveName")


def _year(article: Element) -> str | None:
    paths = (".//JournalIssue/PubDate/Year", ".//JournalIssue/PubDate/MedlineDate", ".//Book/PubDate/Year")
    return xml.first(article, *paths, ".//ArticleDate/Year", ".//PubDate/Year", ".//ContributionDate/Year")
