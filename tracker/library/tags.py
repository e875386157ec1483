"""Tags, shared by everybody who uses the library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracker.errors import Conflict, NotFound, TagHeld
from tracker.later import models
from tracker.library.door import Nothing, OpenStep, chunks
from tracker.library.listing import Listing
from tracker.library.names import name_key, tag_name
from tracker.library.notes.links import retag
from tracker.library.values import CollectionCount, TagCount
from tracker.store.blind import SINCE, shown


class Tags(Listing):
    """Tags with their counts, and what one does with them. Each write is one step and tells what it did."""

    def tags(self) -> list[TagCount]:
        """Tags that are on a paper, the commonest first."""
        return [
            TagCount(*row)
            for row in self.store.read(
                "SELECT t.name, count(*) FROM tag t JOIN paper_tag p ON p.tag_id = t.id"
                " GROUP BY t.id ORDER BY 2 DESC, t.name_key"
            )
        ]

    def collections(self) -> list[CollectionCount]:
        return [
            CollectionCount(*row)
            for row in self.store.read(
                "SELECT c.name, count(p.paper_id) FROM collection c"
                " LEFT JOIN collection_paper p ON p.collection_id = c.id GROUP BY c.id ORDER BY 2 DESC, c.name_key"
            )
        ]

    def tag(self, ids: Sequence[int], add: Sequence[str] = (), remove: Sequence[str] = ()) -> str | None:
        """Put tags on papers and take tags off them. A tag to add that is not there yet is made.

        NotFound where all that is asked is to take off a tag that no paper has; beside a tag to add it is off already.
        """
        adding, removing = [tag_name(name) for name in add], [tag_name(name) for name in remove]
        with self.step("tagged papers") as step:
            put_on = {name: put(step, ids, tag_of(step, name)) for name in adding}
            find = find_tag if adding else self._tag
            taken = {name: take_off(step, ids, tag) for name in removing if (tag := find(step, name))}
            step.title = " and ".join([*self._told("tagged {1} {0}", put_on), *self._told("took {0} off {1}", taken)])
            if not step.title:
                raise Nothing
        return step.said

    def rename_tag(self, old: str, new: str) -> str | None:
        """Give a tag another name, and those nested in it, also where notes say `#old`.

        Conflict where a tag of the new name is there: merge them instead.
        """
        old, new = tag_name(old), tag_name(new)
        with self.step(f"renamed #{old} to #{new}") as step:
            self._rename(step, old, new)
        return step.said

    def nest_tag(self, name: str, parent: str) -> str | None:
        """Put a tag, with those in it, below another one: `#moe` becomes `#method/moe`; below nothing, to the top."""
        last = tag_name(name).rpartition("/")[2]
        new = f"{tag_name(parent)}/{last}" if parent.strip(" #/") else last
        if name_key(new).startswith(f"{name_key(tag_name(name))}/"):
            raise Conflict(f"#{tag_name(name)} cannot be put below itself")
        return self.rename_tag(name, new)

    def merge_tags(self, old: str, into: str) -> str | None:
        """Put everything tagged `old` under `into`, also where notes say `#old`, and remove `old`."""
        old, into = tag_name(old), tag_name(into)
        with self.step(f"merged #{old} into #{into}") as step:
            tag, kept = self._tag(step, old), tag_of(step, into)
            if tag.id == kept.id:
                return None
            papers = [link.paper_id for link in links(step, tag)]
            put(step, papers, kept)
            _take(step, links(step, tag))
            move_annotations(step, tag, kept)
            step.session.flush()
            step.session.delete(tag)
            retag(step, old, into)
        return step.said

    def delete_tag(self, name: str) -> str | None:
        """Take a tag off everything, and those nested in it; what is written in notes stays."""
        name = tag_name(name)
        with self.step(f"deleted #{name}") as step:
            papers = [paper for tag in self._family(step, name) for paper in _erased(step, tag)]
            step.title = f"deleted #{name}, which was on {self.told(papers)}"
        return step.said

    def _rename(self, step: OpenStep, old: str, new: str) -> None:
        family = self._family(step, old)
        names = {tag.id: tag_name(new + tag.name[len(old) :]) for tag in family}
        for tag in family:
            other = find_tag(step, names[tag.id])
            if other and other.id not in names:
                told = f"`tracker tag merge {tag.name} {other.name}` puts the two together"
                raise Conflict(f"There is a tag #{other.name} already; {told}")
        for tag in sorted(family, key=lambda tag: -len(tag.name)):  # so that none takes a name that is still another's
            tag.name, tag.name_key = names[tag.id], name_key(names[tag.id])
            step.session.flush()
        retag(step, old, new)

    def _family(self, step: OpenStep, name: str) -> list[models.Tag]:
        """A tag and those nested in it; NotFound names a near one."""
        from sqlmodel import col, select

        below = col(models.Tag.name_key).startswith(f"{name_key(name)}/", autoescape=True)
        found = list(step.session.exec(select(models.Tag).where(below)))
        own = find_tag(step, name)
        return [own, *found] if own else found or [self._tag(step, name)]

    def _told(self, said: str, done: Mapping[str, Sequence[int]]) -> Sequence[str]:
        """What was done with tags, of the papers that it changed only."""
        names = " ".join(f"#{name}" for name, papers in done.items() if papers)
        return [said.format(names, self.told([id for papers in done.values() for id in papers]))] if names else []

    def _tag(self, step: OpenStep, name: str) -> models.Tag:
        tag = find_tag(step, name)
        if tag is None:
            raise NotFound(f"No paper has the tag “{name}”{self._near_tag(name)}")
        return tag

    def _near_tag(self, name: str) -> str:
        from rapidfuzz import fuzz, process

        near = process.extractOne(name, [tag.name for tag in self.tags()], scorer=fuzz.ratio, score_cutoff=60)
        return f"; did you mean {near[0]}?" if near else "; `tracker tags` shows them all"


def find_tag(step: OpenStep, name: str) -> models.Tag | None:
    from sqlmodel import select

    return step.session.exec(select(models.Tag).where(models.Tag.name_key == name_key(name))).first()


def tag_of(step: OpenStep, name: str) -> models.Tag:
    """The tag of this name, made where there is none."""
    tag = find_tag(step, name)
    if tag is None:
        tag = models.Tag(name=name, name_key=name_key(name))
        step.session.add(tag)
        step.session.flush()
    return tag


def links(step: OpenStep, tag: models.Tag, ids: Iterable[int] | None = None) -> list[models.PaperTag]:
    """Where a tag is, among some papers or everywhere."""
    from sqlmodel import col, select

    everywhere = select(models.PaperTag).where(models.PaperTag.tag_id == tag.id)
    if ids is None:
        return list(step.session.exec(everywhere))
    parts = chunks(list(dict.fromkeys(ids)))
    return [
        link for part in parts for link in step.session.exec(everywhere.where(col(models.PaperTag.paper_id).in_(part)))
    ]


def seen_links(step: OpenStep, tag: models.Tag, ids: Iterable[int]) -> list[models.PaperTag]:
    """Those of them that no blind round holds back from the person."""
    from sqlalchemy import text
    from sqlmodel import col, select

    seen = text(shown("paper_tag", str(step.person_id), f"(SELECT coalesce(({SINCE}), '9999'))"))
    ours = select(models.PaperTag).where(models.PaperTag.tag_id == tag.id, seen)
    parts = chunks(list(dict.fromkeys(ids)))
    return [link for part in parts for link in step.session.exec(ours.where(col(models.PaperTag.paper_id).in_(part)))]


def put(step: OpenStep, ids: Sequence[int], tag: models.Tag) -> list[int]:
    """Put a tag on papers; those that did not have it. Conflict where it is there and held back from the person."""
    assert tag.id is not None
    tagged = {link.paper_id for link in links(step, tag, ids)}
    if tagged - {link.paper_id for link in seen_links(step, tag, tagged)}:
        raise TagHeld
    fresh = [paper for paper in dict.fromkeys(ids) if paper not in tagged]
    step.session.add_all(models.PaperTag(paper_id=paper, tag_id=tag.id, person_id=step.person_id) for paper in fresh)
    return fresh


def take_off(step: OpenStep, ids: Sequence[int], tag: models.Tag) -> list[int]:
    """Take a tag off papers where the person sees it; those that had it."""
    return _take(step, seen_links(step, tag, ids))


def _take(step: OpenStep, there: Sequence[models.PaperTag]) -> list[int]:
    for link in there:
        step.session.delete(link)
    return [link.paper_id for link in there]


def _erased(step: OpenStep, tag: models.Tag) -> list[int]:
    """The papers that a tag was on, which is nowhere any more."""
    from sqlmodel import select

    Tagged = models.AnnotationTag
    papers = _take(step, links(step, tag))
    for link in step.session.exec(select(Tagged).where(Tagged.tag_id == tag.id)).all():
        step.session.delete(link)
    step.session.flush()
    step.session.delete(tag)
    return papers


def move_annotations(step: OpenStep, tag: models.Tag, into: models.Tag) -> None:
    """Give annotations one tag instead of another."""
    from sqlmodel import select

    Tagged = models.AnnotationTag
    for link in step.session.exec(select(Tagged).where(Tagged.tag_id == tag.id)).all():
        if not step.session.get(Tagged, (link.annotation_id, into.id)):
            assert into.id is not None
            step.session.add(Tagged(annotation_id=link.annotation_id, tag_id=into.id))
        step.session.delete(link)
