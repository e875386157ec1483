"""The one door: a library opened by a person."""

from __future__ import annotations

from tracker.library.completing import Completing
from tracker.library.definitions import Definitions
from tracker.library.exporting.digests import Digests
from tracker.library.headings import Headings
from tracker.library.history import History
from tracker.library.importing.enriching import Enriching
from tracker.library.importing.feeds import Feeds
from tracker.library.likeness import Likeness
from tracker.library.liking import Liking
from tracker.library.maintenance import Maintenance
from tracker.library.marks.unsent import Unsent
from tracker.library.merging.against import Against
from tracker.library.merging.merging import Merging
from tracker.library.notes.link_targets import Linking
from tracker.library.opening import Opening
from tracker.library.review import Review
from tracker.library.rounds.exports import RoundExports
from tracker.library.rules import Rules
from tracker.library.saved import SavedSearches
from tracker.library.stats.stats import Statistics
from tracker.library.team import Team
from tracker.library.vaults.vaults import Vaults
from tracker.library.wordings import Wordings
from tracker.library.writings import Writings


class Library(
    Digests,
    RoundExports,
    Statistics,
    Likeness,
    Liking,
    Rules,
    Review,
    Completing,
    Definitions,
    Headings,
    Feeds,
    Vaults,
    Against,
    Merging,
    Linking,
    Enriching,
    Unsent,
    Wordings,
    Writings,
    SavedSearches,
    History,
    Maintenance,
    Team,
    Opening,
):
    """What a person can ask of a library and do to it. Every method may be called from any thread."""
