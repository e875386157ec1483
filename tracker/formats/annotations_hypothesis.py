"""Annotations as Hypothesis's API gives them (h.readthedocs.io/en/latest/api-reference): their quotation is trusted,
their place, in UTF-16 code units of another page, is a hint."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from tracker.formats.annotations import Mark, Remark, ulid_of

Json = Mapping[str, Any]


def marks(items: Iterable[Json]) -> Iterator[Mark]:
    """Those that quote something, each with its replies; notes on a whole page quote nothing."""
    rows = list(items)
    for row in rows:
        selectors = {each["type"]: each for target in row.get("target", ()) for each in target.get("selector", ())}
        if not row.get("references") and "TextQuoteSelector" in selectors:
            replies = [each for each in rows if each.get("references", [None])[0] == row["id"]]
            yield _mark(row, selectors, replies)


def _mark(row: Json, selectors: Mapping[str, Json], replies: Iterable[Json]) -> Mark:
    quote, place = selectors["TextQuoteSelector"], selectors.get("TextPositionSelector", {})
    return Mark(
        id=ulid_of(row["id"]),
        exact=quote["exact"],
        source=row["uri"],
        prefix=quote.get("prefix", ""),
        suffix=quote.get("suffix", ""),
        start=place.get("start"),
        end=place.get("end"),
        body=row.get("text") or "",
        tags=tuple(row.get("tags") or ()),
        author=_name(row),
        created=_instant(row.get("created")),
        updated=_instant(row.get("updated")),
        origin="import:hypothesis",
        comments=tuple(_remark(reply) for reply in replies),
        utf16=True,
    )


def _remark(row: Json) -> Remark:
    parents = row["references"]
    parent = ulid_of(parents[-1]) if len(parents) > 1 else None
    created = _instant(row.get("created")) or datetime.fromtimestamp(0, UTC)
    return Remark(id=ulid_of(row["id"]), author=_name(row), body=row.get("text") or "", created=created, parent=parent)


def _name(row: Json) -> str:
    """`acct:ann@hypothes.is` is ann."""
    shown = (row.get("user_info") or {}).get("display_name")
    return str(shown or row.get("user", "").removeprefix("acct:").partition("@")[0])


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
