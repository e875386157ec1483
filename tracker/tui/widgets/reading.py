"""A paper's text and facts as styled content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from textual.content import Content, Span

from tracker.text.render import render
from tracker.text.standing import WordLists
from tracker.text.standing import lit as lit_words
from tracker.text.when import spoken
from tracker.tui.safe import LONGEST, line, plain, safe, shown
from tracker.tui.widgets.cells import crop

if TYPE_CHECKING:
    from tracker.library.values import Detail, Match, NoteView, Reason, Row

STYLES = {"bold": "bold", "italic": "italic", "code": "$code", "math": "$math italic", "link": "$link underline"}
PREVIEW = 20_000  # characters of an abstract that are laid out at once beside the list
WANTED, UNWANTED = "$success bold underline", "$error strike"
NO_WORDS = WordLists()
FOUND = "$found-text on $found underline"


def standing_words(text: str, words: WordLists) -> list[Span]:
    """The words of the standing lists: those for a paper underlined, those against it struck through."""
    return [Span(each.start, each.end, WANTED if each.wanted else UNWANTED) for each in lit_words(text, words)]


def abstract(
    source: str,
    matches: Iterable[Match] = (),
    field: str = "abstract",
    most: int = LONGEST,
    words: WordLists = NO_WORDS,
) -> Content:
    """Markdown and TeX as styled text, with what the query found and standing words lit; at most `most` characters."""
    text, spans, *_ = render(source[:most])
    styled = [Span(s.start, s.end, STYLES[s.style]) for s in spans if s.style in STYLES]
    lit = [Span(m.start, m.end, FOUND) for m in matches if m.field == field]
    content = Content(text, [*styled, *standing_words(text, words), *lit])
    if len(source) > most:
        content += Content.styled(f"\n… {len(source) - most:,} more characters", "$muted")
    # `render` gives clean text; should a control character have got through, its styles go with it.
    return content if content.plain.startswith(text) and text == shown(text) else safe(text)


def heading(detail: Detail, matches: Sequence[Match] = ()) -> Content:
    """The title, else the guessed headline with ≈."""
    text = plain(detail.row.heading)
    lit = [Span(m.start, m.end, FOUND) for m in matches if m.field == "heading"]
    title = Content(text, lit).stylize_before("$heading bold")
    return Content.assemble(("≈ ", "$muted"), title) if detail.row.guessed else title


def standing(row: Row, detail: Detail | None, today: date) -> list[str]:
    """Where a paper stands: status, seen or not, priority, star, dates."""
    said = [str(row.status) if row.seen else f"{row.status} · unseen"]
    if row.priority:
        said.append(f"p{row.priority}")
    if row.starred:
        said.append("★")
    if row.due_on:
        said.append(f"due {spoken(row.due_on, today)}")
    if row.woken:
        said.append("☼ woken")
    if row.snoozed and detail and detail.snoozed_until:
        said.append(f"snoozed until {spoken(detail.snoozed_until.date(), today)}")
    if detail and detail.rating:
        said.append("♦" * detail.rating)
    if detail and detail.depth:
        said.append(f"read: {detail.depth}")
    return said


def origin(row: Row) -> str:
    """Where a paper comes from: the lists it is in, else its venue, and its key."""
    place = ", ".join(row.collections) or row.venue or ""
    return plain(" · ".join(part for part in (place, f"#{row.key}") if part))


def people(row: Row, most: int = 6) -> str:
    """The authors, cut after a few."""
    names = [plain(name) for name in row.authors]
    return ", ".join(names[:most]) + (f" +{len(names) - most}" if len(names) > most else "")


def tags(row: Row) -> Content:
    return line(" ".join(f"#{tag}" for tag in row.tags), "$tag")


def facts(detail: Detail, width: int) -> Content:
    """Links and where the paper was printed, a line each."""
    rows = []
    if detail.system_name:
        rows.append(("system", detail.system_name))
    if detail.proceedings:
        rows.append(("in", f"{detail.proceedings}{', ' + detail.pages if detail.pages else ''}"))
    rows += [(link.kind, link.url) for link in detail.links]
    lines = [
        Content.assemble((f" {plain(kind):<11} ", "$muted"), line(crop(bare(value), width - 13), "$link"))
        for kind, value in rows
    ]
    return Content("\n").join([*lines, *sources(detail, width)])


def sources(detail: Detail, width: int) -> list[Content]:
    """Where what is known of the paper comes from, a line for each source, that of most fields first."""
    told: dict[str, list[str]] = {}
    for field, source in detail.provenance.items():
        told.setdefault(source, []).append(field.replace("_", " "))
    ordered = sorted(told.items(), key=lambda each: -len(each[1]))
    names = [plain(source) + (f": {', '.join(fields)}" if len(told) > 1 else "") for source, fields in ordered]
    return [Content.assemble((f" {'from':<11} ", "$muted"), line(crop(name, width - 13), "$muted")) for name in names]


def bare(url: str) -> str:
    """An address as people say it."""
    return url.removeprefix("https://").removeprefix("http://").removeprefix("www.")


def notes(views: Sequence[NoteView], today: date) -> Content:
    """Notes in full, each below who wrote it and when."""
    blocks = []
    for note in views:
        who = "" if note.mine else f"{plain(note.author)} · "
        when = f"{who}{spoken(note.updated_at.astimezone().date(), today)}"
        title = f" {plain(note.title)}" if note.title else ""
        blocks.append(Content.assemble((f"{when}{title}\n", "$muted"), abstract(note.body)))
    return Content("\n").join(blocks)


def why(reasons: Sequence[Reason]) -> Content:
    """Why a paper stands in the queue where it does: `priority 2 +3.5 · starred +3.0`."""
    if not reasons:
        return Content.styled("nothing speaks for or against it yet", "$muted")
    told = [Content.assemble(plain(r.said), (f" {r.points:+.1f}" if r.points else "", "$accent")) for r in reasons]
    return Content(" · ").join(told)


def why_short(reasons: Sequence[Reason]) -> str:
    """The same in a few words: `why: priority +3.5 star +3.0`."""
    told = " ".join(f"{r.term} {r.points:+.1f}" if r.points else r.said for r in reasons)
    return f"why: {told}" if told else ""


def rule(name: str, width: int) -> Content:
    """`─ notes ─────`."""
    name = plain(name)
    return Content.assemble(("─ ", "$line"), (name, "$muted"), (" " + "─" * max(0, width - len(name) - 3), "$line"))
