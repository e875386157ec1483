"""Remarks and comments while they are typed: kept from key to key, gone when they are sent."""

from __future__ import annotations

from tracker.later import models
from tracker.library.door import Door
from tracker.text.clean import clean


class Unsent(Door):
    """`about` says what a text is to become, as in `reply 01JD…`; each person has one text for each. No steps."""

    def unsent(self, about: str) -> str:
        """What was being typed when the program ended; empty where nothing was."""
        asked = {"me": self.me_id, "about": about}
        row = self.store.one("SELECT text FROM unsent WHERE person_id = :me AND about = :about", asked)
        return str(row[0]) if row else ""

    def keep_unsent(self, about: str, text: str) -> None:
        """Keep what is typed so far; an empty text is kept no longer."""
        with self.store.transaction() as session:
            person = self._person(session)
            kept = session.get(models.Unsent, (person, about))
            if not text.strip():
                if kept:
                    session.delete(kept)
            elif kept:
                kept.text = clean(text)
            else:
                session.add(models.Unsent(person_id=person, about=about, text=clean(text)))

    def drop_unsent(self, about: str) -> None:
        if self.unsent(about):
            self.keep_unsent(about, "")
