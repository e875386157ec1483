"""Papers like one paper: those that hold its most telling words."""

from collections import Counter
from math import log

from tracker.query.tree import Like
from tracker.store.search.forms import Form
from tracker.store.search.near import SHORTEST
from tracker.store.search.sqlite.plan import Plan
from tracker.store.search.sqlite.terms import expression
from tracker.store.search.sqlite.texts import texts
from tracker.store.search.sqlite.words import Words

TELLING = 12  # words
COUNTED = 2000  # papers: a word in as many tells nothing


def like(words: Words, term: Like) -> Plan | None:
    """The papers that hold one of the paper's telling words; None where there is no such paper."""
    number = int(term.paper) if term.paper.isascii() and term.paper.isdigit() and len(term.paper) < 19 else -1
    sql = "SELECT id FROM paper WHERE id = ? OR key = ? ORDER BY key = ? DESC LIMIT 1"
    row = words.connection.execute(sql, (number, term.paper, term.paper)).fetchone()
    if row is None:
        return None
    (own,) = texts(words.connection, [row[0]])
    telling = [
        Form((word,)) for word in _telling(words, Counter(w for column in list(own.words())[:2] for w in column))
    ]
    return Plan(match=expression(telling), where="p.id <> ?", values=(row[0],)) if telling else Plan(where="FALSE")


def _telling(words: Words, counted: Counter[str]) -> list[str]:
    """Words that are frequent here and rare elsewhere (tf–idf), the most telling first."""
    scored: list[tuple[float, str]] = []
    for word, times in counted.items():
        if len(word) >= SHORTEST and 1 < (papers := words.papers(Form((word,)), COUNTED)) < COUNTED:
            scored.append((times * log(COUNTED / papers), word))
    return [word for _, word in sorted(scored, reverse=True)[:TELLING]]
