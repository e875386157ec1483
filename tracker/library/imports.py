"""Taking papers in: files, a text, the seeds. One import is one step, whatever its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import Unreadable
from tracker.later import facts, models, records, registry
from tracker.library.door import Nothing, OpenStep
from tracker.library.filling import fill
from tracker.library.tags import Tags
from tracker.library.values import Filled, ImportReport, Unread
from tracker.text.clean import one_line

if TYPE_CHECKING:
    from tracker.formats.record import Failure, Record
    from tracker.library.intake import Intake

PIECE = 1000

Progress = Callable[[int], None]  # hears how many records are read; may raise to stop, and then nothing is kept


class Imports(Tags):
    """The one way in for papers, also for those that the program brings."""

    def import_files(
        self,
        paths: Sequence[Path],
        *,
        collection: str | None = None,
        tags: Sequence[str] = (),
        format: str | None = None,
        encoding: str | None = None,
        dry_run: bool = False,
        progress: Progress = lambda _: None,
    ) -> ImportReport:
        """Take in files; facts known about their texts are looked up in a papers.toml beside each."""
        sources = [registry.source(path, format=format, encoding=encoding) for path in paths]
        entries = (
            facts.enriched(entry, known) if isinstance(entry, records.Record) else entry
            for path, source in zip(paths, sources, strict=True)
            for known in [facts.facts_beside(path)]
            for entry in source.records()
        )
        names = one_line(", ".join(path.name for path in paths))
        formats = ",".join(sorted({source.format for source in sources}))
        report = self.import_records(
            entries, names=names, format=formats, collection=collection, tags=tags, dry_run=dry_run, progress=progress
        )
        return report._replace(warnings=[*(w for source in sources for w in source.warnings), *report.warnings])

    def import_data(
        self,
        data: bytes,
        name: str,
        *,
        format: str | None = None,
        encoding: str | None = None,
        collection: str | None = None,
        tags: Sequence[str] = (),
        dry_run: bool = False,
    ) -> ImportReport:
        """Take in what came on standard input or was pasted."""
        source = registry.source_of(data, name, format=format, encoding=encoding)
        report = self.import_records(
            source.records(), names=name, format=source.format, collection=collection, tags=tags, dry_run=dry_run
        )
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
    ) -> ImportReport:
        """Take in records; where nothing is new or changed, no step is left."""
        report = ImportReport(0, 0, 0, 0, (), (), collection, None)
        with self.step(f"imported {names}") as step:
            intake = begin(step, names, format)
            report = _take_all(intake, entries, report, tags, progress)
            if dry_run or not intake.did_something:
                raise Nothing
            _finish(step, intake, report)
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
        with self.step(f"added “{title or text or url or doi or arxiv_id or openreview_id}”"[:80]) as step:
            intake = begin(step, f"user:{self.me}", "typed")
            papers += intake.take([record], collection=collection, tags=())
            if not intake.did_something:
                raise Nothing
        if found:
            with self.step(f"looked up {self.told(papers)}") as step:
                fill(step, papers[0], found)
        return papers[0]


def begin(step: OpenStep, names: str, format: str) -> Intake:
    """Begin an import within a step."""
    from tracker.library.intake import Intake

    batch = models.ImportBatch(source=names, format=format, person_id=step.person_id)
    step.session.add(batch)
    step.session.flush()
    assert batch.id is not None
    step.batch_id = batch.id
    return Intake(step, names, batch.id)


def _take_all(
    intake: Intake, entries: Iterable[Record | Failure], report: ImportReport, tags: Sequence[str], progress: Progress
) -> ImportReport:
    read, failed, left = 0, [], 0
    named: dict[str, None] = {}
    for piece in pieces(entries):
        entered = [entry for entry in piece if isinstance(entry, records.Record)]
        failed += [Unread(f.file, f.line, f.message, f.raw) for f in piece if isinstance(f, records.Failure)]
        intake.take(entered, collection=report.collection, tags=tags)
        named |= dict.fromkeys(record.collection for record in entered if record.collection)
        read += len(entered)
        left += sum(bool(record.notes or record.status) for record in entered)
        progress(read)
    collection = report.collection or next(iter(named), None)
    warnings = [f"{left} of the papers have notes or labels in the file; these are not taken in"] if left else []
    report = report._replace(failed=failed, collection=collection, warnings=warnings)
    return report._replace(read=read, new=intake.new, same=intake.same, changed=intake.changed)


def _finish(step: OpenStep, intake: Intake, report: ImportReport) -> None:
    """Word the step by what the import did."""
    batch = step.session.get(models.ImportBatch, intake.batch_id)
    assert batch is not None
    batch.records = report.new
    into = f" into “{report.collection}”" if report.collection else ""
    step.title = f"imported {report.new} papers from {batch.source}{into}"


def pieces(entries: Iterable[Record | Failure]) -> Iterator[list[Record | Failure]]:
    iterator = iter(entries)
    while piece := list(islice(iterator, PIECE)):
        yield piece
