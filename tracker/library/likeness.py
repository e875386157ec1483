"""Papers that are like one another: the nearest, two side by side, and a map of many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracker.library.details import Details
from tracker.library.finding import Finding
from tracker.library.values import Row
from tracker.text.compare import Compared

MAPPED = 5000  # papers of a map, the first that the query finds
SHOWN = 3  # of each group
WORDS = 5  # that two papers share, told of each


class Similar(NamedTuple):
    """A paper near to another: how near, from 0 to 1, and the words that both use."""

    row: Row
    score: float
    words: tuple[str, ...]


class Comparison(NamedTuple):
    """Two papers and what their abstracts share."""

    one: Row
    other: Row
    texts: Compared


class Cluster(NamedTuple):
    """Papers that speak of the same; `query` finds them, `rows` are the most typical."""

    label: str
    papers: int
    query: str
    rows: tuple[Row, ...]


class Map(NamedTuple):
    """The papers of a query in clusters; `left_out` are beyond what is mapped at once."""

    query: str
    papers: int
    left_out: int
    clusters: tuple[Cluster, ...]


class Likeness(Finding, Details):
    def similar(self, paper_id: int, limit: int = 10) -> list[Similar]:
        """The papers nearest to one, nearest first."""
        from tracker.text.compare import in_both

        found = self.find(f"like:{paper_id}", limit=limit)
        texts, rows = self.texts([paper_id, *found.ids]), self.rows(found.ids)
        shared = in_both(texts[paper_id], (texts[row.id] for row in rows)) if rows else ()
        return [
            Similar(row, found.scores.get(row.id, 0.0), words[:WORDS]) for row, words in zip(rows, shared, strict=True)
        ]

    def compare(self, one: int, other: int) -> Comparison:
        """Two papers side by side."""
        from tracker.text.compare import compare

        texts = self._plain([one, other])
        rows = self.detail(one).row, self.detail(other).row
        return Comparison(*rows, compare(texts[one], texts[other]))

    def nearest(self, paper_id: int) -> int | None:
        """The paper most like another one."""
        found = self.find(f"like:{paper_id}", limit=1).ids
        return found[0] if found else None

    def map(self, query: str = "", *, stop: Callable[[], bool] = bool) -> Map:
        """The papers of a query in labelled clusters, the largest first."""
        from tracker.text.clusters import groups
        from tracker.text.fold import parted

        found = self.find(query)
        ids = list(found.ids[:MAPPED])
        texts = self.texts(ids)
        ids = [paper for paper in ids if paper in texts]
        made = groups([parted(texts[paper]).split() for paper in ids], stop=stop)
        clusters = [self._cluster(group.label, [ids[place] for place in group.members]) for group in made]
        return Map(query, len(ids), max(0, found.total - len(ids)), tuple(clusters))

    def _cluster(self, label: Sequence[str], ids: Sequence[int]) -> Cluster:
        query = f"id:{','.join(map(str, sorted(ids)))}"
        return Cluster(" · ".join(label) or "everything else", len(ids), query, tuple(self.rows(ids[:SHOWN])))

    def _plain(self, ids: Sequence[int]) -> dict[int, str]:
        """The abstracts as they are read."""
        from tracker.text.render import render

        return {paper: render(self.abstract(paper)).text for paper in ids}
