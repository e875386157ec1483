"""Whether two descriptions are of one paper: surely, likely, or not, and how much alike they are.

What counts, in this order: identifiers, the text of the abstract, the title with the year, the authors. Where these
speak against each other nothing is sure. The bounds are set by the pairs of the ACL Anthology that share a title or a
text (yearly overviews, system papers by one team) and by preprints whose abstract was edited.
"""

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from tracker.text.sketch import sketch, title_words, words

SURE_TEXT = 0.85  # words in common, in order, of the longer text
LIKELY_TEXT = 0.6
OTHER_TEXT = 0.3  # below it, two texts tell of different things
LIKELY_TITLE = 0.82
LIKELY_WORDS = 0.65  # words in common, in order, of the longer of two titles without a text to compare
LIKELY_TELLING = 0.6  # the same of their telling words
NAME = 3  # telling words of another name that can stand for a title; a system's name cannot
ENOUGH = 25  # words of a text that can tell of itself which paper it is
NO_DOI = re.compile(r"10\.48550/arxiv\.", re.I)  # arXiv gives each preprint a DOI besides the publisher's

_SMALL = frozenset(
    words(
        "a an and are as at be by can do does for from how in into is it its not of on or our that the their this to"
        " toward towards under via we what when where which who why with without der die das und le la les et de el y"
    )
)
# Titles made of these are those of many papers.
_GENERAL = frozenset(
    words(
        "abstract abstracts acknowledgement acknowledgements acknowledgments announcement appendix author authors back"
        " book books call chair chairs chapter closing comment commentary comments committee conclusion conclusions"
        " conference content contents correction corrections corrigendum cover demo demos discussion editor editorial"
        " editorials editors einleitung errata erratum foreword front general guest index international introduccion"
        " introduction introductory invited issue journal keynote letter letters matter memoriam message miscellaneous"
        " new news note notes obituary opening organizers overview page panel papers part poster posters preface"
        " prefazione proceedings program programme publisher remarks reply report response review reviews section"
        " session sessions special summary supplement supplementary symposium table talk talks title tutorial tutorials"
        " untitled volume vorwort welcome workshop"
    )
)
_NUMBERS = frozenset(
    words(
        "zero one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth"
        " seventh eighth ninth tenth eleventh twelfth i ii iii iv v vi vii viii ix x"
    )
)


class Band(IntEnum):
    """How sure it is. TWIN: nothing tells them apart, and nothing tells that they are one."""

    DIFFERENT = 0
    LIKELY = 1
    TWIN = 2
    SAME = 3


class Face(NamedTuple):
    """What is known of a paper, to compare it by."""

    titles: tuple[str, ...] = ()  # the title, then other names
    text: tuple[str, ...] = ()  # the folded words of the abstract
    authors: tuple[str, ...] = ()
    year: int | None = None
    ids: Mapping[str, str] = {}  # by kind: doi, arxiv_id, openreview_id
    place: tuple[str | None, ...] = ()  # venue, proceedings, pages, address


class Known(NamedTuple):
    """A paper's face, and the numbers of its sketch."""

    face: Face
    numbers: Sequence[int]


class Verdict(NamedTuple):
    """The answer; `score` from 0 to 1 says how much alike the two read."""

    band: Band
    score: float


class _Signs(NamedTuple):
    """What two faces have in common. None: one of them does not say."""

    shared_id: bool
    other_id: bool  # an identifier of one kind, with different values
    text: float | None
    title: float | None
    numbers: bool  # their titles hold the same numbers
    other_numbers: bool  # each title holds one that the other does not
    authors: float | None  # of the shorter list, how many are in the other
    gap: int | None  # years between


def face(
    titles: Sequence[str],
    abstract: str,
    authors: Sequence[str],
    year: int | None,
    ids: Mapping[str, str | None],
    place: Sequence[str | None],
) -> Face:
    """`titles`: the title, empty where there is none, then other names in any order."""
    names = [title for title in titles[:1] if title] + sorted({n for n in titles[1:] if telling(n) >= NAME})
    known = {kind: value.casefold() for kind, value in ids.items() if value}
    return Face(tuple(names), tuple(words(abstract)), tuple(authors), year, known, tuple(place))


def known(face: Face) -> Known:
    return Known(face, sketch(face.titles, face.text))


def compare(one: Face, other: Face, *, same_text: bool = False) -> Verdict:
    """`same_text`: their texts are known to be one, perhaps an older wording than the face shows."""
    text = 1.0 if same_text else _text(one.text, other.text)
    title = _title(one.titles, other.titles)
    score = max(text or 0.0, title or 0.0) if text is None else text
    score = max(score, (title or 0.0) * 0.5)
    if text is not None and text < LIKELY_TEXT and (title or 0.0) < LIKELY_TITLE and not (one.ids and other.ids):
        return Verdict(Band.DIFFERENT, round(score, 3))  # as of most pairs: the rest is not worth working out
    signs = _signs(one, other, text, title)
    band = _band(one, other, signs)
    return Verdict(band, 1.0 if signs.shared_id and band is Band.SAME else round(score, 3))


@lru_cache(maxsize=4096)  # each title is asked about several times
def telling(title: str) -> int:
    """How many words of a title tell of its subject: none in `Editorial` or `On this`."""
    return len(_telling(title))


def _telling(title: str) -> list[str]:
    return [word for word in title_words(title) if not (word in _SMALL or word in _GENERAL or word.isdigit())]


def _band(one: Face, other: Face, signs: _Signs) -> Band:
    strangers = signs.authors is not None and signs.authors == 0
    if signs.shared_id:
        return Band.LIKELY if strangers and (signs.title or 0) < 0.5 and (signs.text or 0) < LIKELY_TEXT else Band.SAME
    if _bare(one, other, signs):
        return Band.TWIN
    alike = _by_text(one, other, signs, strangers=strangers) or _by_title(one, other, signs, strangers=strangers)
    if alike is Band.SAME and (signs.other_id or not signs.numbers):
        return Band.LIKELY
    return alike or Band.DIFFERENT


def _by_text(one: Face, other: Face, signs: _Signs, *, strangers: bool) -> Band | None:
    if signs.text is None or signs.text < LIKELY_TEXT:
        return None
    enough = min(len(one.text), len(other.text)) >= ENOUGH
    if signs.text < SURE_TEXT:
        return Band.LIKELY if enough and signs.numbers and not strangers else None
    named = signs.title is not None
    if not enough:
        return Band.SAME if signs.text == 1 and (not named or signs.title == 1) and not strangers else None
    if not signs.numbers and (signs.gap or signs.other_id):
        return None  # this year's report is worded as last year's
    if named and (signs.title or 0) < 0.6 and (strangers or (signs.authors is None and signs.text < 0.9)):
        return Band.LIKELY
    if strangers or (signs.gap and signs.text < 0.9 and (signs.title or 0) < 1):
        return Band.LIKELY
    return Band.SAME


def _by_title(one: Face, other: Face, signs: _Signs, *, strangers: bool) -> Band | None:
    if signs.title is None or strangers or signs.other_numbers:
        return None
    close = signs.title >= LIKELY_TITLE
    if not (close and signs.numbers) and (signs.text is not None or not (close or _reworded(one.titles, other.titles))):
        return None
    words_of = min(max(map(telling, one.titles[:1])), max(map(telling, other.titles[:1])))
    apart = signs.text is not None and signs.text < OTHER_TEXT
    known = (signs.authors or 0) >= 0.5
    if signs.title < 1:
        unlike = signs.authors is not None and not known
        near = words_of > 2 and not apart and not unlike and (signs.gap or 0) <= 1 and not signs.other_id
        return (Band.SAME if known and (signs.text or 0) >= 0.5 else Band.LIKELY) if near else None
    if words_of == 0 or (signs.gap is None and words_of == 1 and not known):
        return None
    if signs.gap:
        return Band.LIKELY if signs.gap <= 2 and not apart else None
    return Band.LIKELY if apart and not known else Band.SAME


def _bare(one: Face, other: Face, signs: _Signs) -> bool:
    """Whether both say the same, and no word of it tells of a paper."""
    if one.text or other.text or signs.title != 1 or telling(one.titles[0]):
        return False
    return one.year == other.year and one.authors == other.authors and one.place == other.place and one.ids == other.ids


def _signs(one: Face, other: Face, text: float | None, title: float | None) -> _Signs:
    kinds = [kind for kind in one.ids if kind in other.ids]
    shared = any(one.ids[kind] == other.ids[kind] for kind in kinds)
    differing = any(one.ids[k] != other.ids[k] for k in kinds if not _preprint(one.ids[k], other.ids[k]))
    ours, theirs = _numbers(one.titles[:1]), _numbers(other.titles[:1])
    return _Signs(
        shared,
        differing and not shared,
        text,
        title,
        ours == theirs or not (one.titles and other.titles),
        bool(ours - theirs and theirs - ours),
        _authors(one.authors, other.authors),
        abs(one.year - other.year) if one.year is not None and other.year is not None else None,
    )


def _preprint(one: str, other: str) -> bool:
    return bool(NO_DOI.match(one)) != bool(NO_DOI.match(other))


def _text(one: Sequence[str], other: Sequence[str]) -> float | None:
    """Words in common, in their order; of a text that breaks off, of its own words."""
    from rapidfuzz.distance import LCSseq

    if not one or not other:
        return None
    if one == other:
        return 1.0
    common, shorter, longer = LCSseq.similarity(one, other), *sorted((len(one), len(other)))
    broken = common / shorter if shorter >= 2 * ENOUGH and one[:8] == other[:8] else 0.0
    return max(common / longer, broken * 0.95)


def _title(one: Sequence[str], other: Sequence[str]) -> float | None:
    """How much alike the two names are that are most alike."""
    from rapidfuzz import fuzz

    ones, others = ([" ".join(title_words(title)) for title in titles] for titles in (one, other))
    pairs = [(a, b) for a in ones for b in others if a and b]
    return max((1.0 if a == b else min(fuzz.ratio(a, b) / 100, 0.99) for a, b in pairs), default=None)


def _reworded(ones: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two titles are one with a word or two replaced, however long these are."""
    from rapidfuzz.distance import LCSseq

    for one, other in ((a, b) for a in ones for b in others):
        alike = LCSseq.normalized_similarity(title_words(one), title_words(other))
        told = (_telling(one), _telling(other))
        common = LCSseq.similarity(*told)
        if alike >= LIKELY_WORDS and common >= max(NAME, LIKELY_TELLING * max(map(len, told))):
            return True
    return False


def _numbers(titles: Sequence[str]) -> set[str]:
    return {w for title in titles for w in title_words(title) if w in _NUMBERS or not w.isalpha()}


def _authors(one: Sequence[str], other: Sequence[str]) -> float | None:
    if not one or not other:
        return None
    ones, others = set(map(_family, one)), set(map(_family, other))
    return len(ones & others) / min(len(ones), len(others))


def _family(name: str) -> str:
    """The family name: `García Márquez, G.` and `Gabriel García Márquez` end alike."""
    return (words(name.partition(",")[0]) or [""])[-1]
