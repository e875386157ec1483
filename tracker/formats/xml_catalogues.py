"""What the XML of catalogues and services says of papers: Dublin Core and arXiv by OAI-PMH, MARC, BibTeXML, Crossref's
deposits, Europe PMC."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tracker.formats import xml_entries as xml
from tracker.formats import xml_lists as lists
from tracker.formats.bibtex_fields import people

Tell = Callable[[Element], Mapping[str, object]]

WRAPPER = re.compile(r"</?(?:zs|srw|srw1|oai):record(?:\s[^<>]*)?>")  # around the records of a catalogue
ISBD = " /:;,."  # what a catalogue puts at the end of a part


def _dublin(one: Element) -> Mapping[str, object]:
    ids = xml.every(one, "identifier")
    return {
        "title": xml.text(one, "title"),
        "authors": xml.every(one, "creator") and list(map(_inverted, xml.every(one, "creator"))),
        "year": xml.first(one, "date"),
        "venue": xml.first(one, "source"),
        "abstract": "\n\n".join(text for text in xml.every(one, "description") if not text.startswith("Comment:")),
        "doi": next((each for each in ids if "10." in each), None),
        "arxiv_id": next((each for each in ids if "arxiv" in each.lower()), None),
        "url": next((each for each in ids if each.startswith("http")), None),
        "keywords": xml.every(one, "subject"),
    }


def _arxiv(one: Element) -> Mapping[str, object]:
    parts = [
        (xml.text(who, "forenames"), xml.text(who, "keyname"), xml.text(who, "suffix")) for who in one.iter("author")
    ]
    return {
        "title": xml.text(one, "title"),
        "authors": [" ".join(filter(None, part)) for part in parts]
        or people(xml.text(one, "authors").replace(",", " and ")),
        "year": xml.first(one, "created", "version/date"),
        "abstract": xml.text(one, "abstract"),
        "doi": xml.first(one, "doi"),
        "arxiv_id": xml.text(one, "id"),
        "keywords": xml.text(one, "categories").split(),
    }


def _marc(one: Element) -> Mapping[str, object]:
    made = [*_marc_fields(one, "264", "c"), *_marc_fields(one, "260", "c"), *_marc_fields(one, "502", "d")]
    coded = next((xml.text(field)[7:11] for field in one.iterfind("controlfield[@tag='008']")), "")
    title = [part.rstrip(ISBD) for part in (*_marc_fields(one, "245", "a"), *_marc_fields(one, "245", "b"))]
    names = [*_marc_fields(one, "100", "a"), *_marc_fields(one, "700", "a")]
    return {
        "title": ": ".join(part.strip() for part in title),
        "authors": [_inverted(name.rstrip(ISBD)) for name in names] or _marc_fields(one, "110", "a"),
        "year": next((each for each in made if any(map(str.isdigit, each))), coded),
        "venue": next(iter([*_marc_fields(one, "773", "t"), *_marc_fields(one, "490", "a")]), "").rstrip(ISBD),
        "abstract": "\n\n".join(_marc_fields(one, "520", "a")),
        "doi": next((each for each in _marc_fields(one, "024", "a") if each.startswith("10.")), None),
        "url": next(iter(_marc_fields(one, "856", "u")), None),
        "keywords": [each for tag in ("650", "653") for each in _marc_fields(one, tag, "a")],
        "title_variants": _marc_fields(one, "246", "a"),
    }


def _marc_fields(one: Element, tag: str, code: str) -> list[str]:
    return xml.every(one, f"datafield[@tag='{tag}']/subfield[@code='{code}']")


def _bibtexml(one: Element) -> Mapping[str, object]:
    inner = next(iter(one), one)
    return {
        **{name: xml.text(inner, name) for name in ("title", "year", "doi", "url", "abstract", "pages")},
        "authors": people(xml.text(inner, "author")) or people(xml.text(inner, "editor")),
        "venue": xml.first(inner, "journal", "booktitle", "school", "publisher"),
        "keywords": re.split(r"\s*[,;]\s*", xml.text(inner, "keywords")),
        "key": one.get("id"),
    }


def _crossref(one: Element) -> Mapping[str, object]:
    paper = next((found for name in DEPOSITED for found in one.iter(name)), one)
    names = [who for who in paper.iter("person_name") if who.get("contributor_role") in (None, "author")]
    first, last = xml.first(paper, "pages/first_page"), xml.first(paper, "pages/last_page")
    return {
        "title": xml.text(paper, "titles/title"),
        "authors": [" ".join(filter(None, (xml.text(who, "given_name"), xml.text(who, "surname")))) for who in names],
        "year": xml.first(paper, "publication_date/year", "posted_date/year") or xml.first(one, ".//year"),
        "venue": xml.first(one, ".//full_title", ".//proceedings_title", ".//conference_name"),
        "abstract": xml.text(paper, "abstract"),
        "doi": xml.first(paper, "doi_data/doi"),
        "url": xml.first(paper, "doi_data/resource"),
        "pages": f"{first}-{last}" if first and last else first,
    }


def _europepmc(one: Element) -> Mapping[str, object]:
    names = xml.every(one, "authorList/author/fullName") or xml.text(one, "authorString").rstrip(".").split(", ")
    return {
        "title": xml.text(one, "title").removesuffix("."),
        "authors": names,
        "year": xml.first(one, "pubYear", "journalInfo/yearOfPublication"),
        "venue": xml.first(one, "journalInfo/journal/title", "journalTitle"),
        "abstract": xml.text(one, "abstractText"),
        "doi": xml.text(one, "doi"),
        "pages": xml.text(one, "pageInfo"),
        "keywords": xml.every(one, "keywordList/keyword"),
    }


def _inverted(name: str) -> str:
    """`Lee, Ann` as it is spoken."""
    return " ".join(reversed([part.strip() for part in name.split(",")])) if name.count(",") == 1 else name


DEPOSITED = ("journal_article", "conference_paper", "posted_content", "dissertation", "content_item", "book")


class Catalogue(NamedTuple):
    """How a kind of file is known, the elements that are its entries, what one of them tells, and what has to be done
    to the text before it is taken apart."""

    mark: re.Pattern[str]
    entries: tuple[str, ...]
    tell: Tell
    prepared: Callable[[str], str] = lambda text: WRAPPER.sub(lambda found: " " * len(found[0]), text)


CATALOGUES = (
    Catalogue(re.compile(r"<collection\s[^<>]*>\s*<volume[\s>]"), ("paper",), lists.anthology, lists.with_volumes),
    Catalogue(re.compile(r"<refworks[\s>]"), ("reference",), lists.refworks),
    Catalogue(re.compile(r"<(?:\w+:)?Sources\b[^<>]*/bibliography\""), ("Source",), lists.word),
    Catalogue(re.compile(r"<biblStruct[\s>]"), ("biblStruct",), lists.tei),
    Catalogue(re.compile(r"<rdf:Description\b[^<>]*>\s*<dc:"), ("Description",), _dublin),
    Catalogue(re.compile(r"<arXiv(?:Raw)?[\s>]"), ("arXiv", "arXivRaw"), _arxiv),
    Catalogue(re.compile(r"<(?:\w+:)?dc[\s>]"), ("dc",), _dublin),
    Catalogue(re.compile(r"<(?:\w+:)?file\b[^<>]*bibtexml"), ("entry",), _bibtexml),
    Catalogue(re.compile(r"<(?:crossref|doi_record)[\s>]"), ("doi_record",), _crossref),
    Catalogue(re.compile(r"<responseWrapper[\s>]"), ("result",), _europepmc),
    Catalogue(re.compile(r"<(?:marc:|marcxml:)?(?:leader|datafield)[\s>]"), ("record",), _marc),
)


def catalogue(text: str) -> Catalogue | None:
    return next((one for one in CATALOGUES if one.mark.search(text)), None)


def records(text: str, kind: Catalogue) -> Iterator[xml.Entry]:
    """The entries of a catalogue's answer, without what it wraps around each."""
    return xml.entries(kind.prepared(text), kind.entries)
