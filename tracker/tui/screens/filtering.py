"""The filter of the Library: typed, taken from a saved search, shortened, completed, explained, kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from tracker.tui.keys import bind
from tracker.tui.screens.finding import FindingScreen
from tracker.tui.terms import terms, without, without_last
from tracker.tui.widgets.filter import FilterInput, offer
from tracker.tui.widgets.nothing import NoMatch
from tracker.tui.widgets.side import SidePane

if TYPE_CHECKING:
    from tracker.library.values import Found
    from tracker.query.complete import Completion

SORTS = (
    ("a", "-added", "newest first"),
    ("t", "title", "title"),
    ("y", "-year", "year"),
    ("p", "-priority", "priority"),
    ("n", "next", "next up"),
    ("c", "-changed", "changed last"),
    ("r", "random", "chance"),
)


WITHOUT_PAPERS = ("nomatch.mend", "nomatch.drop.1", "find", "filter.shorten", "back")


class Filtering(FindingScreen):
    """A screen with a filter line; its text is the whole truth about what is shown."""

    completed: str | None = None  # the query that completion made, with what else could stand there still told

    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "/", "filter", "filter", id="find", section="find", show=True, tip="filter: words, #tag, status:later, -not"
        ),
        bind("\\", "drop_last", "drop the last term", id="filter.shorten", section="find"),
        bind(
            "F", "keep_filter", "save the filter", id="filter.save", section="find", tip="save the filter as a search"
        ),
        bind(
            "ctrl+t",
            "as_typed",
            "as typed",
            id="filter.exact",
            section="find",
            show=True,
            tip="look for the words as they were typed, without a correction",
        ),
        bind(
            "ctrl+o",
            "take_offer",
            "take it",
            id="filter.offer",
            section="find",
            show=True,
            tip="take what is offered instead of what was typed",
        ),
        *(
            bind(str(n), f"saved_search({n})", "saved search", id=f"label.{n}", section="find", tip=f"saved search {n}")
            for n in range(1, 10)
        ),
        *(
            bind(f"S>{key}", f"sort('{sort}')", label, id=f"sort.{sort.strip('-')}", section="find")
            for key, sort, label in SORTS
        ),
        bind("S>S", "sort('')", "as found", id="sort.none", section="find"),
    ]

    last_query = ""
    found: Found | None = None  # the answer to the filter

    @property
    def entry(self) -> FilterInput:
        return self.query_one("#filter", FilterInput)

    @property
    def told_keys(self) -> Sequence[str]:
        """Where no paper is shown, the footer names what brings papers back."""
        return WITHOUT_PAPERS if self.query("NoMatch") and not self.entry.has_focus else ()

    @property
    def query_text(self) -> str:
        return self.entry.value

    def look_for(self, query: str) -> None:
        """Show what this query finds; what was shown before stays behind `g .` and ↑."""
        if query != self.query_text:
            self.last_query = self.query_text
            self.entry.remember()
            self.entry.value = query
            self.entry.cursor_position = len(query)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A correction can be taken back where there is one, and an offer be taken."""
        if action == "as_typed":
            return bool(self.found and self.found.corrections)
        if action == "take_offer":
            return bool(self.found and offer(self.found))
        return super().check_action(action, parameters)

    def answered(self, found: Found) -> None:
        """Keep what was found, for the keys that take it further."""
        before, self.found = self.found, found
        if before is None or _helped(before) != _helped(found):
            self.refresh_bindings()

    def action_as_typed(self) -> None:
        from tracker.query.edit import as_typed

        if self.found:
            self.look_for(as_typed(self.query_text, [(c.start, c.end) for c in self.found.corrections]))

    def action_take_offer(self) -> None:
        from tracker.query.edit import apply_fix

        if self.found and (problem := offer(self.found)):
            self.look_for(apply_fix(self.query_text, problem))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.find(event.value, typing=self.entry.has_focus)

    def action_filter(self) -> None:
        self.set_focus(self.entry)

    def action_drop_last(self) -> None:
        self.look_for(without_last(self.query_text))

    def action_saved_search(self, digit: int) -> None:
        for search in self.library.saved():
            if search.digit == digit:
                self.look_for(search.query)
                return
        self.say(f"no saved search has the key {digit} — F saves the filter", "$muted")

    def action_sort(self, sort: str) -> None:
        text = self.query_text
        for span in reversed(terms(text)):
            if text[slice(*span)].startswith("sort:"):
                text = without(text, span)
        self.look_for(f"{text} sort:{sort}".strip() if sort else text)

    def action_keep_filter(self) -> None:
        query = self.query_text.strip()
        if query:
            self.ask(
                "save the filter as", lambda name: self._keep(name, query), hint="a name; a digit in front is its key"
            )
        else:
            self.say("there is no filter to save — / begins one", "$muted")

    def _keep(self, name: str, query: str) -> None:
        first, _, rest = name.partition(" ")
        digit = int(first) if len(first) == 1 and first in "123456789" and rest else None
        self.attempt(lambda: self.library.save_search(rest if digit else name, query, digit=digit))

    # What the filter line asks for

    def on_filter_input_completion_wanted(self, message: FilterInput.CompletionWanted) -> None:
        message.stop()
        entry = self.entry
        offers = self.library.complete(entry.value, entry.cursor_position)
        if offers:
            first = offers[0]
            entry.value = entry.value[: first.start] + first.text + entry.value[first.end :]
            entry.cursor_position = first.start + len(first.text)
            self.completed = entry.value
            self.say("  ".join(map(_told, offers[:8])), "$muted")
        else:
            self.say("nothing completes this", "$muted")

    def on_filter_input_explanation_wanted(self, message: FilterInput.ExplanationWanted) -> None:
        message.stop()
        self.say(self.library.explain(self.query_text), "$accent")

    def on_no_match_chosen(self, message: NoMatch.Chosen) -> None:
        message.stop()
        self.look_for(message.query)

    def on_side_pane_unwanted(self, message: SidePane.Unwanted) -> None:
        message.stop()
        name = next((saved.name for saved in self.library.saved() if saved.query == message.query), None)
        if name:
            self.attempt(lambda: self.library.remove_search(name))
        else:
            self.say("only saved searches can be removed here; tags in g n", "$muted")

    def on_side_pane_chosen(self, message: SidePane.Chosen) -> None:
        message.stop()
        self.look_for(message.query)


def _told(offer: Completion) -> str:
    return offer.text if offer.papers is None else f"{offer.text} {offer.papers:,}"


def _helped(found: Found) -> tuple[bool, bool]:
    return bool(found.corrections), offer(found) is not None
