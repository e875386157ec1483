"""From the tree of a query to one plan; what cannot be asked becomes a problem and is left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from tracker.errors import NotFound
from tracker.query.tree import And, Choice, How, In, Like, Names, Node, Not, Or, Problem, Query, Span, Text
from tracker.store.liking import likes
from tracker.store.reader import Reader
from tracker.store.search.sql import fields, names
from tracker.store.search.sql.clock import SPELLING, Clock, Late
from tracker.store.search.sql.fields import Asker
from tracker.store.search.sql.plan import NOTHING, Plan, all_of, among, any_of, none_of, where
from tracker.store.search.sql.texting import MOST_TERMS, ROW, Texting
from tracker.store.search.sql.texts import FIELDS
from tracker.store.search.sql.words import OFTEN, words_of

WIDE = 32  # alternatives of which the first rows come
MOST_SAVED = 32  # saved searches that one query looks into, those inside them too …
LONGEST_SAVED = 20_000  # … and characters of them all

Saved = Callable[[str], Query]


class Compiler:
    """Compiles one query, and remembers what it could not ask and what it asked instead."""

    def __init__(
        self,
        connection: Reader,
        query: Query,
        asker: Asker,
        clock: Clock,
        *,
        saved: Saved | None = None,
        exact: bool = False,
        instead: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        self.connection = connection
        self.query = query
        self.asker = asker
        self.clock = clock
        self.saved = saved
        self.inside: tuple[In, ...] = ()  # the saved searches that are being compiled
        self.looked_into: list[int] = []  # how long the saved searches are that were met
        self.whose: tuple[int, ...] = ()  # the people whose vote is asked for
        self.negated = False  # what is compiled is not to be found
        self.problems: list[Problem] = []
        self.near: dict[int, float] = {}  # how near the papers are that are like another, nearest first
        self.words = words_of(connection, asker.me)
        brief = _texts(query.tree) > ROW
        self.texting = Texting(self.words, asker.me, clock=clock, exact=exact, instead=instead, brief=brief)
        self.unsure = False  # there was no time to find out what is not to be found

    def plan(self) -> Plan:
        """The plan of the query; what could not be asked asks nothing."""
        plan = self._tree(self.query.tree)
        if len(self.texting.terms) > MOST_TERMS:
            end = len(self.query.text)
            self._complain(0, end, f"of so many words the first {MOST_TERMS} are looked for")
        if self.unsure:
            return NOTHING
        after = self.texting.after
        return all_of([plan, where("p.id > ?", after)]) if after else plan

    def _tree(self, node: Node | None) -> Plan:
        return (self._plan(node) if node else None) or Plan()

    def _plan(self, node: Node) -> Plan | None:
        match node:
            case And(parts):
                return self._every(parts, whole=node is self.query.tree)
            case Or(parts):
                return _joined(any_of, map(self._plan, self._first(parts)))
            case Not(part):
                return self._without(part)
            case Text():
                return self._text(node)
            case Names():
                return names.names(self.connection, node, self.asker, lambda unknown: self._unknown(node, unknown))
            case Span():
                return self._liked(node) if node.field == "score" else fields.span(node, self.asker)
            case Choice():
                return fields.choice(node, self.asker, self.whose)
            case In():
                return self._in(node)
            case Like():
                return self._like(node)

    def _first(self, parts: Sequence[Node]) -> Sequence[Node]:
        """For the first rows, some of very many alternatives: of words the rarest that are there."""
        if not self.clock.hurry or self.negated or len(parts) <= WIDE:
            return parts
        self.clock.cut = True
        return sorted(parts[:MOST_TERMS], key=self._commonness)[:WIDE]

    def _commonness(self, part: Node) -> int:
        held = self.texting.papers(part) if isinstance(part, Text) and part.how is not How.REGEX else 1
        return held or OFTEN

    def _every(self, parts: Sequence[Node], *, whole: bool) -> Plan | None:
        parts, outside = self._others(parts), self.whose
        row = [part for part in parts if _bare(part)]
        plans = [self._plan(part) for part in parts if not _bare(part)]
        self.whose = outside
        words = self.texting.row([part for part in row if isinstance(part, Text)], whole=whole)
        return _joined(all_of, [words, *plans])

    def _others(self, parts: Sequence[Node]) -> Sequence[Node]:
        """The parts without the `by:` that says whose vote is meant: it is kept for that."""
        if not any(isinstance(part, Choice) and part.field == "vote" for part in parts):
            return parts
        people = [part for part in parts if isinstance(part, Names) and part.field == "by"]
        named = [names.people(self.connection, part, self.asker) for part in people]
        if named and all(named):
            self.whose = tuple(person for some in named for person in some)
            return [part for part in parts if part not in people]
        return parts

    def _without(self, part: Node) -> Plan | None:
        """What is not to be found is not shown either, and stands as typed: nobody asked to leave a near word out."""
        shown, exact, negated = len(self.texting.needles), self.texting.exact, self.negated
        self.texting.exact = self.negated = True
        inner = self._plan(part)
        self.texting.exact, self.negated = exact, negated
        del self.texting.needles[shown:]
        if isinstance(part, Text) and not exact:
            self._offer(part)
        return None if inner is None else none_of(inner)

    def _offer(self, term: Text) -> None:
        """Tell of a word that leaves nothing out, but would with a letter changed."""
        near = () if self.clock.is_over(SPELLING) or self.texting.holds(term) else self.words.found(term).near
        if near and not self.inside:
            said = f"nothing holds “{term.value}”, so it leaves nothing out; did you mean {near[0]}?"
            self.problems.append(Problem(term.start, term.end, said, near[0], quiet=True))

    def _text(self, term: Text) -> Plan | None:
        return self.texting.term(term, tuple(FIELDS[name] for name in term.fields))

    def _liked(self, term: Span) -> Plan:
        known = likes(self.connection, self.asker.me)
        if not known:
            self._complain(term.start, term.end, "what you like is not known until you kept ten papers and skipped ten")
        return among(paper for paper, (likely, _) in known.items() if fields.within(term, likely))

    def _in(self, term: In) -> Plan | None:
        query = self._looked_into(term)
        if query is None:
            return NOTHING
        outside, texting = self.inside, self.texting
        self.inside = (*outside, term)
        self.texting = Texting(self.words, self.asker.me, clock=self.clock, exact=texting.exact)
        self.texting.patterns = texting.patterns
        plan = self._tree(query.tree)
        texting.needles += self.texting.needles
        texting.sought |= self.texting.sought
        texting.after = max(texting.after, self.texting.after)
        self.inside, self.texting = outside, texting
        return plan

    def _looked_into(self, term: In) -> Query | None:
        """What is saved under a name; None where it cannot be looked into. What is wrong with it is told."""
        try:
            query = self._kept(term)
        except NotFound as missing:
            said = str(missing)
            self._tell(term, said[:1].lower() + said[1:])
            return None
        for problem in query.problems:
            if not problem.quiet:
                self._tell(term, f"in the saved search “{term.name}”: {problem.message}")
        return query

    def _kept(self, term: In) -> Query:
        """What is saved under a name; NotFound says why it cannot be looked into."""
        if self.saved is None:
            raise NotFound("there are no saved searches")
        if any(term.name.casefold() == outer.name.casefold() for outer in self.inside):
            raise NotFound(f"the saved search “{term.name}” looks into itself")
        query = self.saved(term.name)
        self.looked_into.append(len(query.text))
        if len(self.looked_into) > MOST_SAVED or sum(self.looked_into) > LONGEST_SAVED:
            raise NotFound("so many saved searches inside one another are not looked into")
        return query

    def _tell(self, term: In, said: str) -> None:
        """A problem of a saved search, also of one inside another: once, where the outermost stands."""
        asked = (*self.inside, term)[0]
        problem = Problem(asked.start, asked.end, said)
        if problem not in self.problems:
            self.problems.append(problem)

    def _like(self, term: Like) -> Plan:
        from tracker.store.search.sql.like import paper_named, similar  # hardly a query asks for that

        paper = paper_named(self.connection, term)
        if paper is None:
            self._complain(term.start, term.end, f"there is no paper “{term.paper}”")
            return NOTHING
        try:
            with self.clock.ending():
                self.near = similar(self.words, paper)
        except Late:
            self.unsure = self.unsure or self.negated
            return NOTHING
        return among(self.near)

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


def _joined(join: Callable[[list[Plan]], Plan], plans: Iterable[Plan | None]) -> Plan | None:
    said = [plan for plan in plans if plan is not None]
    return join(said) if said else None


def _texts(node: Node | None) -> int:
    """How many words, phrases and patterns there are."""
    match node:
        case And(parts) | Or(parts):
            return sum(map(_texts, parts))
        case Not(part):
            return _texts(part)
    return isinstance(node, Text)


def asks_rows_only(node: Node | None) -> bool:
    """Whether neither texts nor what is like them are asked for."""
    match node:
        case And(parts) | Or(parts):
            return all(map(asks_rows_only, parts))
        case Not(part):
            return asks_rows_only(part)
    return not isinstance(node, Text | Like | In)


def _bare(node: Node) -> bool:
    return isinstance(node, Text) and not node.fields and node.how in (How.WORD, How.PREFIX)
