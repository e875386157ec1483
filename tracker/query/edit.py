"""Edits of a query's text: take a term out, mend what a problem names."""

import re
from collections.abc import Iterable
from itertools import groupby

from tracker.query.parse import parse
from tracker.query.print import canonical
from tracker.query.shape import all_of
from tracker.query.tree import And, How, Node, Not, Or, Problem, Query, Text

HANGING = re.compile(r"(^|[\s(])(?:-|NOT(?:\s+|$))+$")  # a minus or NOT whose term is gone
GLUED = re.compile(r"[\w)]\(")  # a bracket that becomes part of the word before it if no blank comes before its )


def terms(query: Query) -> tuple[Node, ...]:
    """The terms that all must hold, each with its place in the text; one alone where the query is a choice (OR).

    What one term stands for stays together: status:open is one And.
    """
    if query.tree is None:
        return ()
    parts = query.tree.parts if isinstance(query.tree, And) else (query.tree,)
    places = groupby(parts, key=lambda part: (part.start, part.end))
    return tuple(term for place, same in places if (term := all_of(same, *place)))


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


def as_typed(text: str, places: Iterable[tuple[int, int]]) -> str:
    """The text with the words that stand at these places looked for letter by letter: `=word`."""
    for start, end in sorted(places, reverse=True):
        if tree := parse(text[start:end]).tree:
            meant = _exactly(tree)
            written = f"({canonical(meant)})" if isinstance(meant, Or) else canonical(meant)
            text = text[:start] + written + text[end:]
    return text


def _exactly(node: Node) -> Node:
    match node:
        case And(parts) | Or(parts):
            return node._replace(parts=tuple(map(_exactly, parts)))
        case Not(part):
            return node._replace(part=_exactly(part))
        case Text(how=How.WORD | How.PREFIX):
            return node._replace(how=How.EXACT)
    return node


def _cut(text: str, start: int, end: int) -> str:
    """The text without start:end, and one blank or none where it was."""
    before = HANGING.sub(r"\1", text[:start].rstrip()).rstrip()
    after = text[end:].lstrip()
    glued = GLUED.search(re.split(r"\s", before)[-1])
    touching = not before or not after or (not glued and (before.endswith("(") or after.startswith(")")))
    return before + ("" if touching else " ") + after


def _tidied(text: str) -> str:
    """The text without operators and brackets that lost what they stood for."""
    while problem := next((problem for problem in parse(text).problems if problem.fix == ""), None):
        text = _cut(text, problem.start, problem.end)
    return text
