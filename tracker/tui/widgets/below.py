"""What follows the abstract in the Reader: what changed in it, notes with what links here, the paper most like it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from tracker.text.count import counted
from tracker.text.render import render
from tracker.text.when import spoken
from tracker.tui.safe import LONGEST, line, plain, shown
from tracker.tui.widgets import reading
from tracker.tui.widgets.cells import crop

if TYPE_CHECKING:
    from tracker.library.likeness import Comparison
    from tracker.library.values import NoteView
    from tracker.tui.page import Page

PLACES = 3  # that changed and are shown; D shows all
AROUND = 4  # words on either side of one
RUN = 160  # letters of what went or came
LINKED = 6  # links to the paper
SHARED = 8  # words of each kind that are told of two papers
STYLES = {"same": "", "old": "$error strike", "new": "$success underline"}


class Snippet(NamedTuple):
    """A place where a text changed: the words before and behind it, and what went and came there."""

    before: str
    runs: tuple[tuple[str, str], ...]  # old, new or same, and the words
    behind: str


def below(page: Page, today: date, width: int) -> Content:
    """All of it but the paper most like this one, which takes longer to find."""
    parts = [*_changed(page, today, width), *_notes(page, today, width)]
    facts = reading.facts(page.detail, width)
    return Content("\n").join([*parts, *([reading.rule("links", width), facts] if facts.plain else [])])


def _changed(page: Page, today: date, width: int) -> Iterator[Content]:
    if page.before is None or page.changed_on is None:
        return
    found = snippets(page.before, page.detail.abstract)
    if not found:
        return
    yield reading.rule(f"the text changed · {spoken(page.changed_on, today)} · D shows all", width)
    yield from (_shown(snippet) for snippet in found[:PLACES])
    more = len(found) - PLACES
    if more > 0:
        yield Content.styled(f"and at {counted(more, 'more place')}", "$muted")


@lru_cache(maxsize=4)
def snippets(old: str, new: str) -> tuple[Snippet, ...]:
    """The places where the plain text of one wording is another than that of the one before, in order."""
    from tracker.text.worddiff import WordDiff

    found: list[Snippet] = []
    before, runs = "", list[tuple[str, str]]()
    for kind, text in WordDiff(render(old[:LONGEST]).text, render(new[:LONGEST]).text).shown():
        if kind == "same" and text.strip():
            if runs:
                found.append(Snippet(_tail(before), tuple(runs), _head(text)))
            before, runs = text, []
        elif runs or kind != "same":
            runs.append((kind, text))
    return (*found, Snippet(_tail(before), tuple(runs), "")) if runs else tuple(found)


def _tail(text: str) -> str:
    words = text.rsplit(maxsplit=AROUND)
    return text if len(words) <= AROUND else "… " + text[len(words[0]) :].lstrip()


def _head(text: str) -> str:
    words = text.split(maxsplit=AROUND)
    return text if len(words) <= AROUND else text[: len(text) - len(words[-1])].rstrip() + " …"


def _shown(snippet: Snippet) -> Content:
    runs = [(_one_line(text if len(text) <= RUN else f"{text[:RUN]}…"), STYLES[kind]) for kind, text in snippet.runs]
    return Content.assemble((_one_line(snippet.before), "$muted"), *runs, (_one_line(snippet.behind), "$muted"))


def _one_line(text: str) -> str:
    """Without losing the blanks at its ends."""
    return shown(text).replace("\n", " ")


def _notes(page: Page, today: date, width: int) -> Iterator[Content]:
    notes, linked = page.detail.notes, page.linked
    yield reading.rule("notes" if notes else "notes · e writes one", width)
    yield from (_note(note, today) for note in notes)
    for link, place, said in linked[:LINKED]:
        told = crop(plain(said or f"[[{link.text}]]"), max(8, width - 4 - len(place)))
        yield Content.assemble(("← ", "$muted"), line(place, "$link"), "  ", (told, "$muted"))
    if len(linked) > LINKED:
        yield Content.styled(f"← and {len(linked) - LINKED:,} more link here", "$muted")


def _note(note: NoteView, today: date) -> Content:
    from tracker.tui.widgets.markdown import markdown

    who = "" if note.mine else f"{plain(note.author)} · "
    when = f"{who}{spoken(note.updated_at.astimezone().date(), today)}"
    title = f" {plain(note.title)}" if note.title else ""
    return Content.assemble((f"{when}{title}\n", "$muted"), markdown(note.body))


def nearest(found: Comparison, score: float, width: int) -> Content:
    """The paper most like this one: what both speak of, and what only one of them does."""
    title = reading.rule(f"most like it · {score:.0%} alike · C puts them side by side", width)
    told = found.texts
    rows = (("both", told.both), ("here only", told.only_one), ("there only", told.only_other))
    return Content("\n").join([title, line(found.other.heading, "$heading"), *_words(rows, width)])


def _words(rows: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[Content]:
    for label, words in rows:
        said = crop(plain(", ".join(words[:SHARED])), max(8, width - 12))
        yield Content.assemble((f"{label:<12}", "$muted"), said or ("nothing that tells", "$muted"))
