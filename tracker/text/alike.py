"""Whether two descriptions are of one paper, and how much alike they are: what is compared, and what of it is alike."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tracker.text import titles
from tracker.text.bands import LIKELY_TEXT, LIKELY_TITLE, Band, Signs, band
from tracker.text.sketch import sketch, words
from tracker.text.titles import NAME, telling

ENOUGH = 25  # words of a text that can tell of itself which paper it is
NO_DOI = re.compile(r"10\.48550/arxiv\.", re.I)  # arXiv gives each preprint a DOI besides the publisher's


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
    if one == other and len(one.text) >= ENOUGH:
        return Verdict(Band.SAME, 1.0)
    text = 1.0 if same_text else _text(one.text, other.text)
    title = titles.likeness(one.titles, other.titles)
    score = max(text or 0.0, title or 0.0) if text is None else text
    score = max(score, (title or 0.0) * 0.5)
    if text is not None and text < LIKELY_TEXT and (title or 0.0) < LIKELY_TITLE and not (one.ids and other.ids):
        return Verdict(Band.DIFFERENT, round(score, 3))  # as of most pairs: the rest is not worth working out
    signs = _signs(one, other, text, title)
    found = band(signs)
    return Verdict(found, 1.0 if signs.shared_id and found is Band.SAME else round(score, 3))


def _signs(one: Face, other: Face, text: float | None, title: float | None) -> Signs:
    kinds = [kind for kind in one.ids if kind in other.ids]
    shared = any(one.ids[kind] == other.ids[kind] for kind in kinds)
    differing = any(one.ids[k] != other.ids[k] for k in kinds if not _preprint(one.ids[k], other.ids[k]))
    both = one.titles[:1] + other.titles[:1] if one.titles and other.titles else ()
    ours, theirs = map(titles.numbers, both) if both else (set(), set())
    near = title is not None and title < LIKELY_TITLE
    return Signs(
        shared_id=shared,
        other_id=differing and not shared,
        text=text,
        long=min(len(one.text), len(other.text)) >= ENOUGH,
        title=title,
        telling=min(map(telling, both), default=0),
        reworded=text is None and near and titles.reworded(one.titles, other.titles),
        numbers=ours == theirs,
        other_numbers=bool(ours - theirs and theirs - ours),
        authors=_authors(one.authors, other.authors),
        gap=abs(one.year - other.year) if one.year is not None and other.year is not None else None,
        bare=not (one.text or other.text or any(map(telling, both))) and _beside_titles(one) == _beside_titles(other),
    )


def _beside_titles(face: Face) -> tuple[object, ...]:
    return face.year, face.authors, face.place, face.ids


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


def _authors(one: Sequence[str], other: Sequence[str]) -> float | None:
    if not one or not other:
        return None
    ones, others = set(map(_family, one)), set(map(_family, other))
    return len(ones & others) / min(len(ones), len(others))


def _family(name: str) -> str:
    """The family name: `García Márquez, G.` and `Gabriel García Márquez` end alike."""
    return (words(name.partition(",")[0]) or [""])[-1]
