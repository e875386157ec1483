"""Rules: what is to be done to the papers of a query, with the papers it waits to be done to, before it is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.worker import get_current_worker

from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.safe import line, plain
from tracker.tui.screens.lists import ListScreen
from tracker.tui.widgets.bars import StatusLine
from tracker.tui.widgets.cells import crop, fit
from tracker.tui.widgets.reading import rule as headed

if TYPE_CHECKING:
    from tracker.library.rules import Rule
    from tracker.library.values import Row

SHOWN = 100  # papers of a rule


Found = tuple["Rule", int, list["Row"]]  # a rule, how many papers wait for it, the first of them


class RulesScreen(ListScreen):
    """The rules as a list; below it, what the one under the cursor would change."""

    awaited = True
    place = "Rules"
    list_id = "rules"
    opens = "show the papers"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "a", "apply", "do it", id="rules.apply", section="do", show=True, tip="do it to all that wait, in one step"
        ),
        bind("n", "make", "new rule", id="rules.make", section="do", show=True),
        bind("e", "change", "change", id="rules.change", section="do", show=True),
        bind("D", "remove", "delete", id="rules.remove", section="do", show=True, tip="delete the rule; papers stay"),
    ]

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._query = query  # what a new rule begins with
        self._found: list[Found] = []

    def body(self) -> ComposeResult:
        yield from super().body()
        with VerticalScroll(id="rules-papers", can_focus=False):
            yield Static(id="rules-shown", markup=False)

    def reread(self) -> None:
        self.count()

    def lines(self) -> Iterable[Content]:
        return (_line(rule, count, self.room) for rule, count, _ in self._found)

    @work(thread=True, exclusive=True, group="rules")
    def count(self) -> None:
        self.bring(self._awaiting, self.show_waiting)

    def _awaiting(self) -> list[Found]:
        worker, found = get_current_worker(), []
        for rule in self.library.rules():
            if worker.is_cancelled:
                break
            ids = self.library.awaiting(rule)
            found.append((rule, len(ids), self.library.rows(ids[:SHOWN])))
        return found

    def show_waiting(self, found: list[Found]) -> None:
        self._found = found
        self.lay()
        self.query_one(StatusLine).standing = "a does what is shown · nothing is done before" if self._found else ""
        self.look()

    @property
    def chosen(self) -> Found | None:
        return self._found[self.options.at] if self.options.at is not None and self._found else None

    def look(self) -> None:
        """Show what the rule under the cursor would change."""
        shown = self.query_one("#rules-shown", Static)
        if self.chosen is None:
            how = "n makes one: a query, and what is to be done to its papers, such as tag +safety; later"
            shown.update(Content.assemble("There are no rules yet.\n\n", (how, "$muted")))
            return
        rule, count, rows = self.chosen
        width = self.room - 2
        head = headed(f"{rule.deed} · {counted(count, 'paper')} of {rule.query}", width)
        lines = [line(crop(plain(row.heading), width)) for row in rows]
        more = [Content.styled(f"… and {count - len(rows):,} more", "$muted")] if count > len(rows) else []
        nothing = [] if lines else [Content.styled("it was done to all of its papers", "$muted")]
        shown.update(Content("\n").join([head, *lines, *more, *nothing]))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.look()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.chosen:
            self.desk.show_papers(self.chosen[0].query)

    # Doing and changing

    def action_apply(self) -> None:
        if self.chosen and self.chosen[1]:
            name = self.chosen[0].name
            self.attempt(lambda: self.library.apply_rule(name)[0])
        else:
            self.say("nothing waits for it", "$muted")

    def action_make(self) -> None:
        self._ask_all("", self._query, "")

    def action_change(self) -> None:
        if self.chosen:
            self._ask_all(*self.chosen[0])

    def _ask_all(self, name: str, query: str, deed: str) -> None:
        """A query, what is to be done, and a name; each may be left with Esc."""

        def keep(query: str, deed: str, new: str) -> None:
            self.attempt(lambda: self.library.save_rule(new, query, deed))

        def ask_name(query: str, deed: str) -> None:
            self.ask("name of the rule", lambda new: keep(query, deed, new), value=name or deed)

        def ask_deed(query: str) -> None:
            self.ask("do", lambda text: ask_name(query, text), value=deed, hint="tag +safety; later")

        self.ask("papers", lambda text: ask_deed(text) if text else None, value=query, hint="abs:jailbreak")

    def action_remove(self) -> None:
        if self.chosen:
            name = self.chosen[0].name
            self.attempt(lambda: self.library.remove_rule(name))


def _line(rule: Rule, count: int, width: int) -> Content:
    """`jailbreaks   tag +safety; later   12 wait   abs:jailbreak`."""
    waits = f"{count:,} wait" if count else "done"
    room = max(10, (width - 16) // 3)
    return Content.assemble(
        (f" {fit(plain(rule.name), room)} ", "bold"),
        f"{fit(plain(rule.deed), room)} ",
        (f"{waits:>9}  ", "$heading" if count else "$muted"),
        (crop(plain(rule.query), room), "$muted"),
    )
