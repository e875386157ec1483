"""Text terms compiled: words with their near words, pairs written as one, tags of that name, patterns."""

import sqlite3
from collections.abc import Mapping, Sequence
from itertools import pairwise

from tracker.query.tree import How, Problem, Text
from tracker.store.search.forms import Form, Needle, forms
from tracker.store.search.hits import Correction
from tracker.store.search.near import Found, correction, whole
from tracker.store.search.patterns import Patterns
from tracker.store.search.rank import Word
from tracker.store.search.sql.clock import SPELLING, Clock, Late
from tracker.store.search.sql.names import tagged
from tracker.store.search.sql.patterns import asked, looked_through, needed, prepare
from tracker.store.search.sql.plan import EVERYTHING, NOTHING, Plan, Start, all_of, any_of, where
from tracker.store.search.sql.standing import standing
from tracker.store.search.sql.texts import COLUMNS, STARTS
from tracker.store.search.sql.words import COMMON, OFTEN, Words

PAIRED = 3  # letters of a word from which it is also looked for as written together with the one before it
MOST_TERMS = 128  # words and patterns of one query that are looked for
LED = frozenset(("heading", "authors"))  # columns of whose beginnings the index has lists
PATTERN_WORDS = 200  # words that hold the letters which a pattern needs
LONGEST = 48  # of so many words the longest are looked for in the index
ROW = 8  # so many words in a row are looked at for that


class Texting:
    """Compiles the text terms of one query, and remembers what was looked for."""

    def __init__(
        self,
        words: Words,
        me: int,
        *,
        clock: Clock,
        exact: bool,
        instead: Mapping[int, Sequence[str]] | None = None,
        brief: bool = False,
    ) -> None:
        self.words = words
        self.me = me
        self.clock = clock
        self.exact = exact
        self.brief = brief  # of so many words those that are known are taken as they are
        self.instead = instead or {}  # place of a term in the query → the words to look for
        self.needles: list[Needle] = []
        self.corrections: list[Correction] = []
        self.patterns = Patterns()
        self.sought: dict[str, Text] = {}  # the terms that are patterns
        self.terms: dict[tuple[str, How], None] = {}  # that were met
        self.unasked: list[Word] = []  # words that the index is not asked for
        self.after = 0  # where there was no time for more, only papers behind this one were looked through

    def row(self, terms: Sequence[Text], *, whole: bool = False) -> Plan | None:
        """The plan of bare words in a row; two of them may be written as one, or one as two. `whole`: there is nothing
        but what holds besides."""
        if self.exact or not 1 < len(terms) <= ROW:
            terms = list({(term.value, term.how): term for term in reversed(terms)}.values())[::-1]
            terms = self._longest(terms) if whole and self.clock.hurry else terms
            plans = [plan for term in terms if (plan := self.term(term, ())) is not None]
            return all_of(plans) if plans else None
        healed = self._healed(list(terms))
        planned = [(term, plan) for term in healed if (plan := self.term(term, ())) is not None]
        return self._paired([term for term, _ in planned], [plan for _, plan in planned]) if planned else None

    def _longest(self, terms: list[Text]) -> list[Text]:
        """Of very many words the longest, as the first rows come: the others are looked for in the texts of these."""
        asked = set(sorted(terms, key=lambda term: -len(term.value))[:LONGEST])
        others = [term for term in terms if term not in asked]
        self.unasked = [looked for term in others if (looked := forms(term))]
        self.clock.cut = self.clock.cut or bool(others)
        return [term for term in terms if term in asked]

    def term(self, term: Text, columns: tuple[str, ...]) -> Plan | None:
        """The plan of one term; None where it holds no word."""
        if term.how is How.REGEX:
            return self._pattern(term, columns)
        self.terms[term.value, term.how] = None
        if len(self.terms) > MOST_TERMS:
            return None
        found = self._found(term, columns)
        if not found.forms:
            return None
        tags = self._tags(term)
        if tags and found.near:
            found = Found(forms(term))
        if found.near:
            self.corrections.append(correction(term, found))
        self.needles.append(Needle(columns, found.forms))
        plan = self._asked(found.forms, columns)
        if found.near and found.forms[0] == forms(term)[0]:  # the few that hold it as typed are not lost among the many
            plan = plan._replace(ways=(self._asked(forms(term), columns), plan))
        return any_of([plan, tags]) if tags else plan

    def given_up(self) -> list[Problem]:
        """The patterns that took too long."""
        said = "this pattern takes for ever in some texts — repeat less inside a repeat"
        terms = [self.sought[pattern] for pattern in self.patterns.given_up]
        return [Problem(term.start, term.end, said) for term in terms]

    def _found(self, term: Text, columns: tuple[str, ...]) -> Found:
        if self.exact or (self.brief and self.papers(term)):
            return Found(forms(term))
        if term.start in self.instead:
            words = self.instead[term.start]
            return whole([(word, self.words.reckoned(Form((word,)))) for word in words], len(words))
        try:
            with self.clock.ending(SPELLING):
                return self.words.of(columns).found(term)
        except Late:
            return Found(forms(term))

    def _asked(self, looked: Sequence[Form], columns: tuple[str, ...]) -> Plan:
        open_texts = self.words.signs == ("",) and LED.issuperset(columns)
        if open_texts and self._are_starts(looked):
            return Plan(starts=(self._start(looked, columns),))
        match = self.words.expression(looked, columns)
        telling = (match,) if self._tells(looked) else ()
        return all_of([Plan(match=match, telling=telling), self._standing(looked, columns)])

    def _tells(self, looked: Sequence[Form]) -> bool:
        """Whether few enough papers hold some forms to be put in order by them: of these a server gathers all, a file
        the newest."""
        if self.brief or self.words.placed:
            return not self.words.are_common(looked, OFTEN if self.brief else COMMON)
        return not self.words.is_everywhere(looked)

    def _standing(self, looked: Sequence[Form], columns: tuple[str, ...]) -> Plan:
        """What has to hold of a paper besides that the index finds the forms, where that does not tell all."""
        several = any(len(form.words) > 1 for form in looked)
        if self.words.placed or not (several or "abstract" in columns):
            return EVERYTHING
        sql, values = standing(self.words.connection, self.me, looked, columns)
        if several:
            return where(sql, *values)
        others = [column for column in COLUMNS if column not in columns]
        elsewhere = self.words.expression(looked, others)  # a word that is in no other column is in these
        unless = "p.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)"
        return where(f"{unless} OR {sql}", elsewhere, *values) if others else EVERYTHING

    def _start(self, looked: Sequence[Form], columns: tuple[str, ...]) -> Start:
        """The beginnings of many words."""
        letters = tuple(form.words[0] for form in looked)
        exact = self.words.expression(looked, columns)
        most = STARTS - bool(columns)  # the mark of a column counts as a letter
        listed = list(dict.fromkeys(Form((each[:most],), prefix=True) for each in letters))
        leading = exact if self.words.placed else self.words.expression(listed, columns)
        return Start(letters, columns, exact, leading)

    def _are_starts(self, looked: Sequence[Form]) -> bool:
        """Whether forms are beginnings, one of them of so many words that the index is not to be asked for them all."""
        if not all(form.prefix and len(form.words) == 1 for form in looked):
            return False
        return any(self.words.is_common(form.words[0]) for form in looked)

    def _tags(self, term: Text) -> Plan | None:
        """The papers with a tag that a bare word names."""
        if term.fields or term.how not in (How.WORD, How.PREFIX):
            return None
        tags = tagged(self.words.tags, term.value, prefix=term.how is How.PREFIX)
        if tags and self.brief and self.clock.hurry:  # of so many words one need not tell by itself
            self.clock.cut = True
            return None
        numbers = ",".join(map(str, tags))
        return where(f"p.id IN (SELECT paper_id FROM paper_tag WHERE tag_id IN ({numbers}))") if tags else None

    def _pattern(self, term: Text, columns: tuple[str, ...]) -> Plan:
        self.sought[term.value] = term
        prepare(self.patterns, term.value)
        self.needles.append(Needle(columns, pattern=term.value))
        likely, columns = self._likely(term.value, columns), columns or COLUMNS
        if not isinstance(self.words.connection, sqlite3.Connection):
            return self._looked_through(term.value, columns, likely)
        sql = " OR ".join(asked(column, self.me) for column in columns)
        return all_of([where(sql, *[term.value] * len(columns)), likely])

    def _looked_through(self, pattern: str, columns: Sequence[str], likely: Plan) -> Plan:
        found = looked_through(self.words.connection, self.patterns, pattern, columns, self.me, likely, self.clock)
        plan, first = found
        if first:
            self.clock.cut, self.after = True, max(self.after, first - 1)
        return plan

    def _likely(self, pattern: str, columns: tuple[str, ...]) -> Plan:
        """The papers that a pattern can match at all, as far as the index can tell."""
        if len(self.words.signs) > 1:  # the words that somebody keeps to themselves stand in no list
            return EVERYTHING
        part = needed(pattern)
        words = self.words.holding(part, PATTERN_WORDS + 1) if part else []
        if not part or len(words) > PATTERN_WORDS:
            return EVERYTHING
        return Plan(match=self.words.expression([Form((w,)) for w in words], columns)) if words else NOTHING

    def _healed(self, terms: list[Text]) -> list[Text]:
        """The terms, where two words of which one is unknown are a known one if written as one."""
        healed: list[Text] = []
        while terms:
            term = terms.pop(0)
            joined = self._joined(term, terms[0]) if terms else None
            if joined and not (self.holds(term) and self.holds(terms[0])) and self.holds(joined):
                terms.pop(0)
                self.corrections.append(Correction(f"{term.value} …", joined.value, joined.start, joined.end))
                term = joined
            healed.append(term)
        return healed

    def _paired(self, terms: Sequence[Text], plans: Sequence[Plan]) -> Plan:
        ways = [all_of(plans)]
        for at, (first, second) in enumerate(pairwise(terms)):
            joined = self._joined(first, second)
            if joined and len(second.value) >= PAIRED and self._adds(forms(joined), plans[at : at + 2]):
                self.needles.append(Needle((), forms(joined)))
                ways.append(all_of([*plans[:at], self._asked(forms(joined), ()), *plans[at + 2 :]]))
        return any_of(ways)

    def _joined(self, first: Text, second: Text) -> Text | None:
        """Two words that stand side by side, as one; none for numbers."""
        if first.how is not How.WORD or second.start != first.end + 1 or not (first.value + second.value).isalpha():
            return None
        return second._replace(value=first.value + second.value, start=first.start)

    def papers(self, term: Text) -> int:
        """How many papers hold a term as it was typed, counted so far as tells common words from rare ones."""
        return max((self.words.papers(form, OFTEN) for form in forms(term)), default=0)

    def holds(self, term: Text) -> bool:
        """Whether some paper holds a term as it was typed."""
        return any(self.words.papers(form, 1) for form in forms(term))

    def _adds(self, joined: Sequence[Form], apart: Sequence[Plan]) -> bool:
        """Whether some paper holds the joined word but not both of its parts."""
        both = all_of(apart)
        if not both.only_matches or not any(self.words.papers(form, 1) for form in joined):
            return False
        asked = f"({self.words.expression(joined)}) NOT ({both.match})"
        return self.words.any(asked)
