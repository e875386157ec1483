"""Edits of a query's text: take a term out, mend what a problem names."""

import re

from tracker.query.parse import parse
from tracker.query.tree import And, Node, Problem, Query

HANGING = re.compile(r"(^|[\s(])-+$")  # a minus whose term is gone


def terms(query: Query) -> tuple[Node, ...]:
    """The terms that all must hold, each with its place in the text; one alone where the query is a choice (OR)."""
    if query.tree is None:
        return ()
    return query.tree.parts if isinstance(query.tree, And) else (query.tree,)


def without(text: str, node: Node) -> str:
    """The text without this node of its tree, and without the blanks, operators and brackets that held only it."""
    return _tidied(_cut(text, node.start, node.end))


def apply_fix(text: str, problem: Problem) -> str:
    """The text with this problem mended; unchanged where there is no fix."""
    match problem.fix:
        case None:
            return text
        case "":
            return _cut(text, problem.start, problem.end)
        case fix:
            return text[: problem.start] + fix + text[problem.end :]


def _cut(text: str, start: int, end: int) -> str:
    """The text without start:end, and one blank or none where it was."""
    before = HANGING.sub(r"\1", text[:start].rstrip()).rstrip()
    after = text[end:].lstrip()
    touching = not before or not after or before.endswith("(") or after.startswith(")")
    return before + ("" if touching else " ") + after


def _tidied(text: str) -> str:
    """The text without operators and brackets that lost what they stood for."""
    while problem := next((problem for problem in parse(text).problems if problem.fix == ""), None):
        text = _cut(text, problem.start, problem.end)
    return text
