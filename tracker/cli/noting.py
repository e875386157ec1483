"""The verbs note and notes: Markdown on papers."""

from __future__ import annotations

from tracker.cli.call import Call, stdin
from tracker.cli.options import Command, Option, Usage
from tracker.cli.showing import WIDEST, note_json, note_lines
from tracker.errors import Conflict, NotFound
from tracker.library.values import NoteConflict, NoteView


def run_note(call: Call) -> None:
    """`tracker note`."""
    paper = call.library.paper(call.take("PAPER"))
    text = call.value("--text") if call.value("--text") is not None else None
    if call.words == ["-"]:
        text = call.words.pop()
    call.end()
    ways = [text is not None, call.flag("--edit"), call.flag("--delete")]
    if sum(ways) > 1:
        raise Usage("Give one of --text, --edit and --delete")
    if call.flag("--append") and not any(ways):
        raise Usage("--append needs --text or --edit")
    mine = _chosen(call, paper)
    if text is not None:
        _write(call, paper, mine, stdin().read() if text == "-" else text)
    elif call.flag("--edit"):
        _edit(call, paper, mine)
    elif call.flag("--delete"):
        _delete(call, mine)
    else:
        _show(call, list(call.library.notes(paper)))


def _chosen(call: Call, paper: int) -> NoteView | None:
    """The person's note that is meant: the first, the one that is named, or with --new none that is there."""
    mine = [note for note in call.library.notes(paper) if note.mine]
    number = call.number("--id")
    if number is not None and call.flag("--new"):
        raise Usage("Give one of --id and --new")
    if number is None:
        return mine[0] if mine and not call.flag("--new") else None
    found = next((note for note in mine if note.id == number), None)
    if found is None:
        there = ", ".join(str(note.id) for note in mine) or "none"
        raise NotFound(f"You have no note {number} on this paper; there is {there}")
    return found


def run_notes(call: Call) -> None:
    """`tracker notes`."""
    query = " ".join(call.words)
    notes = call.library.all_notes()
    if query:
        from tracker.cli.listing import restricts
        from tracker.cli.papers import warn

        found = call.library.find(query)
        warn(call, query, found, restricts=restricts(query))
        matching = set(found.ids)
        notes = [note for note in notes if note.paper_id in matching]
    _show(call, notes)


def _write(call: Call, paper: int, mine: NoteView | None, text: str) -> None:
    """Save the person's note; where it was changed meanwhile, both changes are merged, or nothing is written.

    A text without words takes the note away.
    """
    body = f"{mine.body.rstrip()}\n\n{text}" if mine and mine.body and call.flag("--append") else text
    if mine is None:
        saved = call.library.write_note(paper, body)
    else:
        saved = call.library.write_note(paper, body, note_id=mine.id, version=mine.version, base=mine.body)
        if isinstance(saved, NoteConflict) and saved.merged is not None:
            saved = call.library.write_note(paper, saved.merged, note_id=mine.id, version=saved.their_version)
    if isinstance(saved, NoteConflict):
        raise Conflict(f"The note was changed by {saved.their_name} meanwhile, in the same place; nothing was written")
    if saved is None:
        _told(call, paper, f"deleted the note on {call.library.told([paper])}" if mine else None)
    elif call.out.json:
        call.out.value(note_json(saved))
    else:
        call.out.say(f"wrote the note on {call.library.told([paper])}")


def _edit(call: Call, paper: int, mine: NoteView | None) -> None:
    """Write in the person's editor. Text that could not be saved stays in its file, and the file is named."""
    from tracker.cli.editor import Edited

    start = (
        "" if call.flag("--append") else mine.body if mine else call.library.new_note(paper, call.settings.templates)
    )
    with Edited(start, call.library.told([paper])) as edited:
        if edited.text == start:
            call.out.say("nothing changed")
        else:
            _write(call, paper, mine, edited.text)


def _delete(call: Call, mine: NoteView | None) -> None:
    if mine is None:
        raise NotFound("You have no note on this paper")
    _told(call, mine.paper_id, call.library.delete_note(mine.id))


def _told(call: Call, paper: int | None, title: str | None) -> None:
    from tracker.cli.deciding import told

    told(call, [] if paper is None else [paper], title)


def _show(call: Call, notes: list[NoteView]) -> None:
    headings = {row.id: row for row in call.library.rows([note.paper_id for note in notes if note.paper_id])}
    if call.out.json:
        call.out.value(
            [
                note_json(note) | {"key": row.key if row else None, "heading": row.heading if row else None}
                for note in notes
                for row in [headings.get(note.paper_id or 0)]
            ]
        )
        return
    width = min(call.out.width, WIDEST) if call.out.terminal else 0
    for at, note in enumerate(notes):
        row = headings.get(note.paper_id or 0)
        about = [f"{row.id} {row.key}: {row.heading}"] if row else []
        call.out.say(*([""] if at else []), *about, *note_lines(note, width))
    if not notes:
        call.out.aside("No notes; `tracker note PAPER --edit` writes one")


COMMANDS = {
    "note": Command(
        run_note,
        "PAPER [-]",
        """
Without an option, prints the notes on a paper. With --text or --edit, writes your note on it, in Markdown; it
takes the place of the one that was there, unless --append puts it below. Where somebody changed the note
meanwhile, both changes are merged; where they overlap, nothing is written.
""",
        (
            Option("--text", "T", "the note; - reads it from standard input"),
            Option("--edit", "", "write in $VISUAL or $EDITOR"),
            Option("--append", "", "put the text below what is there"),
            Option("--delete", "", "take your note away"),
            Option("--new", "", "write another note beside those that are there"),
            Option("--id", "N", "your note with this number rather than your first"),
        ),
        (
            ("tracker note 7 --text 'Baseline for our judge audit.'", "write a note"),
            ("git log -1 --format=%B | tracker note 7 - --append", "put something below it"),
            ("tracker note 7 --edit", "write in your editor"),
            ("tracker note 7 --new --text 'Ask in the reading group.'", "a second note on the same paper"),
        ),
        ("paper",),
    ),
    "notes": Command(
        run_notes,
        "[QUERY]",
        "Prints all notes that you may see, the one changed last first, or those on the papers that match QUERY.",
        (),
        (("tracker notes '#safety'", "the notes on papers about safety"),),
        ("query",),
        dashes=True,
    ),
}
