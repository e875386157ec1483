"""Annotations as JSON-LD of the W3C Web Annotation model (w3.org/TR/annotation-model), and Hypothesis's JSON in.

Everything of the model stands in its own terms; what it has no word for stands under `tracker:`. Comments are
annotations with the motivation `replying` whose target is what they answer.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from tracker.errors import Unreadable
from tracker.formats import annotations_hypothesis as hypothesis
from tracker.formats.annotations import Mark, Remark, known_id, ulid_of
from tracker.ulid import decoded, encoded

CONTEXT = ["http://www.w3.org/ns/anno.jsonld", {"tracker": "urn:tracker:terms:"}]
MOTIVATIONS = {"claim": "assessing", "question": "questioning", "note": "commenting"}
UUID_URN = "urn:uuid:"
Json = Mapping[str, Any]


def write(marks: Iterable[Mark]) -> Iterator[str]:
    items = [item for mark in marks for item in (_item(mark), *(_reply(mark, remark) for remark in mark.comments))]
    page = {"type": "AnnotationPage", "startIndex": 0, "items": items}
    whole = {"@context": CONTEXT, "type": "AnnotationCollection", "total": len(items), "first": page}
    yield json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> Iterator[Mark]:
    """The annotations of a collection, a page, a list or a single one; Hypothesis's where it is its JSON."""
    try:
        items = _items(json.loads(text))
        if any("uri" in item for item in items):
            yield from hypothesis.marks(items)
            return
        replies = [item for item in items if item.get("motivation") == "replying"]
        for item in items:
            if item.get("motivation") != "replying":
                yield _mark(item, replies)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"These are no annotations in JSON: {error!r}") from None


def _items(value: Any) -> list[Json]:
    if isinstance(value, list):
        return value
    for name in ("first", "items", "rows", "annotations"):
        if name in value:
            return _items(value[name])
    return [value]


def _item(mark: Mark) -> dict[str, Any]:
    selectors: list[dict[str, Any]] = [
        {"type": "TextQuoteSelector", "exact": mark.exact, "prefix": mark.prefix, "suffix": mark.suffix}
    ]
    if mark.start is not None:
        selectors.append({"type": "TextPositionSelector", "start": mark.start, "end": mark.end})
    return _filled(
        {
            "id": _urn(mark.id),
            "type": "Annotation",
            "motivation": MOTIVATIONS.get(mark.kind, "classifying"),
            "creator": _person(mark.author),
            "created": _stamp(mark.created),
            "modified": _stamp(mark.updated),
            "body": list(_bodies(mark)),
            "target": {"source": mark.source, "selector": selectors},
            "tracker:paper": mark.paper,
            "tracker:heading": mark.heading,
            "tracker:state": mark.state,
            "tracker:origin": mark.origin,
            "tracker:private": mark.private,
        }
    )


def _bodies(mark: Mark) -> Iterator[dict[str, Any]]:
    yield {"type": "TextualBody", "value": mark.kind, "purpose": "classifying"}
    if mark.body:
        yield {"type": "TextualBody", "value": mark.body, "format": "text/markdown", "purpose": "commenting"}
    for tag in mark.tags:
        yield {"type": "TextualBody", "value": tag, "purpose": "tagging"}


def _reply(mark: Mark, remark: Remark) -> dict[str, Any]:
    body = {"type": "TextualBody", "value": remark.body, "format": "text/markdown", "purpose": "replying"}
    return _filled(
        {
            "id": _urn(remark.id),
            "type": "Annotation",
            "motivation": "replying",
            "creator": _person(remark.author),
            "created": _stamp(remark.created),
            "modified": _stamp(remark.edited),
            "body": [body],
            "target": _urn(remark.parent or mark.id),
            "tracker:thread": _urn(mark.id),
            "tracker:deleted": remark.deleted,
            "tracker:resolved": remark.resolved,
        }
    )


def _mark(item: Json, replies: Iterable[Json]) -> Mark:
    target = item["target"] if isinstance(item["target"], dict) else {"source": item["target"]}
    selectors = {each["type"]: each for each in _listed(target.get("selector"))}
    quote, place = selectors.get("TextQuoteSelector", {}), selectors.get("TextPositionSelector", {})
    urn = item.get("id", "")
    bodies = [(each.get("purpose"), each.get("value", "")) for each in _listed(item.get("body"))]
    return Mark(
        id=_id(urn),
        exact=quote.get("exact", ""),
        kind=next((value for purpose, value in bodies if purpose == "classifying"), "note"),
        paper=item.get("tracker:paper", ""),
        source=target.get("source", ""),
        heading=item.get("tracker:heading", ""),
        prefix=quote.get("prefix", ""),
        suffix=quote.get("suffix", ""),
        start=place.get("start"),
        end=place.get("end"),
        body="\n\n".join(value for purpose, value in bodies if purpose not in ("classifying", "tagging")),
        tags=tuple(value for purpose, value in bodies if purpose == "tagging"),
        author=_name(item.get("creator")),
        created=_instant(item.get("created")),
        updated=_instant(item.get("modified")),
        state=item.get("tracker:state", "ok"),
        private=item.get("tracker:private", False),
        origin=item.get("tracker:origin", "import:jsonld"),
        comments=tuple(_remark(reply, urn) for reply in replies if reply.get("tracker:thread", reply["target"]) == urn),
    )


def _remark(item: Json, thread: str) -> Remark:
    created = _instant(item.get("created"))
    if created is None:
        raise ValueError("a reply has no time")
    return Remark(
        id=_id(item["id"]),
        author=_name(item.get("creator")),
        body="\n\n".join(each.get("value", "") for each in _listed(item.get("body"))),
        created=created,
        edited=_instant(item.get("modified")),
        parent=None if item["target"] == thread else _id(item["target"]),
        deleted=item.get("tracker:deleted", False),
        resolved=item.get("tracker:resolved", False),
    )


def _listed(value: Any) -> list[dict[str, Any]]:
    some = value if isinstance(value, list) else [] if value is None else [value]
    return [each if isinstance(each, dict) else {"value": str(each)} for each in some]


def _filled(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "", False)}


def _person(name: str) -> dict[str, str] | None:
    return {"type": "Person", "name": name} if name else None


def _name(creator: Any) -> str:
    return str(creator.get("name", creator.get("id", ""))) if isinstance(creator, dict) else str(creator or "")


def _urn(ulid: str) -> str:
    return f"{UUID_URN}{UUID(int=decoded(known_id(ulid)))}"


def _id(urn: str) -> str:
    if urn.startswith(UUID_URN):
        return encoded(UUID(urn.removeprefix(UUID_URN)).int)
    return ulid_of(urn)


def _stamp(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
