"""How certain it is that two records are of one paper: by ids, by abstract, by title with authors and year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from tracker.formats.fields import family_first
from tracker.formats.record import Record
from tracker.services.line import Words
from tracker.text.fold import fold
from tracker.text.render import plain

SURE = 0.9  # from here on it is the same paper
WORTH_SAYING = 0.6  # from here on a person should look
ENOUGH = 25  # words of an abstract that can tell
TELLING = 5  # words of a title that hardly two papers have in common
OPENING = 9  # words of an abstract to look for
ARXIVS_DOI = "10.48550/"
NUMBER = re.compile(r"\b(?:\d+|i{1,3}|iv|vi{0,3}|ix)\b")


class Match(NamedTuple):
    """A record of a service and how certain it is that it is the paper, from 0 to 1."""

    record: Record
    certainty: float


def certainty(known: Record, other: Record) -> float:
    """From 0 to 1. An id that both have counts most, unless title and text say otherwise."""
    title, text = _titles(known, other), _texts(known.abstract, other.abstract)
    if same_id(known, other):
        doubtful = title is not None and title < 0.5 and (text is None or text < 0.5)
        return 0.6 if doubtful else 1.0
    told = _told(known, other, title, text)
    return min(told, 0.75) if _other_ids(known, other) else told


def judged(known: Record, candidates: Iterable[Record]) -> tuple[Match | None, bool]:
    """The likeliest of some candidates, and whether it is certain; two papers that could both be it are not."""
    found = sorted((Match(one, certainty(known, one)) for one in candidates), key=lambda m: -m.certainty)
    if not found or found[0].certainty < WORTH_SAYING:
        return None, False
    best = found[0]
    rivals = [one for one in found[1:] if one.certainty >= SURE and one.certainty > best.certainty - 0.05]
    apart = any(_people(best.record.authors, rival.record.authors) == 0 for rival in rivals)
    return best, best.certainty >= SURE and (not apart or best.certainty == 1.0)


def same_id(known: Record, other: Record) -> bool:
    names = ("doi", "arxiv_id", "openreview_id")
    return any((a := getattr(known, n)) and (b := getattr(other, n)) and a.lower() == b.lower() for n in names) or any(
        doi and id and doi.lower() == f"{ARXIVS_DOI}arxiv.{id}".lower()
        for doi, id in ((known.doi, other.arxiv_id), (other.doi, known.arxiv_id))
    )


def _other_ids(known: Record, other: Record) -> bool:
    """Whether both have an id of one kind and these differ; a preprint's DOI says nothing of the journal's."""
    for name in ("doi", "arxiv_id", "openreview_id"):
        a, b = getattr(known, name), getattr(other, name)
        if a and b and a.lower() != b.lower() and not {a[:9], b[:9]} & {ARXIVS_DOI}:
            return True
    return False


def _told(known: Record, other: Record, title: float | None, text: float | None) -> float:
    people = _people(known.authors, other.authors)
    if text is not None and text >= 0.7:
        told = 0.75 + 0.25 * text
    elif title is None:
        return 0.0
    else:
        told = _by_title(known, title, people, _years(known, other))
        if text is not None and text < 0.3:  # one title and two texts: another version, or another paper
            told = min(told, 0.8 if people else 0.5)
    return told * 0.6 if people == 0 else told


def _by_title(known: Record, title: float, people: float | None, years: int | None) -> float:
    if people:
        told = 0.97 if title >= 0.95 else 0.88 if title >= 0.85 else title * 0.7
    else:
        telling = len(fold(known.title or "").split()) >= TELLING
        told = (0.9 if telling else 0.75) if title >= 0.97 else title * 0.7
        told += 0.05 if years is not None and years <= 1 and telling and title >= 0.97 else 0.0
    return told - (0.15 if years is not None and years > 3 else 0.0)


def _titles(known: Record, other: Record) -> float | None:
    """How alike the nearest two titles are; None where one has none. Other numbers make it another paper."""
    mine = [fold(plain(one)) for one in (known.title, *known.title_variants) if one]
    theirs = [fold(plain(one)) for one in (other.title, *other.title_variants) if one]
    return max((_alike(a, b) for a in mine for b in theirs), default=None)


def _alike(a: str, b: str) -> float:
    if NUMBER.findall(a) != NUMBER.findall(b):
        return min(0.8, fuzz.ratio(a, b) / 100)
    return fuzz.ratio(a, b) / 100


def _texts(a: str | None, b: str | None) -> float | None:
    """How many words two abstracts have in common, in order; a cut one is compared as far as it goes."""
    mine, theirs = fold(a or "").split(), fold(b or "").split()
    shorter = min(len(mine), len(theirs))
    if shorter < ENOUGH:
        return None
    cut = slice(0, shorter + shorter // 10)
    whole = Indel.normalized_similarity(mine, theirs)
    return max(whole, Indel.normalized_similarity(mine[cut], theirs[cut])) if shorter >= 2 * ENOUGH else whole


def _people(a: Sequence[str], b: Sequence[str]) -> float | None:
    """The share of the shorter list of authors that the other has too; None where one is empty."""
    mine, theirs = ({fold(family_first(name)[0]) for name in names} for names in (a, b))
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else None


def _years(known: Record, other: Record) -> int | None:
    return abs(known.year - other.year) if known.year and other.year else None


def words(known: Record) -> Words:
    """What to look for: plain words, no sign that a query language could trip over."""
    text = plain(known.abstract or "")[:600] if not known.title else ""
    author = family_first(known.authors[0])[0] if known.authors else ""
    return Words(_bare(plain(known.title or "")), _opening(text), _bare(author))


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s'’.+-]|(?<!\w)[-.+']|[-.+'](?!\w)", " ", text).split())


def _opening(text: str) -> str:
    """The longest run of ordinary words in the first sentences, of nine at most."""
    runs = [part.split()[:OPENING] for part in re.split(r"[^\w\s'’-]|[\d_]\S*", text.rpartition(" ")[0])]
    longest: list[str] = max(runs, key=lambda run: len(run), default=[])
    return " ".join(longest)
