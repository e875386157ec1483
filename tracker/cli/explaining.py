"""The verb explain: a query in words."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.options import Command, Usage
from tracker.cli.papers import corrected
from tracker.query.source import crop


def run_explain(call: Call) -> None:
    """`tracker explain`."""
    if not call.words:
        raise Usage("QUERY is missing: tracker explain QUERY")
    query = " ".join(call.words)
    words, found = call.catalogue.explain(query), call.catalogue.find(query, limit=0)
    if call.out.json:
        call.out.value(
            {
                "query": query,
                "words": words,
                "problems": [problem._asdict() for problem in found.problems],
                "corrected": [correction._asdict() for correction in found.corrections],
                "total": found.total,
            }
        )
        return
    call.out.say(words)
    for problem in found.problems:
        fix = f" (write: {problem.fix})" if problem.fix is not None else ""
        call.out.say(f"problem: {crop(query[problem.start : problem.end])}: {problem.message}{fix}")
    for correction in found.corrections:
        call.out.say(f"corrected: {corrected(query, correction)}")
    call.out.say(f"{found.total} papers match" if found.total != 1 else "1 paper matches")


COMMANDS = {
    "explain": Command(
        run_explain,
        "QUERY",
        """
Says in words what a query means, what in it is wrong and how to mend that, which words were corrected because
nothing holds them, and how many papers match. Nothing in a query is ever a reason to fail here.

With --json: `words`, `problems` as [{start, end, message, fix}], `corrected` as [{typed, used}], `total`;
positions count the characters of the query.
""",
        (),
        (
            ("tracker explain '#safety status:later -#theory added:<2w'", "a query in words"),
            ("tracker explain satus:unread", "what is wrong, and what was meant"),
        ),
        ("query",),
        dashes=True,
    )
}
