"""A round on its way out: decisions with reasons and votes, the flow of papers, and what was done when by whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.errors import Unreadable
from tracker.library.exporting.exports import Exports
from tracker.library.rounds.ordering import Ordering
from tracker.library.rounds.values import Case, Outcome, RoundView
from tracker.stored import mapping, moment
from tracker.terms import Decision, Stage

if TYPE_CHECKING:
    from tracker.formats.record import Record
    from tracker.screening.prisma import Flow, Sifting

FORMATS = ("csv", "ris", "prisma", "log", "archive")
COLUMNS = (
    *("id", "key", "title", "authors", "year", "venue", "doi", "arxiv_id", "url", "outcome", "reasons", "decided_by"),
    *("decision", "decision_note", "votes", "include", "maybe", "exclude"),
)
STAGES = {Stage.ABSTRACT: "Titles and abstracts screened", Stage.FULL_TEXT: "Full texts assessed for eligibility"}

SOURCES = """
SELECT coalesce(b.source, 'added by hand'), count(*) FROM paper p LEFT JOIN import_batch b ON b.id = p.batch_id
GROUP BY coalesce(b.source, 'added by hand') ORDER BY 2 DESC, 1
"""
ABOUT_ROUNDS = """
SELECT s.at, p.name, s.title, s.undone_at, c.table_name, c.row_key FROM change c
JOIN step s ON s.id = c.step_id JOIN person p ON p.id = s.person_id
WHERE c.table_name IN ('screening_round', 'round_person', 'round_reason') ORDER BY s.id, c.id
"""
DECIDED = """
SELECT s.at, p.name, s.decision, s.note, s.paper_id, s.undid FROM resolution s JOIN person p ON p.id = s.person_id
WHERE s.round_id = :round ORDER BY s.id
"""


class Event(NamedTuple):
    """One line of a round's log."""

    at: datetime
    person: str
    what: str
    paper: int | None = None
    detail: str = ""


class RoundExports(Exports, Ordering):
    """What a round hides from the person is in nothing that they export."""

    def export_round(self, name: str, format: str, *, picture: bool = False) -> Iterator[str]:
        """A round as csv, ris, prisma (text, or an SVG `picture`), log (CSV) or archive (JSON), in pieces."""
        view = self.round(name)
        match format:
            case "csv":
                return self._csv(view)
            case "ris":
                return self._ris(view)
            case "prisma":
                from tracker.screening import prisma

                flow = self.flow(name)
                return iter([prisma.svg(flow) if picture else prisma.text(flow)])
            case "log":
                return self._log_csv(view)
            case "archive":
                from tracker.library.rounds.archives import archived

                return archived(self, view)
        raise Unreadable(f"A round is exported as {', '.join(FORMATS)}, not as “{format}”")

    def read_round(self, text: str) -> RoundView:
        """Take in a round from its archive."""
        from tracker.library.rounds.archives import read

        return read(self, text)

    # --- decisions -------------------------------------------------------------------------------------------------

    def _csv(self, view: RoundView) -> Iterator[str]:
        from tracker.formats.tables_write import rows

        people = [member.name for member in view.people]
        each = [f"{what}: {name}" for name in people for what in ("vote", "reason", "note")]
        return rows([*COLUMNS, *each], self._rows(view, people))

    def _rows(self, view: RoundView, people: Sequence[str]) -> Iterator[dict[str, str]]:
        from tracker.formats.tables_write import value

        for case, record in self._cases_and_records(view):
            row = {name: value(record, name) for name in COLUMNS if name in record._fields}
            row |= {"id": str(case.paper_id), "title": record.title or record.headline or ""}
            yield row | _said(case) | _votes(case, people)

    def _ris(self, view: RoundView) -> Iterator[str]:
        """Entries with Rayyan's spelling of decisions, votes and reasons in their notes."""
        from tracker.formats import ris

        return ris.write(
            record._replace(notes=(*record.notes, _rayyan(case)), status=case.outcome.value)
            for case, record in self._cases_and_records(view)
        )

    def _cases_and_records(self, view: RoundView) -> Iterator[tuple[Case, Record]]:
        cases = self.cases(view.name)
        for start in range(0, len(cases), 500):
            part = cases[start : start + 500]
            yield from zip(part, self._records([case.paper_id for case in part]), strict=True)

    # --- the flow --------------------------------------------------------------------------------------------------

    def flow(self, name: str) -> Flow:
        """How many papers went which way, from the first round to this one."""
        from tracker.screening.prisma import Flow

        rounds = [self.round(name)]
        while rounds[0].parent and rounds[0].parent not in {view.name for view in rounds[1:]}:
            rounds.insert(0, self.round(rounds[0].parent))
        sources = tuple((str(source), int(count)) for source, count in self.store.read(SOURCES))
        left_out = sum(count for _, count in sources) - rounds[0].papers
        removed = (("not found by the query of the first round", left_out),) if left_out > 0 else ()
        stages = tuple(self._sifting(view) for view in rounds)
        last = Counter(case.outcome for case in self.cases(name))
        return Flow(sources, removed, stages, last[Outcome.INCLUDED])

    def _sifting(self, view: RoundView) -> Sifting:
        from tracker.screening.prisma import Sifting

        cases = self.cases(view.name)
        excluded = [case for case in cases if case.outcome is Outcome.EXCLUDED]
        reasons = Counter(_main_reason(case) for case in excluded)
        told = tuple(sorted(reasons.items(), key=lambda one: (-one[1], one[0])))
        undecided = sum(case.outcome not in (Outcome.INCLUDED, Outcome.EXCLUDED) for case in cases)
        known = told if any(reason != NO_REASON for reason, _ in told) else ()
        return Sifting(f"{STAGES[view.stage]}: {view.name}", view.papers, len(excluded), known, undecided)

    # --- what was done ---------------------------------------------------------------------------------------------

    def round_log(self, name: str) -> list[Event]:
        """All that was done in a round, and voted as far as the person may see it, the earliest first."""
        view = self.round(name)
        events = [*self._administered(view), *self._voted(view), *(self._decided(view) if view.sees else ())]
        return sorted(events, key=lambda event: event.at)

    def _administered(self, view: RoundView) -> Iterator[Event]:
        said: set[tuple[Any, ...]] = set()
        for at, person, title, undone, table, key in self.store.read(ABOUT_ROUNDS):
            key = mapping(key)
            mine = key.get("id" if table == "screening_round" else "round_id") == view.id
            if mine and (at, title) not in said:
                said.add((at, title))
                yield Event(moment(at), person, title, detail="taken back" if undone else "")

    def _voted(self, view: RoundView) -> Iterator[Event]:
        for cast in self._casts(view):
            what = "took a vote back to" if cast.undid else "voted"
            yield Event(cast.at, cast.person, f"{what} {cast.decision}", cast.paper_id)

    def _decided(self, view: RoundView) -> Iterator[Event]:
        for at, person, decision, note, paper, undid in self.store.read(DECIDED, {"round": view.id}):
            what = "took a decision back to" if undid else "decided to"
            yield Event(moment(at), person, f"{what} {decision}", paper, note)

    def _log_csv(self, view: RoundView) -> Iterator[str]:
        from tracker.formats.tables_write import rows

        columns = ("at", "person", "what", "paper", "detail")
        events = self.round_log(view.name)
        return rows(
            columns,
            (
                {**{c: str(v or "") for c, v in event._asdict().items()}, "at": event.at.isoformat(timespec="seconds")}
                for event in events
            ),
        )


NO_REASON = "no reason given"


def _main_reason(case: Case) -> str:
    """The reason that most of those who exclude a paper give; the decision's line where it was settled."""
    given = Counter(reason for b in case.ballots if b.decision is Decision.EXCLUDE for reason in b.reasons)
    if given:
        return min(given, key=lambda reason: (-given[reason], reason))
    return case.settled.note if case.settled else NO_REASON


def _said(case: Case) -> dict[str, str]:
    count = Counter(ballot.decision for ballot in case.ballots)
    reasons = dict.fromkeys(reason for ballot in case.ballots for reason in ballot.reasons)
    told = {"outcome": case.outcome.value, "reasons": "; ".join(reasons), "votes": str(len(case.ballots))}
    told |= {decision.value: str(count[decision]) for decision in list(Decision)[:3]}
    if case.settled:
        told |= {"decided_by": case.settled.person, "decision": case.settled.decision.value}
        told |= {"decision_note": case.settled.note}
    return told


def _votes(case: Case, people: Iterable[str]) -> dict[str, str]:
    """Each person's vote, reasons and note."""
    cells: dict[str, str] = {}
    by_name = {ballot.person: ballot for ballot in case.ballots}
    for name in people:
        if ballot := by_name.get(name):
            cells[f"vote: {name}"] = f"{ballot.decision}{' (sure)' if ballot.sure else ''}"
            cells[f"reason: {name}"] = "; ".join(ballot.reasons)
            cells[f"note: {name}"] = ballot.note
    return cells


RAYYAN = {Decision.INCLUDE: "Included", Decision.MAYBE: "Maybe", Decision.EXCLUDE: "Excluded"}


def _rayyan(case: Case) -> str:
    votes = [f'"{_quoted(ballot.person)}"=>"{RAYYAN[ballot.decision]}"' for ballot in case.ballots]
    votes += [f'"decision"=>"{RAYYAN[case.settled.decision]}"'] if case.settled else []
    reasons = ",".join(dict.fromkeys(_quoted(r) for ballot in case.ballots for r in ballot.reasons))
    parts = [f"RAYYAN-INCLUSION: {{{', '.join(votes)}}}"] if votes else []
    parts += [f"RAYYAN-EXCLUSION-REASONS: {reasons}"] if reasons else []
    parts += [f"USER-NOTES: {'; '.join(notes)}"] if (notes := _notes(case)) else []
    return " | ".join(parts)


def _notes(case: Case) -> list[str]:
    return [f"{b.person}: {b.note}".replace("|", "/") for b in case.ballots if b.note]


def _quoted(text: str) -> str:
    return text.replace('"', "'").replace("|", "/").replace("}", ")").replace(",", ";")
