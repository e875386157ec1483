"""What a text term is looked for as: its spellings, plurals, and where nothing holds it, the nearest words.

Pure but for a `Lexicon`, the engine's own words; so every engine forgives the same.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from tracker.query.tree import How, Text
from tracker.store.search.hits import Correction
from tracker.text.fold import spellings

SHORTEST = 4  # letters of a word that is corrected
TWO_EDITS = 8  # letters from which two edits are forgiven
RARE = 2  # papers: a word in no more of them may be a slip of their authors …
COMMON = 20  # … if a near word is in so many times as many
CHOICES = 3  # near words that are looked for together
NEAR = 0.75  # similarity from which a word with two edits is taken
FUZZY = 0.70  # the same for ~word, and how many of them
FUZZY_WORDS = 8
MOST = 10_000  # papers; so far near words are counted
PARTS = 20  # words that hold a part of a word


class Form(NamedTuple):
    """Words one after another, folded; `prefix`: the last one may go on."""

    words: tuple[str, ...]
    prefix: bool = False


class Needle(NamedTuple):
    """What is looked for: any of the forms, or a regular expression, in the columns (empty: in all)."""

    columns: tuple[str, ...]
    forms: tuple[Form, ...] = ()
    pattern: str = ""


class Lexicon(Protocol):
    """The words of a library."""

    def papers(self, form: Form, most: int) -> int:
        """How many papers hold it, counted no further than `most`."""

    def known(self, words: Collection[str]) -> list[str]:
        """Those that some paper may hold."""

    def begun(self, starts: Collection[str]) -> list[str]:
        """Those that some word begins with."""

    def alike(self, word: str, begin: str) -> Iterable[str]:
        """Words that begin with `begin` and are no more than two letters longer or shorter than `word`."""

    def holding(self, part: str, most: int) -> list[str]:
        """Words with `part` inside."""


class Found(NamedTuple):
    """The forms of a term; with the near words that stand for it, if any do, and how many papers hold the first."""

    forms: tuple[Form, ...]
    near: tuple[str, ...] = ()
    papers: int = 0


Near = tuple[str, int]  # a word and how many papers hold it


def forms(term: Text) -> tuple[Form, ...]:
    """The forms of a term as it was typed; empty where it holds no word."""
    spelled = spellings(term.value)
    if term.how is How.EXACT:
        spelled = spelled[:1]
    if term.how is How.WORD and [len(form) for form in spelled] == [1]:
        return tuple(Form((word,)) for word in plurals(spelled[0][0]))
    return tuple(Form(tuple(form), term.how is How.PREFIX) for form in spelled)


def forgiving(term: Text, lexicon: Lexicon) -> Found:
    """The forms of a term; where no paper holds them, those of the nearest words."""
    typed = forms(term)
    if term.how is How.FUZZY and typed:
        return _fuzzy(typed, lexicon)
    if term.how not in (How.WORD, How.PREFIX) or not typed:
        return Found(typed)
    held = max(lexicon.papers(form, RARE + 1) for form in typed)
    if held > RARE or (held and not _is_word(typed[0])):
        return Found(typed)
    found = _near(typed[0], held, lexicon) if _is_word(typed[0]) else _compound(typed[0], lexicon)
    if not found.near:
        return Found(typed)
    return found._replace(forms=typed + found.forms) if held else found


def meant(term: Text, lexicon: Lexicon) -> tuple[str, ...]:
    """Words near to one that papers do hold: what may have been meant instead, the commonest first."""
    typed = forms(term)
    if term.how not in (How.WORD, How.PREFIX) or not typed or not _is_word(typed[0]):
        return ()
    own = {form.words for form in typed}
    return tuple(word for word, _ in _one_edit(typed[0].words[0], lexicon) if (word,) not in own)[:CHOICES]


def correction(term: Text, found: Found) -> Correction:
    return Correction(term.value, ", ".join(found.near), term.start, term.end, found.papers)


@lru_cache(maxsize=512)
def plurals(word: str) -> tuple[str, ...]:
    """The word, and the plural or singular that it may be found as."""
    if len(word) < SHORTEST or not word.isalpha() or not word.isascii():
        return (word,)
    if word.endswith("ies"):
        return word, word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word, word[:-2], word[:-1]
    if word.endswith("s"):
        return (word,) if word.endswith(("ss", "us", "is")) else (word, word[:-1])
    if word.endswith(("x", "z", "ch", "sh")):
        return word, word + "es"
    return word, word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s"


def edits(word: str) -> Iterator[str]:
    """All that differs from a word by one letter too many, too few or wrong, or by two that changed places."""
    letters = _alphabet(word)
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]


def _alphabet(word: str) -> str:
    """The letters that may have been meant: Latin ones, and for other scripts those near the word's own."""
    if word.isascii():
        return "abcdefghijklmnopqrstuvwxyz"
    near = {chr(code) for letter in word for code in range(ord(letter) & ~63, (ord(letter) | 63) + 1)}
    return "".join(sorted(letter for letter in near if letter.isalpha() and letter == letter.casefold()))


def _is_word(form: Form) -> bool:
    return len(form.words) == 1 and len(form.words[0]) >= SHORTEST and form.words[0].isalpha()


def _near(form: Form, held: int, lexicon: Lexicon) -> Found:
    """What a word may stand for that `held` papers hold: nothing, unless the near word is far more common."""
    word = form.words[0]
    one = [each for each in _one_edit(word, lexicon) if each[1] >= held * COMMON]
    if held:
        return Found(()) if form.prefix else _whole(one)
    if form.prefix:
        return _whole(one) if one else _starts(lexicon.begun([e for e in edits(word) if len(e) >= SHORTEST]))
    begun = Form((word,), prefix=True)
    if (count := lexicon.papers(begun, MOST)) > (one[0][1] if one else 0):
        return Found((begun,), (f"{word}…",), count)
    return _whole(one) if one else _further(word, lexicon)


def _one_edit(word: str, lexicon: Lexicon) -> list[Near]:
    """Words one edit away, the likeliest first: the commonest, if the first letter is right."""
    near = [(each, lexicon.papers(Form((each,)), MOST)) for each in lexicon.known(set(edits(word)) - {word})]
    return sorted((n for n in near if n[1]), key=lambda n: (-n[1] * (1 if n[0][0] == word[0] else 0.2), n[0]))


def _whole(near: Sequence[Near]) -> Found:
    chosen = near[:CHOICES]
    forms = dict.fromkeys(Form((each,)) for word, _ in chosen for each in plurals(word))
    return Found(tuple(forms), tuple(word for word, _ in chosen), chosen[0][1] if chosen else 0)


def _starts(starts: Sequence[str]) -> Found:
    chosen = starts[:CHOICES]
    return Found(tuple(Form((each,), prefix=True) for each in chosen), tuple(f"{each}…" for each in chosen))


def _further(word: str, lexicon: Lexicon) -> Found:
    """What a word may stand for that is no edit of another one."""
    return next((found for way in (_split, _two_edits, _inside) if (found := way(word, lexicon)).near), Found(()))


def _split(word: str, lexicon: Lexicon) -> Found:
    """Two words that were written as one."""
    halves = [(word[:at], word[at:]) for at in range(2, len(word) - 1)]
    known = set(lexicon.known({half for pair in halves for half in pair}))
    pairs = [(pair, lexicon.papers(Form(pair), MOST)) for pair in halves if known.issuperset(pair)]
    best, count = max(pairs, key=lambda pair: pair[1], default=((), 0))
    return Found((Form(best),), (" ".join(best),), count) if count else Found(())


def _two_edits(word: str, lexicon: Lexicon) -> Found:
    if len(word) < TWO_EDITS:
        return Found(())
    for begin in (word[:2], ""):  # nearly all slips are behind the beginning, and few words share it
        if near := _similar(word, lexicon.alike(word, begin), NEAR, lexicon):
            return _whole(near)
    return Found(())


def _similar(word: str, words: Iterable[str], least: float, lexicon: Lexicon, most: int = FUZZY_WORDS) -> list[Near]:
    """The words most like `word` that some paper holds, the likest first, then the commonest."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(word, list(words), scorer=OSA.normalized_similarity, score_cutoff=least, limit=2 * most)
    near = [(each, score, lexicon.papers(Form((each,)), MOST)) for each, score, _ in found]
    ordered = sorted((n for n in near if n[2]), key=lambda n: (-round(n[1], 2), -n[2]))
    return [(each, count) for each, _, count in ordered[:most]]


def _inside(word: str, lexicon: Lexicon) -> Found:
    """Words that hold the word as a part."""
    words = lexicon.holding(word, PARTS)
    forms = tuple(Form((each,)) for each in words)
    return Found(forms, (f"…{word}…",), max(lexicon.papers(form, MOST) for form in forms)) if words else Found(())


def _compound(form: Form, lexicon: Lexicon) -> Found:
    """A compound, of which each part that nothing holds is replaced by the word nearest to it."""
    parts: list[str] = []
    for word in form.words:
        unknown = len(word) >= SHORTEST and not lexicon.papers(Form((word,)), 1)
        near = _one_edit(word, lexicon) if unknown else []
        parts.append(near[0][0] if near else word)
    mended = Form(tuple(parts), form.prefix)
    count = lexicon.papers(mended, MOST) if mended != form else 0
    return Found((mended,), ("-".join(parts),), count) if count else Found(())


def _fuzzy(typed: tuple[Form, ...], lexicon: Lexicon) -> Found:
    """A word and the words near to it."""
    word = typed[-1].words[-1]
    near = [each for each, _ in _similar(word, lexicon.alike(word, ""), FUZZY, lexicon)]
    return Found(typed + tuple(Form((each,)) for each in near if each != word))
