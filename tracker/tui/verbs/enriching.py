"""Looking papers up elsewhere."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from tracker.tui.keys import bind
from tracker.tui.verbs.paper import PaperScreen


class EnrichVerbs(PaperScreen):
    """What papers lack, from the services on the network."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("M", "enrich", "what is missing", id="enrich", section="do", tip="look up what is missing: title, ids …"),
    ]

    def action_enrich(self) -> None:
        from tracker.tui.screens.enriching import EnrichScreen

        if self.targets:
            self.app.push_screen(EnrichScreen(self.targets), self._enriched)
        else:
            self.say("no paper is chosen", "$muted")

    def _enriched(self, fields: int | None) -> None:
        if fields:
            self.say(f"filled in {fields:,} field{'' if fields == 1 else 's'} — u undoes")
        elif fields is not None:
            self.say("nothing was filled in", "$muted")
