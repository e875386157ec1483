"""Near words, where no paper holds the word that was typed. Pure but for the lexicon: alike for every engine."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tracker.query.tree import How, Text
from tracker.store.search.forms import Form, Lexicon, forms, plurals
from tracker.store.search.hits import Correction

SHORTEST = 4  # letters of a word that is corrected
MEANT = 3  # letters of a word that may have been meant as another
TWO_EDITS = 8  # letters from which two edits are forgiven
APART = 3  # letters of each of two words that may be written as one
RARE = 2  # papers: a word in no more of them may be a slip of their authors …
COMMON = 20  # … if a near word is in so many times as many
SETTLED = 10_000  # papers: a word in so many is not looked for as two
CHOICES = 3  # near words that are looked for together
NEAR = 0.75  # similarity from which a word with two edits is taken
FUZZY, FUZZY_WORDS = 0.70, 8  # for ~word: from which similarity, and how many words
PARTS = 20  # words that hold a part of a word

Near = tuple[str, int]  # a word and how many papers hold it


class Found(NamedTuple):
    """The forms to look for; with the near words that stand for the typed one, if any do, and papers that hold them."""

    forms: tuple[Form, ...] = ()
    near: tuple[str, ...] = ()
    papers: int = 0


def warm() -> None:
    """Import what near words are measured with, while no clock is running: it takes longer than finding them."""
    from rapidfuzz import process  # noqa: F401
    from rapidfuzz.distance import OSA  # noqa: F401


def forgiving(term: Text, lexicon: Lexicon) -> Found:
    """The forms of a term; where no paper holds them, those of the nearest words."""
    typed = forms(term)
    if not typed or term.how not in (How.WORD, How.PREFIX, How.FUZZY):
        return Found(typed)
    if term.how is How.FUZZY:
        return _fuzzy(typed, lexicon)
    held = max(lexicon.papers(form, RARE + 1) for form in typed)
    if not is_word(typed[0]):
        return Found(typed) if held else _compound(typed, lexicon)
    near = _near(typed[0], held, lexicon) if held <= RARE else Found()
    if not held:
        return near if near.near else Found(typed)
    return near._replace(forms=(*typed, *_apart(typed[0], lexicon), *near.forms))


def meant(term: Text, lexicon: Lexicon) -> list[str]:
    """Words that may have been meant instead of one that papers do hold, the likeliest first."""
    typed = forms(term)
    word = typed[0].words[0] if typed and len(typed[0].words) == 1 else ""
    if term.how not in (How.WORD, How.PREFIX) or len(word) < MEANT or not word.isalpha():
        return []
    own = {form.words[0] for form in typed}
    return [near for near, _ in _one_edit(word, lexicon) if near not in own]


def correction(term: Text, found: Found) -> Correction:
    return Correction(term.value, ", ".join(found.near), term.start, term.end, found.papers)


def is_word(form: Form) -> bool:
    """Whether a form is one word that may be corrected."""
    return len(form.words) == 1 and len(form.words[0]) >= SHORTEST and form.words[0].isalpha()


def whole(near: Sequence[Near], most: int = CHOICES) -> Found:
    """What stands for a word: the first of some near words."""
    chosen = near[:most]
    found = dict.fromkeys(Form((each,)) for word, _ in chosen for each in plurals(word))
    return (
        Found(tuple(found), tuple(word for word, _ in chosen), max(papers for _, papers in chosen))
        if chosen
        else Found()
    )


@lru_cache(maxsize=64)  # a word is looked for again with each key, and anew after each write
def edits(word: str) -> frozenset[str]:
    """All that differs from a word by one letter too many, too few or wrong, or by two that changed places; and the
    word itself."""
    letters = _alphabet(word)
    made: set[str] = set()
    for at in range(len(word) + 1):
        before, after, rest = word[:at], word[at:], word[at + 1 :]
        for letter in letters:
            made.add(f"{before}{letter}{after}")
            made.add(f"{before}{letter}{rest}")
        made.add(before + rest)
        made.add(before + rest[:1] + after[:1] + rest[1:])
    return frozenset(made)


def _alphabet(word: str) -> str:
    """The letters that may have been meant: Latin ones, and for other scripts those near the word's own."""
    if word.isascii():
        return "abcdefghijklmnopqrstuvwxyz"
    near = {chr(code) for letter in word for code in range(ord(letter) & ~63, (ord(letter) | 63) + 1)}
    return "".join(sorted(letter for letter in near if letter.isalpha() and letter == letter.casefold()))


def _near(form: Form, held: int, lexicon: Lexicon) -> Found:
    """What a word may stand for that `held` papers hold: nothing, unless the near word is far more common."""
    word = form.words[0]
    if held:
        one = [] if form.prefix else _one_edit(word, lexicon)
        return whole([each for each in one if each[1] >= held * COMMON])
    if form.prefix:
        near = _one_edit(word, lexicon)
        return whole(near) if near else _starts(lexicon.begun({e for e in edits(word) if len(e) >= SHORTEST}))
    ways = whole(_one_edit(word, lexicon)), _begun(word, lexicon), _split(word, lexicon)
    likely = max(ways, key=lambda found: found.papers)
    if likely.papers <= RARE and len(word) >= TWO_EDITS and not any(len(form.words) > 1 for form in likely.forms):
        two = whole([each for each in _two_edits(word, lexicon) if each[1] >= likely.papers * COMMON])
        likely = Found(likely.forms + two.forms, likely.near + two.near, max(likely.papers, two.papers))
    return likely if likely.near else _inside(word, lexicon)


def _one_edit(word: str, lexicon: Lexicon) -> list[Near]:
    """Words one edit away, the likeliest first."""
    near = [(each, lexicon.reckoned(Form((each,)))) for each in lexicon.known(edits(word) - {word})]
    return sorted((n for n in near if n[1]), key=lambda n: (-n[1] * _likelihood(word, n[0]), n[0]))


def _likelihood(typed: str, word: str) -> float:
    """How much likelier than others a slip is that turned two letters, or that left the first one right."""
    return (3.0 if sorted(typed) == sorted(word) else 1.0) * (1.0 if typed[0] == word[0] else 0.2)


def _begun(word: str, lexicon: Lexicon) -> Found:
    begun = Form((word,), prefix=True)
    count = lexicon.reckoned(begun)
    return Found((begun,), (f"{word}…",), count) if count else Found()


def _starts(starts: Sequence[str]) -> Found:
    chosen = starts[:CHOICES]
    return Found(tuple(Form((each,), prefix=True) for each in chosen), tuple(f"{each}…" for each in chosen))


def _split(word: str, lexicon: Lexicon, least: int = 1) -> Found:
    """Two words that were written as one, if so many papers hold them side by side."""
    halves = [(word[:at], word[at:]) for at in range(APART, len(word) - APART + 1)]
    known = set(lexicon.known({half for pair in halves for half in pair})) if halves else set()
    pairs = [pair for pair in halves if known.issuperset(pair)]
    most = {pair: min(lexicon.reckoned(Form((half,))) for half in pair) for pair in pairs}
    found = Found()
    for pair in sorted(pairs, key=lambda pair: -most[pair]):
        if most[pair] < max(least, found.papers + 1):  # it takes long to find that words stand nowhere side by side
            break
        if (papers := lexicon.reckoned(Form(pair))) >= max(least, found.papers + 1):
            found = Found((Form(pair),), (" ".join(pair),), papers)
    return found


def _apart(form: Form, lexicon: Lexicon) -> tuple[Form, ...]:
    """A known word as two, if so it is at least as common: selfattention, but not overall."""
    if form.prefix or (papers := lexicon.reckoned(form)) >= SETTLED:
        return ()
    return _split(form.words[0], lexicon, papers).forms


def _two_edits(word: str, lexicon: Lexicon) -> list[Near]:
    # Nearly all slips are behind the beginning, and few words share it.
    near = _similar(word, lexicon.beginning(word[:2]), NEAR, lexicon)
    return near or _similar(word, lexicon.alike(word), NEAR, lexicon)


def _similar(word: str, words: Iterable[str], least: float, lexicon: Lexicon) -> list[Near]:
    """The words most like `word` that some paper holds, the likest first, then the commonest."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = 2 * FUZZY_WORDS
    found = process.extract(word, list(words), scorer=OSA.normalized_similarity, score_cutoff=least, limit=most)
    near = [(each, score, lexicon.reckoned(Form((each,)))) for each, score, _ in found]
    ordered = sorted((n for n in near if n[2]), key=lambda n: (-round(n[1], 2), -n[2]))
    return [(each, count) for each, _, count in ordered[:FUZZY_WORDS]]


def _inside(word: str, lexicon: Lexicon) -> Found:
    """Words that hold the word as a part, if any paper holds one of them still."""
    found = tuple(Form((each,)) for each in lexicon.holding(word, PARTS))
    count = max(map(lexicon.reckoned, found), default=0)
    return Found(found, (f"…{word}…",), count) if count else Found()


def _compound(typed: tuple[Form, ...], lexicon: Lexicon) -> Found:
    """A compound, of which each part that nothing holds is replaced by the word nearest to it."""
    form = typed[0]
    mended = Form(tuple(_mended(word, lexicon) for word in form.words), form.prefix)
    count = lexicon.reckoned(mended) if mended != form else 0
    return Found((mended,), ("-".join(mended.words),), count) if count else Found(typed)


def _mended(word: str, lexicon: Lexicon) -> str:
    unknown = len(word) >= SHORTEST and not lexicon.papers(Form((word,)), 1)
    near = _one_edit(word, lexicon) if unknown else []
    return near[0][0] if near else word


def _fuzzy(typed: tuple[Form, ...], lexicon: Lexicon) -> Found:
    """A word and the words near to it."""
    word = typed[-1].words[-1]
    near = [each for each, _ in _similar(word, lexicon.alike(word), FUZZY, lexicon)]
    return Found(typed + tuple(Form((each,)) for each in near if each != word))
