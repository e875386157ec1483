"""The papers that a verb speaks of: ids or keys, what a query finds, or ids on standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.cli.call import Call, stdin
from tracker.cli.options import Usage
from tracker.errors import NotFound, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracker.library.values import Correction, Found, Problem


def papers(call: Call) -> list[int]:
    """Ids of the papers named by the rest of the words and --query, each once, in their order."""
    names = [name for word in call.words for name in (_piped() if word == "-" else [word])]
    call_words, call.words = call.words, []
    query = call.value("--query")
    if not call_words and query is None:
        raise Usage("No papers are named: give ids or keys, --query QUERY, or - for ids on standard input")
    ids = [call.library.paper(name) for name in names]
    if query is not None:
        ids += matching(call, query)
    if not ids:
        raise NotFound("Standard input names no papers")
    return list(dict.fromkeys(ids))


def matching(call: Call, query: str) -> list[int]:
    """Papers that match to the letter: what changes papers neither guesses a word nor leaves a term out."""
    if not query.strip():
        raise Usage("--query is empty, which would mean every paper; for all of them pipe `tracker list` into -")
    found = call.library.find(query, exact=True)
    for problem in found.problems:
        if not problem.quiet:
            raise Unreadable(f"The query cannot be read: {problem.message}")
    if not found.total:
        raise NotFound(f"No paper matches {query}{_guess(call, query)}")
    return list(found.ids)


def warn(call: Call, query: str, found: Found, *, restricts: bool) -> None:
    """Tell what of a query was bent or left out; Unreadable where nothing of it was understood."""
    problems = [problem for problem in found.problems if not problem.quiet]
    if problems and not restricts:
        raise Unreadable("; ".join(_messages(problems)))
    for message in _messages(found.problems):
        call.out.warn(message)
    for correction in found.corrections:
        call.out.warn(corrected(query, correction))


def _messages(problems: Iterable[Problem]) -> list[str]:
    """What is wrong, each thing once."""
    return list(dict.fromkeys(problem.message for problem in problems))


def corrected(query: str, correction: Correction) -> str:
    """Says which word was looked for instead of one in a query, and how to ask for what was typed."""
    from tracker.query.edit import as_typed  # hardly a query needs that

    exact = as_typed(query, [(correction.start, correction.end)])
    return f"“{correction.typed}” is read as “{correction.used}” (as typed: {exact})"


def _guess(call: Call, query: str) -> str:
    corrections = call.library.find(query, limit=0).corrections
    return "; did you mean " + " ".join(c.used for c in corrections) + "?" if corrections else ""


def _piped() -> list[str]:
    """The first column of each line of standard input."""
    lines = (line.split("\t")[0].strip() for line in stdin())
    return [line for line in lines if line]
