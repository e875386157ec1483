"""The people who share a library on a server, and what each may see."""

from __future__ import annotations

import re
from typing import NamedTuple

from tracker.errors import Unreadable
from tracker.library.door import Door, person_named

NAME = re.compile("[a-z_][a-z0-9_-]{0,62}")


class Invited(NamedTuple):
    """Somebody who may use the library from now on. `password`: theirs, where the server did not know them."""

    name: str
    password: str | None
    address: str  # for their --library


class Team(Door):
    """Members are roles of the server; each is the person of that name."""

    def team(self) -> list[str]:
        """The members by name, without the owner."""
        return self.store.team()

    def init_team(self) -> None:
        """Let others in from now on, with rules that the server keeps: who sees what, who votes for whom. Repeatable,
        by the owner of the library."""
        self.store.protect()

    def add_member(self, name: str) -> Invited:
        """Let somebody in."""
        if not NAME.fullmatch(name):
            raise Unreadable(f"“{name}” is no name for a member; a name has small letters, digits and _ only")
        password = self.store.let_in(name)
        with self.store.transaction() as session:
            person_named(session, name)
        return Invited(name, password, self.store.address_for(name))

    def remove_member(self, name: str) -> None:
        """Let somebody in no more; what they did stays."""
        self.store.keep_out(name)
