"""Taking papers in: files, a text, the seeds. One import is one step, whatever its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tracker.errors import Unreadable
from tracker.later import facts, models, records, registry
from tracker.library.door import Nothing, OpenStep
from tracker.library.importing.columns import TableColumns
from tracker.library.importing.filling import fill
from tracker.library.importing.reports import Decision, Filled, ImportReport, Outcome, Unread
from tracker.library.listing import quoted
from tracker.library.marks.incoming import Bringing
from tracker.library.notes.link_meaning import awaken
from tracker.library.tags import Tags
from tracker.seldom import seldom_collecting
from tracker.text.clean import one_line
from tracker.text.count import counted

if TYPE_CHECKING:
    from tracker.formats.record import Failure, Record
    from tracker.library.importing.intake import Intake

PIECE = 500  # records held at a time, with all that they are compared by

Entry = TypeVar("Entry")
Progress = Callable[[int], None]  # hears how many records are read; may raise to stop, and then nothing is kept

Watch = Callable[[Outcome], None]
Bring = Callable[[OpenStep, "Iterable[tuple[Record, int]]"], int]


class _Run(NamedTuple):
    """How an import is done."""

    collection: str | None = None
    tags: Sequence[str] = ()
    dry: bool = False
    progress: Progress = lambda _: None
    decided: Mapping[int, Decision] = {}
    watch: Watch | None = None
    later: bool = False
    thorough: bool = False
    bring: Bring = lambda _step, _papers: 0


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
        run = _Run(collection, tags, dry_run, progress, decided, watch, later, thorough)
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
        report = self._import(entries, name, source.format, _Run(collection, tags, dry_run, later=later))
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
        run = _Run(collection, tags, dry_run, progress, decided, watch, later)
        return self._import(((names, entry) for entry in entries), names, format, run)

    def _import(
        self, entries: Iterable[tuple[str, Record | Failure]], names: str, format: str, run: _Run
    ) -> ImportReport:
        if not run.dry:
            return self._import_now(entries, names, format, run)
        with self.store.aside() as store:  # so that nobody waits for a look
            return self.beside(store)._import_now(entries, names, format, run)

    def _import_now(
        self, entries: Iterable[tuple[str, Record | Failure]], names: str, format: str, run: _Run
    ) -> ImportReport:
        report = ImportReport(0, 0, 0, 0, (), (), run.collection, None)
        with seldom_collecting():
            read = ahead(entries)
            with self.step(f"imported {names}") as step:
                step.leaves_index = run.later
                intake = begin(step, names, format, run)
                report = _take_all(step, intake, read, report, run._replace(bring=self.bring))
                if run.dry or not intake.did_something:
                    raise Nothing
                _finish(step, intake.batch, report)
        return report._replace(step=step.id)

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


def begin(step: OpenStep, names: str, format: str, run: _Run | None = None) -> Intake:
    """Begin an import within a step."""
    from tracker.library.importing.intake import Intake

    batch = models.ImportBatch(source=names, format=format, person_id=step.person_id)
    step.session.add(batch)
    step.session.flush()
    step.batch_id = batch.id
    run = run or _Run()
    return Intake(step, batch, run.decided, run.watch, thorough=run.thorough)


def _take_all(
    step: OpenStep,
    intake: Intake,
    entries: Iterable[tuple[str, Record | Failure]],
    report: ImportReport,
    run: _Run,
) -> ImportReport:
    read, failed, Record = 0, [], records.Record
    named: dict[str, None] = {}
    for piece in pieces(entries):
        entered = [(source, entry) for source, entry in piece if isinstance(entry, Record)]
        failed += [Unread(f.file, f.line, f.message, f.raw) for _, f in piece if not isinstance(f, Record)]
        if alone := [record for _, record in entered if records.is_of_no_paper(record)]:
            intake.personal.take_alone(alone)
            entered = [(source, record) for source, record in entered if not records.is_of_no_paper(record)]
        papers = intake.take(entered, collection=report.collection, tags=run.tags)
        intake.brought += run.bring(step, zip((record for _, record in entered), papers, strict=True))
        if not run.dry:
            step.session.flush()
            step.recorder.index()
        named |= dict.fromkeys(record.collection for _, record in entered if record.collection)
        read += len(entered)
        run.progress(read)
    if intake.did_something and not run.dry:
        awaken(step)
    near = [one._replace(paper=None) for one in intake.likely] if run.dry else intake.likely
    report = report._replace(failed=failed, near_duplicates=near, read=read, new=intake.new, same=intake.same)
    report = report._replace(changed=intake.changed, notes=intake.personal.notes, states=intake.personal.states)
    return report._replace(collection=report.collection or next(iter(named), None))


def _finish(step: OpenStep, batch: models.ImportBatch, report: ImportReport) -> None:
    """Word the step by what the import did."""
    batch.records = report.new
    into = f" into “{report.collection}”" if report.collection else ""
    step.title = f"imported {counted(report.new, 'paper')} from {batch.source}{into}"
    if not report.new:
        told = report.changed or report.same
        step.title = f"took in what {batch.source} tells of {counted(told, 'paper')}{into}"
        if not told:
            step.title = f"took in {counted(report.notes, 'note')} from {batch.source}"


def ahead(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, of which the first piece is read already: nobody else has to wait for that with what they write."""
    rest = iter(entries)
    return chain(list(islice(rest, PIECE)), rest)


def pieces(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    iterator = iter(entries)
    while piece := list(islice(iterator, PIECE)):
        yield piece
