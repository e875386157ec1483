"""Notes & tags: everything that was written and every tag, as lists that open, change and narrow them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tracker.text.when import age
from tracker.tui.keys import bind
from tracker.tui.screens.ask import AskInput
from tracker.tui.verbs.writings import WritingVerbs
from tracker.tui.widgets.rows import RowLine, Rows

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.values import KindView, LinkView
    from tracker.library.writings import AnnotationLine, NoteLine, TagLine


class Written(NamedTuple):
    """What the lists are made of."""

    tags: Sequence[TagLine]
    notes: Sequence[NoteLine]
    marks: Sequence[AnnotationLine]
    kinds: Sequence[KindView]
    untagged: int
    dead: Sequence[LinkView]


class NotesScreen(WritingVerbs):
    """Tags on the left, notes, annotations and links on the right; what verbs act on is the focused list's line."""

    awaited = True
    place = "Notes & tags"
    AUTO_FOCUS = "#notes"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "step_back", "back", id="notes.back", section="move", show=True, also="q"),
        bind("tab", "app.focus_next", "list", id="notes.pane", section="move", show=True, tip="next list"),
        bind("shift+tab", "app.focus_previous", "previous list", id="notes.pane.previous", section="move"),
        bind("/", "narrow", "narrow", id="notes.narrow", section="find", tip="narrow all lists by words"),
        bind(
            "L", "dead_links", "dead links", id="notes.dead", section="find", tip="links that lead nowhere; again: back"
        ),
        *(
            bind(str(n), f"kind('{n}')", "annotations of a kind", id=f"notes.kind.{n}", section="find")
            for n in range(1, 10)
        ),
    ]

    def __init__(self, look: Callable[[str], None]) -> None:
        super().__init__()
        self._look = look
        self._kind = ""  # the key of the only kind that is shown
        self._dead = False  # whether dead links are shown in place of backlinks

    def body(self) -> ComposeResult:
        yield AskInput(id="narrow", placeholder="/ narrows the lists by words", compact=True)
        with Horizontal(id="written"):
            yield Rows(id="tags", empty="no tags yet — t on a paper makes one")
            with Vertical(id="texts"):
                yield Rows(id="notes", empty="no notes yet — n writes one, e on a paper too")
                yield Rows(id="marks", empty="no annotations yet — 1–6 in the Reader make them")
                yield Rows(id="backlinks", empty="nothing links here")
            with VerticalScroll(id="written-preview", can_focus=False):
                yield Static(id="written-text", markup=False)

    def on_mount(self) -> None:
        self.say("⏎ opens · e changes · u takes back what was changed")
        self.reread()
        self.standing_of_vault()

    def reread(self) -> None:
        self.read_writings()

    @work(thread=True, exclusive=True, group="writings")
    def read_writings(self) -> None:
        self.bring(partial(read_written, self.library), self.show_written)

    def show_written(self, written: Written) -> None:
        self.written = written
        self.show()

    # What is shown

    def show(self) -> None:
        """Fill the lists with what the words and the kind leave of them."""
        if self.written is None:
            return
        words = self.query_one("#narrow", AskInput).value.casefold().split()
        self._show_tags(self.written, words)
        notes = [note for note in self.written.notes if _holds(words, note.heading, note.body, note.author)]
        self.notes.show(f"NOTES ({len(notes):,})", [_note(note) for note in notes], "changed last first")
        self._show_marks(self.written, words)
        self.show_links()
        self.show_preview()

    def _show_tags(self, written: Written, words: list[str]) -> None:
        tags = [_tag(tag) for tag in written.tags if _holds(words, tag.name)]
        if not words:
            tags.append(RowLine("", "(untagged)", f"{written.untagged:,}", "$muted"))
        self.tags.show(f"TAGS ({len(written.tags):,})", tags, "papers")

    def _show_marks(self, written: Written, words: list[str]) -> None:
        kind = next((kind.name for kind in written.kinds if kind.key == self._kind), "")
        marks = [m for m in written.marks if kind in ("", m.kind) and _holds(words, m.quote, m.body, m.author, m.kind)]
        counts = " ".join(f"{k.sign} {k.annotations:,}" for k in written.kinds if k.annotations and not k.archived)
        title = f"ANNOTATIONS ({len(marks):,}){f' {kind}' if kind else ''}"
        self.marks.show(title, [_mark(mark) for mark in marks], counts)

    def show_links(self) -> None:
        """What points to the current note, or all links that lead nowhere."""
        if self._dead and self.written:
            lines = [self._link(link) for link in self.written.dead]
            self.links.show(f"DEAD LINKS ({len(lines):,})", lines, "L: back")
            return
        note = self.note
        found = self.library.backlinks_of(note.id) if note else ()
        title = f"LINKED FROM ({len(found)})" if note else "LINKED FROM"
        self.links.show(title, [self._link(link) for link in found])

    def _link(self, link: LinkView) -> RowLine:
        """Where a link stands, and the line that it stands in."""
        notes = self.written.notes if self.written else ()
        note = next((n for n in notes if link.from_kind == "note" and str(n.id) == link.from_id), None)
        line = note.body[: link.start].rpartition("\n")[2] + note.body[link.start :].partition("\n")[0] if note else ""
        said = f"{note.key or note.heading} “{line.strip()}”" if note else f"[[{link.text}]]"
        about = "" if note else f"{link.from_kind} · "
        return RowLine((link.from_kind, link.from_id, link.paper_id), said, f"{about}{link.author}")

    def show_preview(self) -> None:
        """The current line in full, where there is room for it."""
        from tracker.tui.widgets.markdown import markdown

        note, mark = self.note, self.mark
        parts: list[Content] = []
        if self.focused is self.marks and mark:
            parts = [Content.styled(mark.quote, "italic"), Content(""), markdown(mark.body)]
        elif note:
            parts = [Content.styled(note.heading, "$heading bold"), Content(""), markdown(note.body)]
        self.query_one("#written-text", Static).update(Content("\n").join([*parts, Content(""), *self.vault_lines()]))

    def on_rows_moved(self, message: Rows.Moved) -> None:
        message.stop()
        if message.rows is self.notes:
            self.show_links()
        self.advise()
        self.show_preview()
        self.refresh_bindings()

    def advise(self) -> None:
        """Say what a tag may be a misspelling of."""
        tag = self.tag
        if self.focused is self.tags and tag and tag.like:
            self.say(f"#{tag.name} looks like #{tag.like}: m puts the two together, u takes it back", "$accent")

    # Narrowing

    def action_narrow(self) -> None:
        self.set_focus(self.query_one("#narrow"))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.set_focus(self.notes)

    def action_kind(self, key: str) -> None:
        self._kind = "" if key == self._kind else key
        self.show()
        self.set_focus(self.marks)

    def action_dead_links(self) -> None:
        self._dead = not self._dead
        self.show_links()
        self.set_focus(self.links)

    def action_step_back(self) -> None:
        narrow = self.query_one("#narrow", AskInput)
        if narrow.has_focus or narrow.value:
            narrow.value = ""
            self.set_focus(self.notes)
        else:
            self.dismiss(None)

    # Opening

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        message.stop()
        key = message.rows.key
        if message.rows is self.tags:
            self.dismiss(None)
            self._look(f"#{key}" if key else "tag:none")
        elif message.rows is self.notes and self.note:
            self.open(self.note.paper_id, note=self.note.id)
        elif message.rows is self.marks and self.mark:
            self.open(self.mark.paper_id, mark=self.mark.id)
        elif isinstance(key, tuple):
            kind, id, paper = key
            self.open(paper, note=int(id) if kind == "note" else None, mark=id if kind == "annotation" else "")

    def open(self, paper: int | None, *, note: int | None = None, mark: str = "") -> None:
        """Open the paper in the Reader, at the mark; a note that is on no paper, in the editor."""
        from tracker.tui.screens.reader import ReaderScreen

        if paper is not None:
            self.app.push_screen(ReaderScreen(array("q", [paper]), paper, "", mark=mark))
        elif note is not None:
            self.edit_note(note)


def read_written(library: Library) -> Written:
    return Written(
        library.tag_lines(),
        library.note_lines(),
        library.annotation_lines(),
        library.kinds(),
        library.count("tag:none"),
        library.dead_links(),
    )


def _holds(words: Sequence[str], *texts: str) -> bool:
    if not words:
        return True
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _tag(tag: TagLine) -> RowLine:
    name = f"{'  ' * tag.depth}/{tag.name.rpartition('/')[2]}" if tag.depth else f"#{tag.name}"
    counts = f"{tag.papers:,}" if tag.papers else f"{tag.annotations} marks" if tag.annotations else "—"
    return RowLine(tag.name, f"{name} ~ #{tag.like}?" if tag.like else name, counts, "$tag")


def _note(note: NoteLine) -> RowLine:
    links = "".join([f"  ← {note.backlinks}" if note.backlinks else "", f"  → {note.links}" if note.links else ""])
    who = "" if note.mine else f"{note.author}  "
    sign = "⚠ " if note.dead else ""
    style = "" if note.mine else "$muted"
    return RowLine(note.id, f"{sign}{note.heading}", f"{who}{age(note.updated_at, datetime.now(UTC))}{links}", style)


def _mark(mark: AnnotationLine) -> RowLine:
    doubt = {"check": "⚠ ", "orphan": "∅ "}.get(mark.state, "")
    said = f" — {mark.body}" if mark.body else ""
    return RowLine(mark.id, f"{doubt}{mark.sign} {mark.quote}{said}", f"{mark.key} {mark.author}")
