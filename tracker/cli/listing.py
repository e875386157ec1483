"""The verb list: papers as lines, as fields between tabs, or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tracker.cli.call import Call
from tracker.cli.options import Command, Option
from tracker.cli.papers import warn

if TYPE_CHECKING:
    from tracker.library.values import Found, Match, Row

FIRST = ("id", "key", "heading", "title", "headline", "status", "tags", "collections", "authors", "year", "venue")


def run_list(call: Call) -> None:
    """`tracker list`."""
    query, sort = " ".join(call.words), checked_sort(call.value("--sort"))
    limit = 0 if call.flag("--count") else call.number("--limit")
    found = call.catalogue.find(query, sort=sort, limit=limit, exact=call.flag("--exact"))
    warn(call, query, found, restricts=restricts(query))
    if call.flag("--count"):
        call.out.value(found.total)
        return
    show(call, query, found)


def show(call: Call, query: str, found: Found) -> None:
    """Print what was found, in the form that its reader wants."""
    ids = found.ids
    if call.out.json:
        titles, matches = (
            call.catalogue.titles(ids, brief=True),
            call.catalogue.all_matches(ids, query, exact=call.flag("--exact")) if query else {},
        )
        rows = call.catalogue.rows(ids)
        call.out.value([paper_json(row, found, matches.get(row.id, ()), *titles[row.id]) for row in rows])
    elif call.out.terminal:
        from tracker.cli.lines import paper_lines

        for line in paper_lines(call.catalogue.rows(ids), call.out.width):
            call.out.pieces(line)
        call.out.aside(_summary(found, query))
    else:
        call.out.rows(fields(row) for row in call.catalogue.rows(ids))


def fields(row: Row) -> Sequence[object]:
    """A paper as the columns that the help names. New ones are only ever added at the end."""
    return (
        *(row.id, row.key, row.status, row.heading, row.tags, row.collections, row.authors, row.year, row.venue),
        *(row.added_at, row.priority, row.starred),
    )


def paper_json(row: Row, found: Found, matches: Sequence[Match], title: str | None, headline: str) -> dict[str, Any]:
    """A paper in a JSON list; `heading` is the title, else the headline; `matches` stand in the plain texts."""
    return {
        **row_json(row, title, headline),
        "score": found.scores.get(row.id),
        "matches": [match._asdict() for match in matches],
    }


def row_json(row: Row, title: str | None, headline: str) -> dict[str, Any]:
    """What every JSON of a paper says of it; names are plain text."""
    values = row._asdict() | {"title": row.heading if title else None, "headline": headline}
    values |= {"added": row.added_at, "due": row.due_on, "note_count": row.notes}
    first = {name: values[name] for name in FIRST}
    return first | {name: value for name, value in values.items() if name not in ("added_at", "due_on", "notes")}


def restricts(query: str) -> bool:
    """Whether anything of a query was understood."""
    from tracker.query.parse import parse

    parsed = parse(query)
    return bool(parsed.tree or parsed.sort)


def checked_sort(sort: str | None) -> str | None:
    """A sort as the query language takes it: keys joined by commas, each perhaps with a `-` in front."""
    if sort is None:
        return None
    from tracker.query.parse import parse

    parsed = parse(f"sort:{sort}")
    if parsed.problems or parsed.tree or not parsed.sort:
        from tracker.errors import Unreadable
        from tracker.query.fields import SORTS

        raise Unreadable(f"--sort takes {', '.join(SORTS)}, each perhaps with - in front, not “{sort}”")
    return sort


def _summary(found: Found, query: str) -> str:
    if not found.total:
        return f"No paper matches {query}; `tracker explain` says how it was read" if query else "The library is empty"
    shown = f"{len(found.ids)} of " if len(found.ids) < found.total else ""
    return f"{shown}{found.total} papers" if found.total != 1 else "1 paper"


COMMANDS = {
    "list": Command(
        run_list,
        "[QUERY]",
        """
Prints the papers that match QUERY, best first when it has words, else as --sort or its own sort: says. Several
words need no quotation marks of the shell, and a query may begin with `-`; what stands after `--` is query to
its end.

A query is words, "phrases", and terms such as status:later, #tag, author:liu, year:2024.., is:starred,
has:note, added:2w, each perhaps with - in front, joined by OR and brackets. A word that nothing holds takes the
nearest word of the library, and says so; --exact, or `=` before the word, looks for it as typed.

What makes no sense in a query is told on standard error and left out; where nothing of it makes sense, nothing
is printed and the exit status is 2.

Piped, a line holds, between tabs: id, key, status, heading, tags, collections, authors, year, venue, added,
priority, starred (several tags or authors with a comma and a blank between).
""",
        (
            Option(
                "--sort", "S", "next, added, title, author, year, priority, …; with - in front, backwards", fills="sort"
            ),
            Option("--limit", "N", "print the first N", also="-n"),
            Option("--count", "", "print only how many match"),
            Option("--exact", "", "look for words as they are typed: correct none"),
        ),
        (
            ("tracker list", "every paper"),
            ("tracker list diffusion '#nlp' -status:done", "about diffusion, tagged nlp, not done yet"),
            ("tracker list -bert --sort -added", "all that do not speak of BERT, the newest first"),
            ("tracker list '\"chain of thought\"' --json", "a phrase, as JSON with the places of its words"),
            ("tracker list '#theory' | tracker status later -", "mark what was found"),
        ),
        ("query",),
        dashes=True,
    ),
}
