"""A verb as it was typed: its words and options, and the library it speaks to, opened when it is first needed."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from tracker.cli.options import Command, Given, Usage
from tracker.cli.out import Out
from tracker.errors import LibraryUnavailable

if TYPE_CHECKING:
    from tracker.config import Settings
    from tracker.library import Library
    from tracker.library.catalogue import Catalogue


class Call:
    """What `run` of a verb gets. Verbs take their words one by one and say what is missing or left over."""

    def __init__(self, verb: str, command: Command, given: Given, out: Out) -> None:
        self.verb = verb
        self.command = command
        self.words = list(given.words)
        self.out = out
        self._values = given.values

    # --- options -----------------------------------------------------------------------------------------------

    def flag(self, name: str) -> bool:
        return name in self._values

    def value(self, name: str) -> str | None:
        """The value of an option, the last one where it was given twice."""
        return self._values[name][-1] if name in self._values else None

    def values(self, name: str) -> list[str]:
        return list(self._values.get(name, ()))

    def number(self, name: str, *, least: int = 0) -> int | None:
        text = self.value(name)
        return None if text is None else number(text, name, least=least)

    # --- words -------------------------------------------------------------------------------------------------

    def take(self, what: str) -> str:
        """The next word; Usage says what is missing."""
        if not self.words:
            raise Usage(f"{what} is missing: tracker {self.verb} {self.command.words}")
        return self.words.pop(0)

    def end(self) -> None:
        """Nothing more may follow."""
        if self.words:
            raise Usage(f"“{self.words[0]}” is one word too many: tracker {self.verb} {self.command.words}".rstrip())

    # --- a last word -------------------------------------------------------------------------------------------

    @property
    def may_ask(self) -> bool:
        """Whether somebody is there to be asked, and wants to be."""
        return self.out.terminal and not self.flag("--yes") and sys.stdin is not None and sys.stdin.isatty()

    @staticmethod
    def agreed(question: str) -> bool:
        """Whether the person agrees, as ⏎ does."""
        try:
            return input(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes")
        except EOFError:
            return False

    # --- what the verb needs -----------------------------------------------------------------------------------

    @cached_property
    def settings(self) -> Settings:
        from tracker.cli.opening import settings

        return settings(self)

    @cached_property
    def library(self) -> Library:
        from tracker.cli.opening import opened

        return opened(self.settings, progress=self.out.indexing)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The library for looking up only, which opens sooner."""
        from tracker.cli.opening import looked_up

        return looked_up(self.settings, progress=self.out.indexing)

    def follow_up(self) -> None:
        """Bring the search index up behind a deed, which is done whatever hinders this."""
        try:
            self.library.catch_up(self.out.catching_up)
        except LibraryUnavailable as error:
            self.out.warn(f"All papers are there, but not yet in the search index: {error}", error.kind)

    def close(self) -> None:
        if "library" in self.__dict__:
            self.library.close()
        if "catalogue" in self.__dict__:
            self.catalogue.close()


def number(text: str, what: str, *, least: int = 0) -> int:
    """A whole number that a person typed."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise Usage(f"{what} takes a whole number from {least} up, not “{text}”")
    return int(text)


def stdin() -> TextIO:
    """Standard input, which may be closed."""
    if sys.stdin is None:
        raise Usage("Standard input is closed, so there is nothing to read")
    return sys.stdin
