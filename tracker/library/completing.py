"""What could be typed next in a query, from the library's own names and words."""

from __future__ import annotations

import re
from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

from tracker.library.finding import Finding
from tracker.library.reading import Reading
from tracker.library.tags import Tags
from tracker.query.parse import parse
from tracker.query.tree import And, How, Like, Node, Not, Or, Text

if TYPE_CHECKING:
    from tracker.query.complete import Completion

Counts = list[tuple[str, int]]

NAMES = {
    "venue": "SELECT venue, count(*) FROM paper WHERE venue IS NOT NULL GROUP BY venue ORDER BY 2 DESC",
    "year": "SELECT CAST(year AS TEXT), count(*) FROM paper WHERE year IS NOT NULL GROUP BY year ORDER BY year DESC",
    "source": "SELECT source, sum(records) FROM import_batch GROUP BY source ORDER BY 2 DESC",
    "kind": "SELECT k.name, (SELECT count(DISTINCT paper_id) FROM annotation WHERE kind = k.name AND deleted_at IS NULL"
    " AND visibility = 'team') FROM kind k WHERE NOT k.archived ORDER BY k.position",
    "by": "SELECT p.name, count(DISTINCT n.paper_id) FROM person p LEFT JOIN note n ON n.author_id = p.id"
    " GROUP BY p.id ORDER BY 2 DESC",
}
AUTHORS_OF = 5000  # papers whose authors are offered, the newest
WORDS = 50
COUNTED = 8  # completions that are counted under the rest of the query …
SOON = 0.03  # … for so many seconds


class Completing(Finding, Reading, Tags):
    def complete(self, query: str, cursor: int) -> list[Completion]:
        """What could stand at the cursor, the likeliest first; with how many papers would be found then, of the first
        as far as there is time to count them."""
        from tracker.query.complete import complete

        typed = re.findall(r"\w*\Z", query[:cursor])[0]
        offers = complete(query, cursor, lambda field: self._names_in(field, typed))
        until = perf_counter() + SOON
        return [
            offer._replace(papers=self._found_with(query, offer) if at < COUNTED and perf_counter() < until else None)
            for at, offer in enumerate(offers)
        ]

    def _found_with(self, query: str, offer: Completion) -> int | None:
        """How many papers the query finds with a completion; None where that does not tell or would take long."""
        before, after = query[: offer.start], query[offer.end :]
        taken = parse(f"{before}{offer.text}{after}")
        is_value = not offer.text.endswith(":") and taken.sort == parse(before + after).sort
        return self.count(taken.text) if is_value and not _is_slow(taken.tree) else None

    def _names_in(self, field: str, typed: str) -> Counts:
        match field:
            case "tag":
                return [(tag.name, tag.papers) for tag in self.tags()]
            case "collection":
                return [(collection.name, collection.papers) for collection in self.collections()]
            case "status":
                return [(status.value, count) for status, count in self.status_counts().items()]
            case "in":
                return [(saved.name, self.count(saved.query)) for saved in self.saved()]
            case "author":
                return self._authors()
            case "word":
                return list(self.store.search.vocabulary(self.store.reader(), typed, WORDS))
            case _:
                return [(name, count) for name, count in self.store.read(NAMES[field])] if field in NAMES else []

    def _authors(self) -> Counts:
        rows = self.store.read(f"SELECT authors FROM paper WHERE authors <> '' ORDER BY id DESC LIMIT {AUTHORS_OF}")
        return Counter(name for (names,) in rows for name in names.split("\n")).most_common()


def _is_slow(node: Node | None) -> bool:
    """Whether there is a pattern, or something to be like, in a query."""
    match node:
        case And(parts) | Or(parts):
            return any(map(_is_slow, parts))
        case Not(part):
            return _is_slow(part)
    return isinstance(node, Like) or (isinstance(node, Text) and node.how is How.REGEX)
