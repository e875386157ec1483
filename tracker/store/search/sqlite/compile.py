"""From the tree of a query to one plan; what cannot be asked becomes a problem and is left out."""

import sqlite3
from collections.abc import Callable, Iterable

from tracker.query.tree import And, Choice, How, In, Like, Names, Node, Not, Or, Problem, Query, Span, Text
from tracker.store.search.sqlite import fields, names, terms
from tracker.store.search.sqlite.fields import LATER, Asker
from tracker.store.search.sqlite.plan import NOTHING, Plan, all_of, any_of, none_of, where
from tracker.store.search.sqlite.texts import sign

Saved = Callable[[str], Query]


class Compiler:
    """Compiles one query, and remembers what it could not ask."""

    def __init__(self, connection: sqlite3.Connection, query: Query, asker: Asker, saved: Saved | None) -> None:
        self.connection = connection
        self.query = query
        self.asker = asker
        self.saved = saved
        self.inside: tuple[str, ...] = ()  # the saved searches that are being compiled
        self.problems: list[Problem] = []
        self.signs = self._signs()

    def plan(self, node: Node | None) -> Plan:
        """The plan of a tree; what could not be asked asks nothing."""
        return (node and self._plan(node)) or Plan()

    def _plan(self, node: Node) -> Plan | None:
        match node:
            case And(parts):
                return self._joined(all_of, parts)
            case Or(parts):
                return self._joined(any_of, parts)
            case Not(part):
                inner = self._plan(part)
                return None if inner is None else none_of(inner)
            case Text():
                return self._text(node)
            case Choice():
                return self._choice(node)
            case Span(field=field, start=start, end=end):
                later = self._later(field, "", start, end)
                return None if later else fields.span(node, self.asker)
            case Names():
                return names.names(self.connection, node, self.asker, lambda unknown: self._unknown(node, unknown))
            case In():
                return self._in(node)
            case Like():
                return None

    def _joined(self, join: Callable[[list[Plan]], Plan], parts: Iterable[Node]) -> Plan | None:
        plans = [plan for part in parts if (plan := self._plan(part)) is not None]
        return join(plans) if plans else None

    def _text(self, term: Text) -> Plan | None:
        known = tuple(name for name in term.fields if not self._later(name, "", term.start, term.end))
        if term.fields and not known:
            return None
        asked = terms.expression(term._replace(fields=known), self.signs)
        if not asked:
            return None
        tags = names.tagged(self.connection, term.value, prefix=term.how is How.PREFIX) if _bare(term) else []
        numbers = ",".join(map(str, tags))
        tagged = where(f"p.id IN (SELECT paper_id FROM paper_tag WHERE tag_id IN ({numbers}))")
        return any_of([Plan(match=asked), tagged]) if tags else Plan(match=asked)

    def _choice(self, term: Choice) -> Plan | None:
        values = tuple(v for v in term.values if not self._later(term.field, v, term.start, term.end))
        return fields.choice(term._replace(values=values), self.asker) if values else None

    def _later(self, field: str, value: str, start: int, end: int) -> bool:
        """Whether the term waits for something that is not there yet."""
        comes = LATER.get((field, value)) or LATER.get((field, ""))
        if comes:
            said = f"{field}:{value}" if (field, value) in LATER and value else f"{field}:"
            self._complain(start, end, f"{said} comes with {comes}")
        return bool(comes)

    def _in(self, term: In) -> Plan | None:
        if term.name in self.inside or self.saved is None:
            self._complain(term.start, term.end, f"the saved search “{term.name}” looks into itself")
            return NOTHING
        outer, self.inside = self.inside, (*self.inside, term.name)
        try:
            return self.plan(self.saved(term.name).tree)
        finally:
            self.inside = outer

    def _unknown(self, term: Names, unknown: names.Unknown) -> None:
        if unknown.name.prefix and not self.inside:
            return
        typed = self.query.text[term.start : term.end]
        fix = typed.replace(unknown.name.text, unknown.near) if unknown.near else None
        said = f"{unknown.said} — did you mean {unknown.near}?" if unknown.near else unknown.said
        self._complain(term.start, term.end, said, fix)

    def _complain(self, start: int, end: int, message: str, fix: str | None = None) -> None:
        if not self.inside:
            self.problems.append(Problem(start, end, message, fix))

    def _signs(self) -> tuple[str, ...]:
        """The signs of the words that the asker may find: everybody's, and his own where he keeps private notes."""
        private = "SELECT 1 FROM note WHERE author_id = ? AND visibility = 'private' LIMIT 1"
        own = self.connection.execute(private, (self.asker.me,)).fetchone()
        return ("", sign(self.asker.me)) if own else ("",)


def _bare(term: Text) -> bool:
    return not term.fields and term.how in (How.WORD, How.PREFIX)
