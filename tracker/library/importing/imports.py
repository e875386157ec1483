"""Taking papers in: files, a text, the seeds. One import is one step, whatever its size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import Conflict, LibraryUnavailable, TrackerError, Unreadable
from tracker.later import facts, records, registry
from tracker.library.door import Nothing, OpenStep
from tracker.library.importing.columns import TableColumns
from tracker.library.importing.filling import fill
from tracker.library.importing.parts import SO_FAR, Entries, Incoming, Run, Watch, ahead, parts
from tracker.library.importing.parts import Progress as Progress
from tracker.library.importing.reports import Decision, Filled, ImportReport
from tracker.library.listing import quoted
from tracker.library.marks.incoming import Bringing
from tracker.library.notes.link_meaning import awaken
from tracker.library.tags import Tags
from tracker.seldom import seldom_collecting
from tracker.store.store import Committed
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from tracker.formats.record import Failure, Record
    from tracker.library.importing.intake import Intake

UNFINISHED = f"""SELECT 1 FROM step s JOIN import_batch b ON b.id = s.batch_id
WHERE b.source = :source AND s.undone_at IS NULL AND s.title LIKE '%{SO_FAR}' LIMIT 1"""
WENT_ON = "an earlier import of {} was not finished; this one went on with it"


class Imports(Bringing, Tags, TableColumns):
    """The one way in for papers, also for those that the program brings."""

    def import_files(
        self,
        paths: Sequence[Path],
        *,
        collection: str | None = None,
        tags: Sequence[str] = (),
        format: str | None = None,
        encoding: str | None = None,
        columns: Mapping[str, str] | None = None,
        dry_run: bool = False,
        progress: Progress = lambda _: None,
        decided: Mapping[int, Decision] = {},
        watch: Watch | None = None,
        later: bool = False,
        thorough: bool = False,
    ) -> ImportReport:
        """Take in files; facts known about their texts are looked up in a papers.toml beside each.

        `columns`: header → field of tables; without it, what was said of such headers before. `watch` hears what
        becomes of each record; `decided` holds what a person said of some, by their number. `later`: of many papers,
        the search index is left to `catch_up`. `thorough`: of many records too, the wording of all is compared as they
        come, not behind the import.
        """
        heard = self.heard(columns)
        sources = [registry.source(path, format=format, encoding=encoding, columns=heard) for path in paths]
        entries = (
            (name, facts.enriched(entry, known) if isinstance(entry, records.Record) else entry)
            for path, source in zip(paths, sources, strict=True)
            for name, known in [(one_line(path.name), facts.facts_beside(path))]
            for entry in source.records()
        )
        run = Run(collection, tags, dry_run, progress, decided, watch, later, thorough)
        formats = ",".join(sorted({source.format for source in sources}))
        report = self._import(entries, one_line(", ".join(path.name for path in paths)), formats, run)
        if columns and not dry_run:
            self.remember_columns(heard)
        return report._replace(warnings=[*(w for source in sources for w in source.warnings), *report.warnings])

    def import_data(
        self,
        data: bytes,
        name: str,
        *,
        format: str | None = None,
        encoding: str | None = None,
        columns: Mapping[str, str] | None = None,
        collection: str | None = None,
        tags: Sequence[str] = (),
        dry_run: bool = False,
        later: bool = False,
    ) -> ImportReport:
        """Take in what came on standard input or was pasted."""
        heard = self.heard(columns)
        source = registry.source_of(data, name, format=format, encoding=encoding, columns=heard)
        entries = ((name, entry) for entry in source.records())
        report = self._import(entries, name, source.format, Run(collection, tags, dry_run, later=later))
        if columns and not dry_run:
            self.remember_columns(heard)
        return report._replace(warnings=[*source.warnings, *report.warnings])

    def import_records(
        self,
        entries: Iterable[Record | Failure],
        *,
        names: str,
        format: str,
        collection: str | None = None,
        tags: Sequence[str] = (),
        dry_run: bool = False,
        progress: Progress = lambda _: None,
        decided: Mapping[int, Decision] = {},
        watch: Watch | None = None,
        later: bool = False,
    ) -> ImportReport:
        """Take in records; where nothing is new or changed, no step is left."""
        run = Run(collection, tags, dry_run, progress, decided, watch, later)
        return self._import(((names, entry) for entry in entries), names, format, run)

    def _import(self, entries: Entries, names: str, format: str, run: Run) -> ImportReport:
        if not run.dry:
            return self._import_now(entries, names, format, run)
        with self.store.aside() as store:  # so that nobody waits for a look
            return self.beside(store)._import_now(entries, names, format, run)

    def _import_now(self, entries: Entries, names: str, format: str, run: Run) -> ImportReport:
        coming = Incoming(names, format, run._replace(bring=self.bring))
        unfinished = self.store.one(UNFINISHED, {"source": names})
        with seldom_collecting(), self._whole(coming):
            for part, last in [(ahead(entries), True)] if run.dry else parts(entries):
                with self.store.lasting(), self.step(f"imported {names}") as step:
                    step.leaves_index = True
                    coming.take(step, part, last=last)
                coming.keep(step)
        if coming.waits and not run.later:
            self.store.follow_up()
        report = coming.report()
        went_on = unfinished is not None and report.same and not run.dry
        return report._replace(warnings=[WENT_ON.format(names)]) if went_on else report

    @contextmanager
    def _whole(self, coming: Incoming) -> Iterator[None]:
        """An import that is stopped is taken back. Where the library takes nothing any more, what came so far stays."""
        stopped = True
        try:
            yield
            stopped = False
        except LibraryUnavailable as error:
            stopped = False
            if coming.kept:
                raise LibraryUnavailable(f"{error}. {coming.stays}") from error
            raise
        finally:
            if stopped and coming.kept and coming.kept.id is not None:
                self._take_back(coming, coming.kept.id)

    def _take_back(self, coming: Incoming, step: int) -> None:
        from tracker.store import undo

        try:
            with self.store.lasting(), self.store.transaction() as session:
                turned = undo.take_back(session, step)
                if turned:
                    session.info["committed"] = Committed(step, turned.papers)
        except TrackerError as error:
            raise Conflict(f"The import was stopped; {error}. {coming.stays}") from error
        if turned and turned.late and not coming.run.later:
            self.store.follow_up()

    def add_paper(
        self,
        text: str | None = None,
        *,
        title: str | None = None,
        authors: Sequence[str] = (),
        url: str | None = None,
        doi: str | None = None,
        arxiv_id: str | None = None,
        openreview_id: str | None = None,
        collection: str | None = None,
        found: Sequence[Filled] = (),
    ) -> int:
        """One paper, from what is known of it; the id of the paper that was made, or that was here already. `found`:
        what services know besides."""
        record = records.Record(
            title=title,
            abstract=text,
            authors=tuple(authors),
            url=url,
            doi=doi,
            arxiv_id=arxiv_id,
            openreview_id=openreview_id,
            collection=collection,
        )
        if not any((title, text, url, doi, arxiv_id, openreview_id)):
            raise Unreadable("Give a title, a text, a DOI, an arXiv id or a URL")
        papers: list[int] = []
        with self.step(f"added {quoted(title or text or url or doi or arxiv_id or openreview_id or '')}") as step:
            source = f"user:{self.me}"
            intake = begin(step, source, "typed")
            papers += intake.take([(source, record)], collection=collection, tags=())
            if not intake.did_something:
                raise Nothing
            fill(step, papers[0], found)
            awaken(step)
        return papers[0]


def begin(step: OpenStep, names: str, format: str) -> Intake:
    """Begin an import within a step."""
    from tracker.library.importing.intake import Intake

    intake = Intake(names, format)
    intake.enter(step)
    return intake
