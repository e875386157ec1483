"""The heading of a paper, as the person wants it."""

from __future__ import annotations

from datetime import UTC, datetime

from tracker.errors import Conflict, Unreadable
from tracker.later import models
from tracker.library.listing import Listing, heading_of, plain
from tracker.library.notes.links import headed
from tracker.text.clean import one_line


class Headings(Listing):
    def set_title(self, paper_id: int, heading: str) -> str | None:
        """Accept or rewrite a guessed heading, which then is no guess; or correct a title, kept as a variant.

        An accepted heading still gives way to a real title when one comes in, and is kept as a variant then.
        """
        from tracker.text.fold import fold

        heading = one_line(heading)
        if not heading:
            raise Unreadable("A heading needs at least one letter")
        with self.step(f"named “{heading[:60]}”") as step:
            paper = step.session.get(models.Paper, paper_id)
            if paper is None:
                raise Conflict("The paper is gone by now")
            old = heading_of(paper.title, paper.headline or paper.key, None)[0]
            field = "headline" if paper.title is None else "title"
            if paper.title and paper.title != heading:
                step.session.add(variant(paper, paper.title, f"user:{self.me}"))
                paper.title, paper.title_key = heading, fold(heading)
            elif paper.title is None:
                paper.headline = heading
            paper.provenance = (paper.provenance or {}) | {field: f"user:{self.me}"}
            paper.changed_at = datetime.now(UTC)
            headed(step, paper, old, plain(heading))
        return step.said


def variant(paper: models.Paper, title: str, source: str) -> models.TitleVariant:
    """Another name for a paper."""
    from tracker.text.fold import fold

    assert paper.id is not None
    return models.TitleVariant(paper_id=paper.id, title=title, title_key=fold(title), source=source)
