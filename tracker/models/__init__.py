"""The tables. Schema and writes are SQLModel's; lists and searches read columns (see tracker.store)."""

from tracker.models.alike import Likeness, Sketch, Sketched
from tracker.models.annotations import Annotation, AnnotationTag, Ask, Comment, Kind, Unsent
from tracker.models.columns import Instant, now
from tracker.models.journal import Change, Meta, Step
from tracker.models.notes import Draft, Link, Note
from tracker.models.papers import (
    Collection,
    CollectionPaper,
    ImportBatch,
    MergedPaper,
    NotSame,
    Paper,
    PaperTag,
    Tag,
    TextVersion,
    TitleVariant,
)
from tracker.models.people import Person, Rule, SavedSearch
from tracker.models.reading import Liking, ReadingState, ReviewCard, Seen
from tracker.models.screening import Resolution, Round, RoundClaim, RoundPaper, RoundPerson, RoundReason, Vote
from tracker.models.vault import Vault, VaultPage

__all__ = [
    "Annotation",
    "AnnotationTag",
    "Ask",
    "Change",
    "Collection",
    "CollectionPaper",
    "Comment",
    "Draft",
    "ImportBatch",
    "Instant",
    "Kind",
    "Likeness",
    "Liking",
    "Link",
    "MergedPaper",
    "Meta",
    "NotSame",
    "Note",
    "Paper",
    "PaperTag",
    "Person",
    "ReadingState",
    "Resolution",
    "ReviewCard",
    "Round",
    "RoundClaim",
    "RoundPaper",
    "RoundPerson",
    "RoundReason",
    "Rule",
    "SavedSearch",
    "Seen",
    "Sketch",
    "Sketched",
    "Step",
    "Tag",
    "TextVersion",
    "TitleVariant",
    "Unsent",
    "Vault",
    "VaultPage",
    "Vote",
    "now",
]
