"""Slips that made another real word: `form` for `from`. Taken back where nothing is found, else only offered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from tracker.query.tree import And, How, Node, Problem, Query, Text
from tracker.store.search.forms import forms
from tracker.store.search.hits import Correction
from tracker.store.search.near import CHOICES, SHORTEST, is_word, meant
from tracker.store.search.sql.names import tagged
from tracker.store.search.sql.words import Words

Instead = Mapping[int, Sequence[str]]  # place of a term in the query → words to look for instead
Count = Callable[[Instead, int], int]  # how many papers are found then, counted so far

MOST = 10_000  # papers; so far those are counted that another word finds
TRIED, RAREST = 6, 3  # near words of so many terms
FEW = 50  # papers: where more are found, nothing is offered
MORE = 4  # times as many papers must be found with the word that is offered


def likeliest(query: Query, words: Words, bent: Sequence[Correction], count: Count) -> Instead | None:
    """The slip without which papers are found: in the rarest word that has such near words. None while a word was
    only begun: it is that of which nothing is found."""
    as_typed = [t for t in _terms(query.tree) if not any(c.start <= t.start < c.end for c in bent)]
    if _is_begun(query.tree) or any(_is_nowhere(term, words) for term in as_typed):
        return None
    for term in _by_rarity(query.tree, words):
        near = meant(term, words)[:TRIED]
        if near and count({term.start: near}, 1):
            found = (word for word in near if count({term.start: [word]}, 1))
            return {term.start: list(islice(found, CHOICES))}
    return None


def offered(query: Query, words: Words, total: int, count: Count) -> Iterator[Problem]:
    """The word that may have been meant, where it finds far more papers."""
    if total > FEW:
        return
    for term in _by_rarity(query.tree, words):
        own = _papers(term, words)
        near = [word for word in meant(term, words)[:CHOICES] if words.reckoned(forms(_word(word))[0]) > own]
        for word in near:
            more = count({term.start: [word]}, MOST)
            if more >= MORE * max(total, 1):
                yield Problem(term.start, term.end, f"did you mean {word}? ({more} papers)", word, quiet=True)
                return


def _terms(tree: Node | None) -> list[Text]:
    parts = tree.parts if isinstance(tree, And) else (tree,)
    return [part for part in parts if isinstance(part, Text) and part.how in (How.WORD, How.PREFIX)]


def _by_rarity(tree: Node | None, words: Words) -> list[Text]:
    terms = [term for term in _terms(tree) if not words.are_common(forms(term))]  # nobody means another word by these
    return sorted(terms, key=lambda term: _papers(term, words))[:RAREST]


def _is_begun(tree: Node | None) -> bool:
    """Whether the query ends in so few letters of a word that nothing can be told from them."""
    last = max(_terms(tree), key=lambda term: term.end, default=None)
    return last is not None and last.how is How.PREFIX and len(last.value) < SHORTEST


def _is_nowhere(term: Text, words: Words) -> bool:
    """Whether nothing holds a word of some length or one like it: then nothing is found with any other words."""
    looked = () if term.fields or tagged(words.tags, term.value, prefix=True) else words.found(term).forms
    return bool(looked) and is_word(looked[0]) and not any(words.papers(form, 1) for form in looked)


def _papers(term: Text, words: Words) -> int:
    return sum(words.reckoned(form) for form in forms(term))


def _word(word: str) -> Text:
    return Text((), word, How.WORD, 0, 0)
