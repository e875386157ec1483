"""CSL-JSON, the exchange format of Zotero, Mendeley and citation processors."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tracker.formats.fields import family_first
from tracker.formats.json_papers import read as read
from tracker.formats.record import Record

SUFFIXES = (".csl", ".csljson")
APART = (
    "status",
    "tags",
    "arxiv_id",
    "openreview_id",
    "pdf_url",
    "code_url",
    "project_url",
    "collection",
    "title_variants",
)


def looks_like(head: str) -> bool:
    """Never: json reads it."""
    return False


def write(records: Iterable[Record]) -> Iterator[str]:
    """One list; what CSL has no name for stands under `custom`."""
    before = "[\n"
    for number, record in enumerate(records, 1):
        yield before + json.dumps(_item(record, number), ensure_ascii=False, indent=1)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _item(record: Record, number: int) -> dict[str, Any]:
    apart = {name: value for name in APART if (value := getattr(record, name))}
    item = {
        "id": record.key or f"paper{number}",
        "type": "paper-conference" if record.proceedings else "article-journal",
        "title": record.title or record.headline,
        "author": [_person(name) for name in record.authors],
        "issued": {"date-parts": [[record.year]]} if record.year else None,
        "container-title": record.venue,
        "collection-series": record.proceedings,
        "page": record.pages,
        "DOI": record.doi,
        "URL": record.url,
        "abstract": record.abstract,
        "keyword": "; ".join(word.replace(";", ",") for word in record.keywords)
        + (";" if len(record.keywords) == 1 else ""),
        "note": "\n\n".join(record.notes),
        "custom": apart,
    }
    return {name: value for name, value in item.items() if value}


def _person(name: str) -> dict[str, str]:
    family, given, suffix = family_first(name)
    if not given:
        return {"literal": name}
    return {"family": family, "given": given} | ({"suffix": suffix} if suffix else {})
