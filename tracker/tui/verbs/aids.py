"""What helps with reading an abstract: finding words in it, the light on a sentence, acronyms, whose marks show."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import BindingType

from tracker.errors import TrackerError
from tracker.text.count import counted
from tracker.tui.keys import bind
from tracker.tui.verbs.text import TextScreen
from tracker.tui.widgets.seeking import Seeking


class ReadingAids(TextScreen):
    """Nothing here changes the library."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("/", "find_words", "find in the text", id="reader.find", section="reader", show=True),
        bind("L", "light", "light on the sentence", id="reader.light", section="reader", tip="dim the others"),
        bind("=", "explain_word", "what the acronym stands for", id="reader.explain", section="reader"),
        bind("D", "differences", "what changed in the text", id="reader.differences", section="reader"),
        bind("H", "hide_others", "others' marks: hide, show", id="reader.others", section="reader"),
    ]
    alone = False  # whether others' marks are hidden

    def action_find_words(self) -> None:
        from tracker.tui.screens.ask import Ask

        self.text.sought_out(kept=True)
        asked = Ask("find", self.text.sought, typing=self.find_words)
        self.app.push_screen(asked, lambda words: self.text.sought_out(kept=words is not None))

    def find_words(self, words: str) -> str:
        """Words are being typed: go to the first place where they stand; says how many there are."""
        self.text.seek(words)
        if not words.strip():
            return "n N next, previous"
        count = len(self.text.hits)
        return counted(count, "place") if count else "not in this text"

    def on_seeking_nothing_sought(self, message: Seeking.NothingSought) -> None:
        message.stop()
        self.say("nothing is sought — / finds words, J goes to the next paper", "$muted")

    def action_differences(self) -> None:
        from tracker.tui.screens.differences import DifferencesScreen

        if self.current is not None:
            self.app.push_screen(DifferencesScreen(self.current))

    def action_light(self) -> None:
        self.desk.dims = self.text.dims = not self.desk.dims
        self.say("the sentence that is read stands out" if self.desk.dims else "the whole text is bright")

    def action_hide_others(self) -> None:
        self.alone = not self.alone
        self.say("others' marks are hidden — H shows them" if self.alone else "everybody's marks are shown")
        self.reread()

    def action_explain_word(self) -> None:
        passage = self.text.passage
        start, end = passage.words[passage.word(self.text.caret.at)] if passage.words else (0, 0)
        word = passage.text[start:end]
        if long := passage.standing_for(word):
            self.say(f"{word}: {long} — says this paper")
        elif word:
            self.look_up(word)

    @work(thread=True, exclusive=True, group="look up")
    def look_up(self, word: str) -> None:
        """Ask the library's other papers what a word stands for."""
        try:
            found = self.library.expansion(word)
            said = f"no paper of the library says what “{word}” stands for"
            if found:
                said = f"{word}: {found.long} — says {self.library.rows([found.paper_id])[0].heading}"
        except TrackerError as error:
            said = str(error)
        self.hand(partial(self.say, said))
