"""The places that bind keys, in the order of the key table."""

from __future__ import annotations

from collections.abc import Iterator

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from tracker.tui.keyed import KeyedApp
from tracker.tui.macro_keys import MacroApp
from tracker.tui.screens.agreement import AgreementScreen
from tracker.tui.screens.ask_file import FileInput
from tracker.tui.screens.base import TrackerScreen
from tracker.tui.screens.columns import ColumnsScreen, ColumnVerbs
from tracker.tui.screens.compare import CompareScreen
from tracker.tui.screens.compose import Compose
from tracker.tui.screens.differences import DifferencesScreen
from tracker.tui.screens.duplicates import DuplicatesScreen
from tracker.tui.screens.enriching import EnrichScreen
from tracker.tui.screens.filtering import Filtering
from tracker.tui.screens.history import HistoryScreen
from tracker.tui.screens.importing import ImportScreen
from tracker.tui.screens.kinds import KindsScreen
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.map import MapScreen
from tracker.tui.screens.merging import MergeScreen
from tracker.tui.screens.new_round import NewRound
from tracker.tui.screens.note import NoteScreen
from tracker.tui.screens.notes import NotesScreen
from tracker.tui.screens.over import Over
from tracker.tui.screens.reader import ReaderScreen
from tracker.tui.screens.review import ReviewScreen
from tracker.tui.screens.round_info import RoundInfo
from tracker.tui.screens.rounds import RoundsScreen
from tracker.tui.screens.rules import RulesScreen
from tracker.tui.screens.selecting import Selecting
from tracker.tui.screens.stats import StatsScreen
from tracker.tui.screens.sync import SyncScreen
from tracker.tui.screens.tags import TagPicker
from tracker.tui.screens.threads import ThreadsScreen
from tracker.tui.verbs.aids import ReadingAids
from tracker.tui.verbs.enriching import EnrichVerbs, FeedVerbs
from tracker.tui.verbs.going import GoVerbs
from tracker.tui.verbs.importing import ImportVerbs
from tracker.tui.verbs.marking import Marking
from tracker.tui.verbs.note import NoteAids
from tracker.tui.verbs.out import OutVerbs
from tracker.tui.verbs.paper import PaperScreen
from tracker.tui.verbs.queue import QueueVerbs
from tracker.tui.verbs.rounds import RoundVerbs
from tracker.tui.verbs.status import StatusVerbs
from tracker.tui.verbs.voting import VotingVerbs
from tracker.tui.verbs.words import WordVerbs
from tracker.tui.verbs.writings import WritingVerbs
from tracker.tui.widgets.annotated import AnnotatedText
from tracker.tui.widgets.figures import Figures
from tracker.tui.widgets.filter import FilterInput
from tracker.tui.widgets.lines import Lines
from tracker.tui.widgets.moving import Moving
from tracker.tui.widgets.nothing import NoMatch
from tracker.tui.widgets.papers import PaperList
from tracker.tui.widgets.rows import Rows
from tracker.tui.widgets.seeking import Seeking
from tracker.tui.widgets.side import SidePane

PLACES: tuple[tuple[str, type[DOMNode]], ...] = (
    ("everywhere", KeyedApp),
    ("everywhere", MacroApp),
    ("screens", TrackerScreen),
    ("list", PaperList),
    ("Library", LibraryScreen),
    ("Library", Filtering),
    ("Library", Selecting),
    ("Library", GoVerbs),
    ("Library", RoundVerbs),
    ("papers", PaperScreen),
    ("papers", StatusVerbs),
    ("papers", QueueVerbs),
    ("papers", WordVerbs),
    ("papers", OutVerbs),
    ("papers", EnrichVerbs),
    ("Library", FeedVerbs),
    ("Library", ImportVerbs),
    ("filter", FilterInput),
    ("no match", NoMatch),
    ("left pane", SidePane),
    ("Reader", ReaderScreen),
    ("Reader", AnnotatedText),
    ("Reader", Moving),
    ("Reader", Seeking),
    ("Reader", ReadingAids),
    ("Reader", Marking),
    ("threads", ThreadsScreen),
    ("kinds", KindsScreen),
    ("differences", DifferencesScreen),
    ("comment", Compose),
    ("note", NoteScreen),
    ("note", NoteAids),
    ("questions", Over),
    ("tags", TagPicker),
    ("History", HistoryScreen),
    ("lists", Rows),
    ("lists", Lines),
    ("Notes & tags", NotesScreen),
    ("Notes & tags", WritingVerbs),
    ("Sync", SyncScreen),
    ("Triage", VotingVerbs),
    ("Agreement", AgreementScreen),
    ("Rounds", RoundsScreen),
    ("Round", RoundInfo),
    ("new round", NewRound),
    ("look up", EnrichScreen),
    ("Import", ColumnVerbs),
    ("columns", ColumnsScreen),
    ("Stats", StatsScreen),
    ("Stats", Figures),
    ("Compare", CompareScreen),
    ("Map", MapScreen),
    ("Review", ReviewScreen),
    ("Rules", RulesScreen),
    ("Import", ImportScreen),
    ("file", FileInput),
    ("Duplicates", DuplicatesScreen),
    ("Merge", MergeScreen),
)

# The widgets that have the focus on a screen, and see its keys first.
FOCUSED: dict[type[DOMNode], tuple[type[DOMNode], ...]] = {
    LibraryScreen: (PaperList, SidePane),
    ReaderScreen: (AnnotatedText,),
    NotesScreen: (Rows,),
    SyncScreen: (Rows,),
    StatsScreen: (Figures,),
    MapScreen: (Figures,),
}


def together() -> Iterator[list[Binding]]:
    """The bindings that are at hand at the same time, once for each screen and what has the focus on it."""
    for screen in {kind for _, kind in PLACES if issubclass(kind, Screen)}:
        for widget in FOCUSED.get(screen, (Lines if screen.AUTO_FOCUS == "Lines" else Screen,)):
            yield [*bindings(widget), *bindings(screen), *bindings(KeyedApp)]


def bindings(kind: type[DOMNode]) -> list[Binding]:
    """What a class binds, key by key; what it says itself stands in place of what it inherits."""
    keys: dict[str, Binding] = {}
    for part in reversed(kind.__mro__):
        keys |= {one.key: one for one in Binding.make_bindings(part.__dict__.get("BINDINGS", ()))}
    return list(keys.values())
