"""The terms of a query as typed: where each begins and ends, for taking one away."""

import re

# A term: a run of quotes, brackets, patterns and letters without a blank outside of them.
PIECE = re.compile(r'"(?:\\.|[^"\\])*"?|\((?:[^()"]|"[^"]*"?)*\)?|[^\s"(]+')
GLUE = ("OR", "|", "AND", "NOT")


def terms(text: str) -> list[tuple[int, int]]:
    """The spans of the terms; a word that joins two belongs to the one after it."""
    spans: list[tuple[int, int]] = []
    for match in PIECE.finditer(text):
        start, end = match.span()
        joined = spans and (spans[-1][1] == start or text[slice(*spans[-1])].split()[-1] in GLUE)
        if joined:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def without(text: str, span: tuple[int, int]) -> str:
    """The query without one of its terms."""
    start, end = span
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()


def without_last(text: str) -> str:
    """The query without its last term."""
    spans = terms(text)
    return without(text, spans[-1]) if spans else ""
