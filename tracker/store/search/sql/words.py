"""The library's own words: which there are, and how many papers hold them."""

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache

from tracker.query.tree import How, Text
from tracker.store.blind import HIDES
from tracker.store.reader import Reader
from tracker.store.search.forms import Form
from tracker.store.search.near import Found, edits, forgiving
from tracker.store.search.rank import Word
from tracker.store.search.sql.names import tag_words
from tracker.store.search.sql.needles import Needles
from tracker.store.search.sql.standing import standing
from tracker.store.search.sql.terms import expression, unplaced
from tracker.store.search.sql.texts import STARTS, sign
from tracker.text.fold import spellings

LAST = "\U0010ffff"  # behind every letter: a word and all that begin with it lie between it and itself with this
REMEMBERED = 20_000  # words about which something is kept
MANY_WORDS, MANY_PAPERS = 60, 3000  # with a beginning that is common
LARGE = 20_000  # papers
OFTEN = 500  # papers; so far each of many words is counted
COMMON = 10_000  # papers: a word that so many hold says little about any of them
SHORT = 7  # letters of a word from which two edits leave most of it
COUNTED = 30  # words that are counted for a beginning
MANY = 10_000  # papers; no further is counted how many hold a word
EVERYWHERE = 3  # papers of which one holds a word, among the oldest and the newest: it tells nothing about any of them
END = 100  # papers at both ends, the oldest and the newest that hold a word, by which the others are reckoned
BESIDE = 16  # papers whose texts tell how often words stand side by side
COMPLETED = 500  # words that are counted to find the commonest

_BEHIND = f"word >= ? AND word < ? || '{LAST}'"
_KNOWN = "SELECT value FROM json_each(?) WHERE value IN (SELECT word FROM search_word)"
_BEGUN = f"""
SELECT value FROM (SELECT value, (SELECT count(*) FROM (
  SELECT 1 FROM search_word WHERE word >= value AND word < value || '{LAST}' LIMIT 50) AS begun) AS words
FROM json_each(?)) AS counted WHERE words > 0 ORDER BY words DESC, value
"""
# Of three pieces of a word two edits leave one as it was.
_ALIKE = f"""
SELECT word FROM search_word
WHERE word >= :begin AND word < :begin || '{LAST}' AND length(word) BETWEEN :few AND :many
UNION
SELECT word FROM search_word WHERE length(word) BETWEEN :few AND :many AND (instr(word, :middle) OR instr(word, :end))
"""


_REPORTED = """
SELECT unnest(CAST(CAST(most_common_elems AS text) AS text[])), unnest(most_common_elem_freqs) FROM pg_stats
WHERE schemaname = current_schema() AND tablename = 'search' AND attname = 'vector'
"""
_ENDS = " UNION ALL ".join(
    f"SELECT min(rowid) AS low, max(rowid) AS high FROM (SELECT rowid FROM search WHERE search MATCH :asked"
    f" ORDER BY rowid {way} LIMIT {END})"
    for way in ("ASC", "DESC")
)
_ENDS = f"SELECT min(low), min(high), max(low), max(high) FROM ({_ENDS})"


def words_of(connection: Reader, me: int) -> "Words":
    """The words of a library as it is now, those that a person may find."""
    return _words_at(connection, connection.total_changes, connection.execute("PRAGMA data_version").fetchone()[0], me)


@lru_cache(maxsize=8)
def _words_at(connection: Reader, own_changes: int, version: int, me: int) -> "Words":
    words = Words(connection, _signs(connection, me), me=me)
    words.needles = _needles_of(connection, me)
    words.needles.begin_anew()
    return words


@lru_cache(maxsize=8)
def _needles_of(_connection: Reader, _me: int) -> Needles:
    return Needles()


_KEPT = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE author_id = :me AND visibility = 'private'" for table in ("note", "annotation")
)
_HELD = "SELECT 1 FROM screening_round r JOIN round_person o ON o.round_id = r.id AND o.person_id = :me WHERE " + HIDES


def _signs(connection: Reader, me: int) -> tuple[str, ...]:
    """The signs of the words that a person may find: everybody's, and their own where they keep something private or
    a round holds it back."""
    return ("", sign(me)) if connection.execute(f"{_KEPT} UNION ALL {_HELD}", {"me": me}).fetchone() else ("",)


class Words:
    """The lexicon of a library (see tracker.store.search.forms); `columns`: of these alone (empty: of all)."""

    def __init__(
        self, connection: Reader, signs: tuple[str, ...] = ("",), columns: tuple[str, ...] = (), *, me: int = 0
    ) -> None:
        self.connection = connection
        self.placed = not isinstance(connection, sqlite3.Connection)  # the index keeps the places of words
        self.me = me
        self.signs = signs
        self.columns = columns
        self._parts: dict[tuple[str, ...], Words] = {}
        self.needles = Needles()
        self.parted: dict[int, tuple[str, str, str]] = {}  # by paper, heading, authors and abstract as they are ranked
        self.plain: dict[int, dict[str, str]] = {}  # by paper and column, the plain text as the person sees it
        self.nearest: dict[tuple[int, int], dict[int, float]] = {}  # by paper and how many, the papers nearest to it
        self._found: dict[tuple[str, How], Found] = {}
        self._large: bool | None = None
        self._papers: dict[Form, tuple[int, int]] = {}  # form → papers that hold it, counted so far
        self._reckoned: dict[Form, int] = {}
        self._at_ends: dict[Form, tuple[int, int, int, int]] = {}

    def of(self, columns: tuple[str, ...]) -> "Words":
        """The lexicon of some columns: a name is not corrected to what is only a word of abstracts."""
        if columns == self.columns:
            return self
        if columns not in self._parts:
            self._parts[columns] = Words(self.connection, self.signs, columns, me=self.me)
        return self._parts[columns]

    def expression(self, forms: Sequence[Form], columns: Sequence[str] = ()) -> str:
        """What the index is asked for any of the forms, in any of the columns (empty: in all)."""
        return (expression if self.placed else unplaced)(forms, columns, self.signs)

    def found(self, term: Text) -> Found:
        """The forms to look for; remembered, since all words but the last stay the same from key to key."""
        asked = (term.value, term.how)
        if asked not in self._found:
            if len(self._found) + len(self._papers) > REMEMBERED:
                self._found.clear()
                self._papers.clear()
                self._reckoned.clear()
                self._at_ends.clear()
            self._found[asked] = forgiving(term, self)
        return self._found[asked]

    def papers(self, form: Form, most: int) -> int:
        if most <= MANY and not self.columns and form == Form(form.words[:1]) and form.words[0] in self._reported:
            return min(self._reported[form.words[0]], most)
        known, counted = self._papers.get(form, (0, 0))
        if counted < most and known >= counted:
            is_word = not form.prefix and len(form.words) == 1
            counted = max(most, 2 * END) if is_word else most  # at once: as many are asked for soon after
            known = self._counted(form, counted)
            self._papers[form] = known, counted
        return min(known, most)

    def reckoned(self, form: Form) -> int:
        """About how many papers hold it: where they are many, told from how close those at both ends lie."""
        if form not in self._reckoned:
            self._reckoned[form] = self._told_by_ends(form)
        return self._reckoned[form]

    def _told_by_ends(self, form: Form) -> int:
        if self.placed or form.prefix or len(form.words) > 1:
            return self.papers(form, MANY)
        if (few := self.papers(form, 2 * END)) < 2 * END:
            return few
        low, first, second, high = self._ends(form)
        if first >= second:
            return few
        return int(END / 2 * (1 / (first - low) + 1 / (high - second)) * (high - low))

    def _ends(self, form: Form) -> tuple[int, int, int, int]:
        """The papers between which those at both ends lie that hold it."""
        if form not in self._at_ends:
            asked = self.expression([form], self.columns)
            self._at_ends[form] = self.connection.execute(_ENDS, {"asked": asked}).fetchone()
        return self._at_ends[form]

    def is_everywhere(self, looked: Sequence[Form]) -> bool:
        """Whether so many papers, old and new ones, hold one of the forms that it tells nothing about any of them."""
        return any(self._is_everywhere(form) for form in looked)

    def _is_everywhere(self, form: Form) -> bool:
        if form.prefix or len(form.words) > 1 or self.papers(form, 2 * END) < 2 * END:
            return False
        low, first, second, high = self._ends(form)
        return max(first - low, high - second) < END * EVERYWHERE

    def _counted(self, form: Form, most: int) -> int:
        """Beginnings are counted word by word: a paper with several of the words may count more than once."""
        start = form.words[0]
        is_start = form.prefix and len(form.words) == 1
        if not is_start or self.columns or len(start) <= STARTS:
            asked = self.expression([form], self.columns)
            return (
                self._matching(asked, most) if self.placed or len(form.words) == 1 else self._beside(form, asked, most)
            )
        sql = f"SELECT word FROM search_word WHERE {_BEHIND} LIMIT {COUNTED}"
        total = 0
        for (word,) in self.connection.execute(sql, (start, start)):
            total += self.reckoned(Form((word,)))
            if total >= most:
                break
        return total

    def _matching(self, asked: str, most: int) -> int:
        sql = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?) AS found"
        return int(self.connection.execute(sql, (asked, most)).fetchone()[0])

    def _beside(self, form: Form, asked: str, most: int) -> int:
        """How many papers hold words side by side, reckoned from the newest that hold them all."""
        newest = "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?"
        papers = [row[0] for row in self.connection.execute(newest, (asked, BESIDE))]
        sql, values = standing(self.connection, self.me, [form], self.columns)
        counted = f"SELECT count(*) FROM paper p WHERE p.id IN (SELECT value FROM json_each(?)) AND ({sql})"
        (held,) = self.connection.execute(counted, (f"[{','.join(map(str, papers))}]", *values)).fetchone()
        return int(held) if len(papers) < BESIDE or not held else int(held * self._matching(asked, most) / BESIDE)

    @cached_property
    def _reported(self) -> dict[str, int]:
        """About how many papers hold the commonest words, where the engine keeps account of that, and counting them
        takes long: an account is not exact, and each server takes it when it likes."""
        if isinstance(self.connection, sqlite3.Connection) or not self._is_large():
            return {}
        (papers,) = self.connection.execute("SELECT coalesce(max(paper_id), 0) FROM search_paper").fetchone()
        return {word: round(part * papers) for word, part in self.connection.execute(_REPORTED) if word}

    @cached_property
    def tags(self) -> dict[str, list[int]]:
        return tag_words(self.connection)

    def is_common(self, start: str) -> bool:
        """Whether so many words or papers have this beginning that the index is not to gather them all."""
        if len(start) <= STARTS:
            return True
        if self._is_large() and self.papers(Form((start,), prefix=True), MANY_PAPERS) == MANY_PAPERS:
            return True
        sql = f"SELECT count(*) FROM (SELECT 1 FROM search_word WHERE {_BEHIND} LIMIT {MANY_WORDS}) AS found"
        return int(self.connection.execute(sql, (start, start)).fetchone()[0]) == MANY_WORDS

    def are_common(self, looked: Sequence[Form], many: int = COMMON) -> bool:
        """Whether so many papers hold one of the forms that it tells little, and counting it everywhere takes long."""
        if not self._is_large():
            return False
        if self._reported and many == COMMON:  # whatever is not in that account is rarer
            return any(self._reported.get(" ".join(form.words), 0) >= many for form in looked)
        return any(self.reckoned(form) >= many for form in looked)

    def telling(self, words: Sequence[Word], most: int) -> list[Word]:
        """Those of many words that the fewest papers hold, in their order."""
        if len(words) <= most:
            return list(words)
        rare = sorted(range(len(words)), key=lambda at: max(self.papers(form, OFTEN) for form in words[at]))
        return [words[at] for at in sorted(rare[:most])]

    def _is_large(self) -> bool:
        """Whether gathering the papers of a common beginning takes longer than finding out that it is one."""
        if self._large is None:
            (last,) = self.connection.execute("SELECT coalesce(max(paper_id), 0) FROM search_paper").fetchone()
            self._large = last > LARGE
        return self._large

    def any(self, asked: str) -> bool:
        """Whether any paper matches an expression."""
        sql = "SELECT EXISTS (SELECT 1 FROM search WHERE search MATCH ?)"
        return bool(self.connection.execute(sql, (asked,)).fetchone()[0])

    def known(self, words: Collection[str]) -> list[str]:
        return self._among(_KNOWN, words)

    def begun(self, starts: Collection[str]) -> list[str]:
        return self._among(_BEGUN, starts)

    def _among(self, sql: str, words: Collection[str]) -> list[str]:
        """The first column of a statement about some words, as a JSON array: letters and digits need no escape."""
        listed = ",".join(f'"{word}"' for word in sorted(words))
        return [row[0] for row in self.connection.execute(sql, (f"[{listed}]",))]

    def beginning(self, start: str) -> Iterable[str]:
        return [
            row[0] for row in self.connection.execute(f"SELECT word FROM search_word WHERE {_BEHIND}", (start, start))
        ]

    def alike(self, word: str) -> Iterable[str]:
        if len(word) < SHORT:  # a third of it would be in nearly every word
            return self.known(edits(word))
        third = max(1, len(word) // 3)
        pieces = {"begin": word[:third], "middle": word[third : 2 * third], "end": word[2 * third :]}
        bounds = {"few": len(word) - 2, "many": len(word) + 2}
        return [row[0] for row in self.connection.execute(_ALIKE, pieces | bounds)]

    def holding(self, part: str, most: int) -> list[str]:
        sql = "SELECT word FROM search_word WHERE instr(word, ?) LIMIT ?"
        return [row[0] for row in self.connection.execute(sql, (part, most))]


def vocabulary(connection: Reader, start: str, limit: int) -> list[tuple[str, int]]:
    """Words that begin with `start` and how many papers hold them, the commonest first."""
    forms = spellings(start)
    if not forms:
        return []
    begin = forms[-1][-1]
    sql = f"SELECT word FROM search_word WHERE {_BEHIND} LIMIT ?"
    words = [row[0] for row in connection.execute(sql, (begin, begin, COMPLETED))]
    lexicon = Words(connection)
    counted = [(word, lexicon.papers(Form((word,)), 1_000_000)) for word in words]
    return sorted((each for each in counted if each[1]), key=lambda each: (-each[1], each[0]))[:limit]
