"""The fields of the query language that ask about rows rather than texts, as SQL over `paper p`."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tracker.query.tree import Choice, Span
from tracker.store.linked import SEEN, THERE
from tracker.store.search.sql import votes
from tracker.store.search.sql.plan import EVERYTHING, Plan, Value, any_of, none_of, where
from tracker.terms import Status


class Asker(NamedTuple):
    """Who asks, and when: local, aware time."""

    me: int
    now: datetime
    name: str = ""  # as `ask` names people: also for somebody who has no number yet

    @property
    def instant(self) -> str:
        return stored(self.now)

    @property
    def today(self) -> str:
        return self.now.date().isoformat()


def stored(moment: datetime) -> str:
    """An instant as the tables hold it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def choice(term: Choice, asker: Asker, whose: Sequence[int]) -> Plan:
    """The papers with any of the values; `whose`: the people that `by:` names beside it."""
    if term.field in ROWS:
        return ROWS[term.field](term.values, asker, whose)
    return any_of([CHOICES[term.field][value](asker) for value in term.values])


def span(term: Span, asker: Asker) -> Plan:
    return SPANS[term.field](term, asker)


def _status(values: Sequence[str], asker: Asker, _: Sequence[int] = ()) -> Plan:
    """No row means inbox, so what includes the inbox is what is in no other state."""
    me = asker.me
    inbox = Status.INBOX in values
    listed = [s.value for s in Status if (s.value in values) != inbox]
    if inbox and not listed:
        return EVERYTHING
    plan = _state(f"status IN ({', '.join('?' * len(listed))})", me, *listed)
    return none_of(plan) if inbox else plan


def _state(condition: str, me: int, *values: Value) -> Plan:
    return where(f"p.id IN ({_STATES} person_id = ? AND {condition})", me, *values)


_STATES = "SELECT paper_id FROM reading_state WHERE"


def one_by_one(condition: str) -> str:
    """The same condition for few papers: the state of each is looked up, and not all gathered that stand as asked."""
    return condition.replace(_STATES, f"{_STATES} paper_id = p.id AND")


def _filled(*columns: str) -> Callable[[Asker], Plan]:
    return lambda _: where("(" + " OR ".join(f"coalesce(p.{column}, '') <> ''" for column in columns) + ")")


def _listed(sql: str) -> Callable[[Asker], Plan]:
    return lambda asker: where(f"p.id IN ({sql})", *[asker.me] * sql.count("?"))


def _annotated(asker: Asker, condition: str, *values: Value) -> Plan:
    return where(f"p.id IN (SELECT paper_id FROM annotation WHERE {_VISIBLE} AND {condition})", asker.me, *values)


_VISIBLE = "deleted_at IS NULL AND (visibility = 'team' OR author_id = ?)"
_COMMENTS = """
SELECT c.paper_id FROM comment c JOIN comment t ON t.id = c.thread_id LEFT JOIN annotation a ON a.id = c.annotation_id
WHERE c.deleted_at IS NULL AND (a.id IS NULL OR a.visibility = 'team' OR a.author_id = ?)
"""
# Asked by name, in a thread that is still open, and not answered there since.
_ASKED = f"""{_COMMENTS} AND t.resolved_at IS NULL
 AND c.id IN (SELECT comment_id FROM ask WHERE name_key = ?)
 AND NOT EXISTS (SELECT 1 FROM comment o WHERE o.thread_id = c.thread_id AND o.author_id = ?
   AND o.deleted_at IS NULL AND o.created_at > c.created_at)
"""
_MINE = """
 UNION SELECT paper_id FROM annotation WHERE author_id = ? AND deleted_at IS NULL
 UNION SELECT paper_id FROM comment WHERE author_id = ? AND deleted_at IS NULL
"""
_CLOSED = "('done', 'skipped')"
AGED = timedelta(days=60)  # in which a paper for later that nobody opened has grown stale
_STALE = """
SELECT r.paper_id FROM reading_state r WHERE r.person_id = ? AND r.status = 'later' AND r.status_at < ?
 AND NOT EXISTS (SELECT 1 FROM seen s WHERE s.person_id = r.person_id AND s.paper_id = r.paper_id
   AND s.opened_at IS NOT NULL)
"""
# Marked as a question, and in no thread that was resolved.
_UNANSWERED = """kind = 'question' AND NOT EXISTS (SELECT 1 FROM comment c
 WHERE c.annotation_id = annotation.id AND c.resolved_at IS NOT NULL)"""
_NOTED = "SELECT paper_id FROM note WHERE paper_id IS NOT NULL AND "
_DEAD = f"SELECT l.paper_id {SEEN} AND l.paper_id IS NOT NULL AND NOT ({THERE})"
_PAIRS = """
SELECT l.{} FROM likeness l
WHERE NOT EXISTS (SELECT 1 FROM not_same n WHERE n.paper_id = l.paper_id AND n.other_id = l.other_id)
"""
_DUPLICATES = " UNION ".join(_PAIRS.format(column) for column in ("paper_id", "other_id"))
_LINKS = ("url", "pdf_url", "code_url", "project_url", "doi", "arxiv_id", "openreview_id")

IS: dict[str, Callable[[Asker], Plan]] = {
    "snoozed": lambda asker: _state("snoozed_until > ?", asker.me, asker.instant),
    "woken": lambda asker: _state(f"snoozed_until <= ? AND status NOT IN {_CLOSED}", asker.me, asker.instant),
    "stale": lambda asker: where(f"p.id IN ({_STALE})", asker.me, stored(asker.now - AGED)),
    "due": lambda asker: _state("due_on <= ?", asker.me, asker.today),
    "starred": lambda asker: _state("starred", asker.me),
    "seen": _listed("SELECT paper_id FROM seen WHERE person_id = ?"),
    "changed": _listed("SELECT paper_id FROM text_version WHERE field = 'abstract' AND seq > 1"),
    "mine": _listed(f"{_NOTED} author_id = ? UNION SELECT paper_id FROM paper_tag WHERE person_id = ?{_MINE}"),
    "marked": lambda asker: _annotated(asker, "TRUE"),
    "check": lambda asker: _annotated(asker, "state = 'check'"),
    "orphaned": lambda asker: _annotated(asker, "state = 'orphan'"),
    "asked": lambda asker: where(f"p.id IN ({_ASKED})", asker.me, asker.name, asker.me),
    "duplicate": _listed(_DUPLICATES),
    "untitled": lambda _: where("p.title IS NULL"),
    "conflict": lambda asker: votes.conflict(asker.me),
    "unread": lambda asker: _status((Status.INBOX, Status.LATER), asker),
}

HAS: dict[str, Callable[[Asker], Plan]] = {
    "note": _listed(f"{_NOTED} (visibility = 'team' OR author_id = ?)"),
    "abstract": _listed("SELECT paper_id FROM text_version WHERE field = 'abstract' AND text <> ''"),
    "title": _filled("title"),
    "authors": _filled("authors"),
    "url": _filled("url"),
    "pdf": _filled("pdf_url"),
    "code": _filled("code_url"),
    "doi": _filled("doi"),
    "arxiv": _filled("arxiv_id"),
    "link": _filled(*_LINKS),
    "due": lambda asker: _state("due_on IS NOT NULL", asker.me),
    "tag": _listed("SELECT paper_id FROM paper_tag"),
    "annotation": lambda asker: _annotated(asker, "TRUE"),
    "question": lambda asker: _annotated(asker, "kind = 'question'"),
    "unanswered": lambda asker: _annotated(asker, _UNANSWERED),
    "thread": _listed(_COMMENTS),
    "vote": lambda asker: votes.some(asker.me),
    "deadlink": lambda asker: where(f"p.id IN ({_DEAD.replace(':me', str(asker.me))})"),
}

# Of fields whose values are looked at one by one, the papers that have each.
CHOICES: dict[str, dict[str, Callable[[Asker], Plan]]] = {"is": IS, "has": HAS}

# Of fields whose values are looked at together, the papers that have any; with the people that `by:` names beside it.
ROWS: dict[str, Callable[[Sequence[str], Asker, Sequence[int]], Plan]] = {
    "status": _status,
    "vote": lambda values, asker, whose: votes.voted(values, asker.me, whose),
}


def _between(column: str, term: Span, convert: Callable[[float | datetime], Value]) -> tuple[str, tuple[Value, ...]]:
    """SQL that is true, false or (where there is no value) NULL."""
    parts: list[str] = []
    values: list[Value] = []
    for bound, sign, is_open in ((term.low, ">", term.low_open), (term.high, "<", term.high_open)):
        if bound is not None:
            parts.append(f"{column} {sign if is_open else sign + '='} ?")
            values.append(convert(bound))
    return " AND ".join(parts) or f"{column} IS NOT NULL", tuple(values)


def within(term: Span, value: float) -> bool:
    """Whether a number lies between the bounds."""
    low, high = (None if bound is None else float(_number(bound)) for bound in (term.low, term.high))
    above = low is None or value > low or (value == low and not term.low_open)
    return above and (high is None or value < high or (value == high and not term.high_open))


def _number(bound: float | datetime) -> Value:
    return bound.timestamp() if isinstance(bound, datetime) else bound


def _moment(bound: float | datetime) -> Value:
    return stored(bound) if isinstance(bound, datetime) else bound


def _day(bound: float | datetime) -> Value:
    return bound.date().isoformat() if isinstance(bound, datetime) else bound


def _own(column: str, convert: Callable[[float | datetime], Value]) -> Callable[[Span, Asker], Plan]:
    """Of a value that the paper's own row holds."""

    def plan(term: Span, _: Asker) -> Plan:
        sql, values = _between(column, term, convert)
        return where(f"coalesce({sql}, FALSE)", *values)

    return plan


def _stateful(column: str, convert: Callable[[float | datetime], Value]) -> Callable[[Span, Asker], Plan]:
    def plan(term: Span, asker: Asker) -> Plan:
        sql, values = _between(column, term, convert)
        return _state(sql, asker.me, *values)

    return plan


def _priority(term: Span, asker: Asker) -> Plan:
    """No row means priority 0, so what includes 0 is what has no priority outside."""
    sql, values = _between("priority", term, _number)
    return none_of(_state(f"NOT ({sql})", asker.me, *values)) if within(term, 0) else _state(sql, asker.me, *values)


def _opened(term: Span, asker: Asker) -> Plan:
    sql, values = _between("opened_at", term, _moment)
    return where(f"p.id IN (SELECT paper_id FROM seen WHERE person_id = ? AND {sql})", asker.me, *values)


def _wrote(rows: str) -> Callable[[Span, Asker], Plan]:
    """Of what the person wrote on a paper: any of it."""

    def plan(term: Span, asker: Asker) -> Plan:
        sql, values = _between("created_at", term, _moment)
        return where(f"p.id IN (SELECT paper_id FROM {rows} AND author_id = ? AND {sql})", asker.me, *values)

    return plan


def _marks(term: Span, asker: Asker) -> Plan:
    visible = _VISIBLE.replace("?", str(asker.me))
    sql, values = _between(f"(SELECT count(*) FROM annotation WHERE paper_id = p.id AND {visible})", term, _number)
    return where(sql, *values)


def _agree(term: Span, asker: Asker) -> Plan:
    sql, values = _between(votes.agree(asker.me), term, _number)
    return where(f"coalesce({sql}, FALSE)", *values)


def _words(term: Span, _: Asker) -> Plan:
    sql, values = _between("(SELECT words FROM search_paper WHERE paper_id = p.id)", term, _number)
    return where(f"coalesce({sql}, FALSE)", *values)


SPANS: dict[str, Callable[[Span, Asker], Plan]] = {
    "year": _own("p.year", _number),
    "words": _words,
    "added": _own("p.added_at", _moment),
    "changed": _own("p.changed_at", _moment),
    "rating": _stateful("rating", _number),
    "prio": _priority,
    "finished": _stateful("finished_at", _moment),
    "decided": _stateful("decided_at", _moment),
    "snoozed": _stateful("snoozed_until", _moment),
    "due": _stateful("due_on", _day),
    "opened": _opened,
    "noted": _wrote("note WHERE TRUE"),
    "marked": _wrote("annotation WHERE deleted_at IS NULL"),
    "marks": _marks,
    "agree": _agree,
}
