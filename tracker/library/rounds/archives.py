"""A whole round as one JSON file, and reading it back: its papers, people, votes and decisions, each as it was made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tracker.errors import Conflict, Unreadable
from tracker.later import models
from tracker.library.door import OpenStep, person_named
from tracker.library.importing.imports import begin
from tracker.library.names import name_key
from tracker.library.rounds.values import RoundView
from tracker.terms import Assignment, Blind, Decision, Role, Stage
from tracker.text.clean import clean, one_line

if TYPE_CHECKING:
    from tracker.library.rounds.exports import RoundExports

FORM = 1  # of the file; a later program reads earlier ones
PLAIN = ("name", "query", "votes_needed", "overlap", "criteria", "seed", "pilot")
CAST = ("seq", "decision", "sure", "reasons", "note", "tags", "seconds", "at")

ROWS = """
SELECT v.id, v.paper_id, p.name, v.seq, v.decision, v.sure, v.reasons, v.note, v.tags, v.seconds, v.at, v.undid
FROM vote v JOIN person p ON p.id = v.person_id WHERE v.round_id = :round ORDER BY v.id
"""
# Of a paper, what is somebody's own or has files of its own: a round is everybody's.
PERSONAL: dict[str, Any] = {
    **dict.fromkeys(("notes", "annotations", "comments", "votes", "written"), ()),
    **dict.fromkeys(("status", "rating", "due", "depth", "snoozed", "decided", "finished")),
    "priority": 0,
    "starred": False,
}
DECISIONS = """
SELECT s.id, s.paper_id, p.name, s.seq, s.decision, s.note, s.at, s.undid
FROM resolution s JOIN person p ON p.id = s.person_id WHERE s.round_id = :round ORDER BY s.id
"""


def archived(library: RoundExports, view: RoundView) -> Iterator[str]:
    """The file, in pieces. Conflict while the round hides votes from the person."""
    if not view.sees:
        raise Conflict(f"The votes of “{view.name}” are hidden until the round is closed; close it first")
    return iter([json.dumps(_whole(library, view), ensure_ascii=False, indent=1), "\n"])


def _whole(library: RoundExports, view: RoundView) -> dict[str, Any]:
    from tracker.formats.own import own

    pairs = list(library._cases_and_records(view))
    place = {case.paper_id: number for number, (case, _) in enumerate(pairs)}
    rows = library.store.read(ROWS, {"round": view.id})
    votes = [
        {"id": row[0], "paper": place[row[1]], "person": row[2], "undid": row[11]}
        | dict(zip(CAST, row[3:11], strict=True))
        for row in rows
    ]
    names = ("id", "paper", "person", "seq", "decision", "note", "at", "undid")
    decided = [
        dict(zip(names, (row[0], place[row[1]], *row[2:]), strict=True))
        for row in library.store.read(DECISIONS, {"round": view.id})
    ]
    papers = [{"needed": case.needed, "record": own(record._replace(**PERSONAL))} for case, record in pairs]
    people = [{"name": m.name, "role": m.role, "left_at": _stamp(m.left_at)} for m in view.people]
    events = [event._asdict() | {"at": _stamp(event.at)} for event in library.round_log(view.name)]
    whole = {
        "round": _told(view),
        "people": people,
        "papers": papers,
        "votes": votes,
        "decisions": decided,
        "log": events,
    }
    return {"tracker": "round", "form": FORM} | whole


def _told(view: RoundView) -> dict[str, Any]:
    names = ("stage", "blind", "assignment", "reasons", "include_words", "exclude_words", "created_by", "unblinded_by")
    told = {name: getattr(view, name) for name in (*PLAIN, *names)}
    return told | {name: _stamp(getattr(view, name)) for name in ("created_at", "unblinded_at", "closed_at")}


def _stamp(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="microseconds") if moment else None


# --- reading it back -----------------------------------------------------------------------------------------------


def read(library: RoundExports, text: str) -> RoundView:
    """Take a round in from its file, under its name, archived. Unreadable for what is no such file; Conflict where a
    round of that name is there."""
    whole = _parsed(text)
    try:
        name = one_line(str(whole["round"]["name"]))
        if library.store.one("SELECT 1 FROM screening_round WHERE name_key = :key", {"key": name_key(name)}):
            raise Conflict(f"There is a round “{name}” already; it is left as it is")
        with library.step(f"read the round “{name}” from its archive") as step:
            papers = _papers(step, name, whole["papers"])
            _put(step, whole, name, papers)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable(f"The archive cannot be read: {type(error).__name__} {error}") from error
    return library.round(name)


def _parsed(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text)
    except ValueError as error:
        raise Unreadable(f"That is no archive of a round: {error}") from error
    if not isinstance(whole, dict) or whole.get("tracker") != "round":
        raise Unreadable("That is no archive of a round; `tracker round export NAME --format archive` makes one")
    if whole.get("form") != FORM:
        raise Unreadable("The archive was written by a newer tracker; update tracker to read it")
    return whole


def _papers(step: OpenStep, name: str, papers: Sequence[Mapping[str, Any]]) -> list[int]:
    """The ids here of the archive's papers, which are taken in where they are not there."""
    from tracker.formats.papers import paper
    from tracker.formats.record import Record

    found = [paper(one["record"], number, "") for number, one in enumerate(papers, 1)]
    records = [record for record in found if isinstance(record, Record)]
    if len(records) != len(papers):
        raise ValueError("a paper has neither title nor text")
    source = f"round {name}"
    records = [record._replace(**PERSONAL) for record in records]  # who made it is somebody else
    return begin(step, source, "archive").take([(source, record) for record in records], collection=None, tags=())


def _put(step: OpenStep, whole: Mapping[str, Any], name: str, papers: Sequence[int]) -> None:
    told = whole["round"]
    session, now = step.session, datetime.now(UTC)
    row = models.Round(name=name, name_key=name_key(name), created_by=person_named(session, told["created_by"]))
    row.query, row.criteria, row.votes_needed = clean(told["query"]), clean(told["criteria"]), int(told["votes_needed"])
    row.stage, row.blind = Stage(told["stage"]), Blind(told["blind"])
    row.assignment, row.overlap = Assignment(told["assignment"]), int(told["overlap"])
    row.pilot, row.seed, row.created_at = bool(told["pilot"]), int(told["seed"]), _moment(told["created_at"]) or now
    row.include_words, row.exclude_words = "\n".join(told["include_words"]), "\n".join(told["exclude_words"])
    row.unblinded_at, row.closed_at, row.archived_at = (
        _moment(told["unblinded_at"]),
        _moment(told["closed_at"]) or now,
        now,
    )
    row.unblinded_by = person_named(session, told["unblinded_by"]) if told["unblinded_by"] else None
    session.add(row)
    session.flush()
    assert row.id is not None
    _members(step, row.id, whole["people"], told["reasons"])
    for place, (paper, one) in enumerate(zip(papers, whole["papers"], strict=True)):
        session.add(models.RoundPaper(round_id=row.id, paper_id=paper, position=place, needed=int(one["needed"])))
    session.flush()
    _votes(step, row.id, whole["votes"], papers)
    _decisions(step, row.id, whole["decisions"], papers)


def _members(step: OpenStep, round_id: int, people: Sequence[Mapping[str, Any]], reasons: Sequence[str]) -> None:
    for one in people:
        person = person_named(step.session, one_line(one["name"]))
        member = models.RoundPerson(round_id=round_id, person_id=person, role=Role(one["role"]))
        member.left_at = _moment(one["left_at"])
        step.session.add(member)
    for place, reason in enumerate(reasons, 1):
        step.session.add(models.RoundReason(round_id=round_id, position=place, text=one_line(reason)))
    step.session.flush()


def _votes(step: OpenStep, round_id: int, votes: Sequence[Mapping[str, Any]], papers: Sequence[int]) -> None:
    ids: dict[int, int | None] = {}
    voted: dict[tuple[int, int], datetime] = {}
    for one in votes:
        paper, person = papers[one["paper"]], person_named(step.session, one_line(one["person"]))
        row = models.Vote(round_id=round_id, paper_id=paper, person_id=person, decision=Decision(one["decision"]))
        row.seq, row.sure, row.seconds, row.at = int(one["seq"]), bool(one["sure"]), one["seconds"], _at(one["at"])
        row.reasons, row.note, row.tags = clean(one["reasons"]), clean(one["note"]), clean(one["tags"])
        row.undid = ids[one["undid"]] if one["undid"] is not None else None
        step.session.add(row)
        step.session.flush()
        ids[one["id"]] = row.id
        voted[paper, person] = row.at
    for (paper, person), at in voted.items():
        step.session.add(models.RoundClaim(round_id=round_id, paper_id=paper, person_id=person, voted_at=at))


def _decisions(step: OpenStep, round_id: int, decisions: Sequence[Mapping[str, Any]], papers: Sequence[int]) -> None:
    ids: dict[int, int | None] = {}
    for one in decisions:
        person = person_named(step.session, one_line(one["person"]))
        paper, decision = papers[one["paper"]], Decision(one["decision"])
        row = models.Resolution(round_id=round_id, paper_id=paper, person_id=person, decision=decision)
        row.seq, row.note, row.at = int(one["seq"]), clean(one["note"]), _at(one["at"])
        row.undid = ids[one["undid"]] if one["undid"] is not None else None
        step.session.add(row)
        step.session.flush()
        ids[one["id"]] = row.id


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
