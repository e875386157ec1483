"""The verb feeds: the feeds in the settings, and fetching them."""

from __future__ import annotations

from typing import Any

from tracker.cli.call import Call
from tracker.cli.options import Command, Option, Usage
from tracker.errors import TrackerError
from tracker.library.importing.reports import FeedReport


class NothingFetched(TrackerError):
    """No feed could be read."""

    kind = "feed"


def run_feeds(call: Call) -> None:
    """`tracker feeds` and `tracker feeds fetch`."""
    word = call.words.pop(0) if call.words else "list"
    match word:
        case "list":
            call.end()
            _list(call)
        case "fetch":
            _fetch(call)
        case _:
            raise Usage(f"tracker feeds takes fetch or nothing, not “{word}”")


def _list(call: Call) -> None:
    feeds = call.settings.network().feeds
    if call.out.json:
        call.out.value([feed._asdict() for feed in feeds])
    elif not feeds:
        call.out.aside("no feeds are set; `tracker config edit` takes them, each under [[feeds]] with its url")
    else:
        call.out.rows([(feed.name, feed.url, feed.collection or "", ", ".join(feed.tags)) for feed in feeds])


def _fetch(call: Call) -> None:
    reports = call.library.fetch_feeds(
        call.settings.network(),
        call.words,
        dry_run=call.flag("--dry-run"),
        fresh=call.flag("--fresh"),
        said=lambda name: call.out.doing(f"fetching {name}"),
    )
    if call.out.json:
        call.out.value([_json(one) for one in reports])
    else:
        for one in reports:
            _tell(call, one)
    if all(one.problem for one in reports):
        raise NothingFetched("No feed could be read")


def _json(one: FeedReport) -> dict[str, Any]:
    from tracker.cli.importing import report_json

    told = report_json(one.report, dry=False) if one.report else {}
    told.pop("dry_run", None)
    return {"feed": one.feed, "url": one.url, "problem": one.problem or None} | told


def _tell(call: Call, one: FeedReport) -> None:
    if one.report is None:
        call.out.warn(f"{one.feed}: {one.problem}", "feed")
        return
    counts = ((one.report.new, "new"), (one.report.changed, "changed"), (one.report.same, "here already"))
    parts = [f"{count} {word}" for count, word in (*counts, (len(one.report.failed), "not read")) if count]
    call.out.say(f"{one.feed}: {', '.join(parts) or 'nothing'}")
    for failure in one.report.failed:
        call.out.warn(f"{one.feed}, line {failure.line}: {failure.message}", "feed")


COMMANDS = {
    "feeds": Command(
        run_feeds,
        "[fetch [NAME…]]",
        """
Lists the feeds in the settings: name, address, collection, tags. With fetch, takes in what is new in them, or in those
named: new papers come into the inbox, in the feed's collection and with its tags. Each feed is one step that `tracker
undo` takes back. A feed that has not changed is not sent again, and none is asked twice in five minutes (--fresh does).

Atom, RSS and every other format that `tracker import` reads may stand at the address.

With --json: [{feed, url, problem, read, new, same, changed, failed, step}].
""",
        (
            Option("--dry-run", "", "tell what would be done, and do nothing"),
            Option("--fresh", "", "ask again, whatever was remembered"),
        ),
        (("tracker feeds fetch", "new papers of all feeds"), ("tracker feeds fetch 'Machine learning'", "of one")),
        ("feeds-verb", "none"),
    )
}
