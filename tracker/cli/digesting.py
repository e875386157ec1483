"""The verb digest: papers grouped by tag, to mail to others."""

from __future__ import annotations

from tracker.cli.call import Call
from tracker.cli.files import FORCE, OUTPUT, target_of
from tracker.cli.listing import checked_sort, restricts
from tracker.cli.options import Command, Option
from tracker.cli.papers import warn
from tracker.errors import Unreadable
from tracker.outfile import write

FORMATS = ("markdown", "html")


def run_digest(call: Call) -> None:
    """`tracker digest`."""
    from tracker.formats import roundup

    query, sort, target = " ".join(call.words), checked_sort(call.value("--sort")), target_of(call)
    by_name = "html" if target and target.suffix.lower() in (".html", ".htm") else "markdown"
    format = call.value("--format") or by_name
    if format not in FORMATS:
        raise Unreadable(f"--format takes {', '.join(FORMATS)}, not “{format}”")
    warn(call, query, call.library.find(query, limit=0), restricts=restricts(query))
    digest = call.library.digest(query, title=call.value("--title") or "", sort=sort)
    if call.out.json and target is None:
        call.out.value(digest)
        return
    pieces = roundup.html(digest) if format == "html" else roundup.markdown(digest)
    if target is None:
        call.out.say("".join(pieces).rstrip("\n"))
        return
    write(target, (piece.encode() for piece in pieces))
    told = {"file": str(target), "format": format, "papers": digest.papers}
    call.out.value(told) if call.out.json else call.out.say(f"wrote {digest.papers} papers to {target}")


COMMANDS = {
    "digest": Command(
        run_digest,
        "[QUERY]",
        """
Prints the papers that match, grouped by tag, each with its heading and link, your remark, the results marked in it and
the votes of closed rounds: to mail to a reading group, or from cron. What is private stays out. Without -o, on standard
output; nothing is asked.
""",
        (
            OUTPUT,
            FORCE,
            Option("--format", "F", "markdown or html (else by the name of the file)", fills="digest-format"),
            Option("--title", "T", "the title"),
            Option("--sort", "S", "as `tracker list` takes it", fills="sort"),
        ),
        (
            ("tracker digest 'added:1w status:later'", "what came in this week and was kept"),
            ("tracker digest '#reading-group' --format html -o monday.html --force", "a page, made anew"),
        ),
        ("query",),
        dashes=True,
    ),
}
