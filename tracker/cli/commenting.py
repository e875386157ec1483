"""The verb comment: threads on a paper and on its annotations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tracker.cli.annotating import lines_wide, on_paper
from tracker.cli.call import Call, stdin
from tracker.cli.marks import comment_json, comment_lines
from tracker.cli.options import Command, Option, Usage
from tracker.errors import NotFound
from tracker.library.values import CommentView

if TYPE_CHECKING:
    from tracker.library import Library

SETTLED: dict[str, Callable[[Library, str], str | None]] = {
    "--delete": lambda library, comment: library.delete_comment(comment),
    "--resolve": lambda library, comment: library.resolve(comment),
    "--reopen": lambda library, comment: library.resolve(comment, on=False),
}


def run_comment(call: Call) -> None:
    """`tracker comment`."""
    paper = call.library.paper(call.take("PAPER"))
    on, reply = call.value("--on"), call.value("--reply")
    if any(call.value(name) is not None for name in SETTLED):
        call.end()
        _settle(call, paper)
        return
    if call.value("--edit") is not None:
        _edit(call, paper)
        return
    if not call.words:
        if reply is not None:
            raise Usage("TEXT is missing: what do you answer?")
        _threads(call, call.library.comments(paper, on_paper(call, paper, on).id if on else None))
        return
    text = _text(call)
    parent = _comment(call, paper, reply).id if reply else None
    made = call.library.comment(paper, text, on=on_paper(call, paper, on).id if on else None, reply_to=parent)
    if call.out.json:
        call.out.value(comment_json(made))
    else:
        call.out.say(f"commented on {call.library.told([paper])}")


def _text(call: Call) -> str:
    return stdin().read() if call.words == ["-"] else " ".join(call.words)


def _edit(call: Call, paper: int) -> None:
    if not call.words:
        raise Usage("TEXT is missing: what is the comment to say?")
    made = call.library.edit_comment(_comment(call, paper, call.value("--edit") or "").id, _text(call))
    if call.out.json:
        call.out.value(comment_json(made))
    else:
        call.out.say(f"edited a comment on {call.library.told([paper])}")


def _comment(call: Call, paper: int, name: str) -> CommentView:
    """A comment by the letters that stand behind it in a list."""
    found = [view for view in call.library.comments(paper) if view.id.lower().endswith(name.lower().strip("()"))]
    if len(found) != 1 or len(name) < 4:
        raise NotFound(
            f"There is no comment {name} on {call.library.told([paper])}; `tracker comment {paper}` shows them"
        )
    return found[0]


def _settle(call: Call, paper: int) -> None:
    """Delete a comment, or resolve or reopen its thread."""
    said = []
    for name, deed in SETTLED.items():
        if (given := call.value(name)) is not None:
            said.append(deed(call.library, _comment(call, paper, given).id))
    if call.out.json:
        call.out.value({"done": [each for each in said if each]})
    else:
        call.out.say(*(each or "nothing changed" for each in said))


def _threads(call: Call, comments: Sequence[CommentView]) -> None:
    if call.out.json:
        call.out.value([comment_json(view) for view in comments])
        return
    call.out.say(*comment_lines(comments, 0, lines_wide(call)))
    if not comments:
        call.out.aside("No comments; `tracker comment PAPER TEXT` writes one")


COMMANDS = {
    "comment": Command(
        run_comment,
        "PAPER [TEXT|-]",
        """
Begins a thread on a paper, or on an annotation of it. Without TEXT, prints the comments. @name in a comment puts
the paper before that person (is:asked) until they answer or the thread is resolved. What --reply, --edit, --delete,
--resolve and --reopen take is what stands in brackets behind a comment.
""",
        (
            Option("--on", "ANNOTATION", "on this annotation, as in ^m-7f3a2c"),
            Option("--reply", "COMMENT", "as an answer to this comment"),
            Option("--edit", "COMMENT", "say this in your comment instead"),
            Option("--resolve", "COMMENT", "close the thread of this comment"),
            Option("--reopen", "COMMENT", "open its thread again"),
            Option("--delete", "COMMENT", "take your comment away"),
        ),
        (
            ("tracker comment 11 '@bob is this the baseline?'", "ask somebody"),
            ("tracker comment 11", "what was said about a paper"),
        ),
        ("paper",),
    ),
}
