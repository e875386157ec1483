"""How sure it is that two descriptions are of one paper, by what they have in common.

What counts, in this order: identifiers, the text of the abstract, the title with the year, the authors. Where these
speak against each other nothing is sure. The bounds are set by the pairs of the ACL Anthology that share a title or a
text (yearly overviews, system papers by one team) and by preprints whose abstract was edited.
"""

from enum import IntEnum
from typing import NamedTuple

SURE_TEXT = 0.85  # words in common, in order, of the longer text
SAME_TEXT = 0.9  # so much alike that a title or a year may differ
LIKELY_TEXT = 0.6
OTHER_TEXT = 0.3  # below it, two texts tell of different things
LIKELY_TITLE = 0.82
OTHER_TITLE = 0.6  # below it, two titles are of different papers


class Band(IntEnum):
    """How sure it is. TWIN: nothing tells them apart, and nothing tells that they are one."""

    DIFFERENT = 0
    LIKELY = 1
    TWIN = 2
    SAME = 3


class Signs(NamedTuple):
    """What two descriptions have in common. None: one of them does not say."""

    shared_id: bool
    other_id: bool  # an identifier of one kind, with different values
    text: float | None  # how much alike, from 0 to 1
    long: bool  # both texts have words enough to tell of themselves which paper they are of
    title: float | None
    telling: int  # words that tell of a subject, in the title that has fewer
    reworded: bool  # the titles are one with a word or two replaced
    numbers: bool  # their titles hold the same numbers
    other_numbers: bool  # each title holds one that the other does not
    authors: float | None  # of the shorter list, how many are in the other
    gap: int | None  # years between
    bare: bool  # there is no text and no word that tells of a subject, and all else is the same

    @property
    def strangers(self) -> bool:
        return self.authors == 0

    @property
    def acquainted(self) -> bool:
        return self.authors is not None and self.authors >= 0.5

    @property
    def texts_differ(self) -> bool:
        return self.text is not None and self.text < OTHER_TEXT

    @property
    def titles_differ(self) -> bool:
        return self.title is not None and self.title < OTHER_TITLE


def band(signs: Signs) -> Band:
    """What all signs together say."""
    if signs.shared_id:
        return Band.LIKELY if _denies_its_id(signs) else Band.SAME
    if signs.bare and signs.title == 1:
        return Band.TWIN
    alike = _by_text(signs) or _by_title(signs) or Band.DIFFERENT
    unsure = signs.other_id or not signs.numbers
    return Band.LIKELY if alike is Band.SAME and unsure else alike


def _denies_its_id(signs: Signs) -> bool:
    """Whether all else says that an identifier which both have stands in one of them by mistake."""
    return signs.strangers and (signs.title or 0) < 0.5 and (signs.text or 0) < LIKELY_TEXT


def _by_text(signs: Signs) -> Band | None:
    if signs.text is None or signs.text < LIKELY_TEXT:
        return None
    if not signs.long:
        return Band.SAME if signs.text == 1 and signs.title in (None, 1) and not signs.strangers else None
    if signs.text < SURE_TEXT:
        return Band.LIKELY if signs.numbers and not signs.strangers else None
    if not signs.numbers and (signs.gap or signs.other_id):
        return None  # this year's report is worded as last year's
    if signs.strangers:
        return Band.LIKELY
    if signs.text < SAME_TEXT and signs.titles_differ and signs.authors is None:
        return Band.LIKELY
    if signs.text < SAME_TEXT and signs.gap and (signs.title or 0) < 1:
        return Band.LIKELY
    return Band.SAME


def _by_title(signs: Signs) -> Band | None:
    if signs.title is None or signs.strangers or signs.other_numbers:
        return None
    close = signs.title >= LIKELY_TITLE
    # With no text to go by, other numbers and other words are forgiven.
    alike = (close and signs.numbers) if signs.text is not None else (close or signs.reworded)
    if not alike:
        return None
    return _by_equal_title(signs) if signs.title == 1 else _by_near_title(signs)


def _by_equal_title(signs: Signs) -> Band | None:
    if signs.telling == 0:
        return None  # `Editorial`
    if signs.telling == 1 and signs.gap is None and not signs.acquainted:
        return None
    if signs.gap:
        return Band.LIKELY if signs.gap <= 2 and not signs.texts_differ else None
    return Band.LIKELY if signs.texts_differ and not signs.acquainted else Band.SAME


def _by_near_title(signs: Signs) -> Band | None:
    others = signs.authors is not None and not signs.acquainted
    if signs.telling <= 2 or signs.texts_differ or others or signs.other_id or (signs.gap or 0) > 1:
        return None
    return Band.SAME if signs.acquainted and (signs.text or 0) >= 0.5 else Band.LIKELY
