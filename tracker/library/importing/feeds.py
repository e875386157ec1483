"""Feeds named in the settings: fetched when somebody asks, their new papers taken into the inbox."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tracker.errors import NotFound, TrackerError
from tracker.later import registry
from tracker.library.importing.enriching import OFFLINE, heeding
from tracker.library.importing.imports import Imports
from tracker.library.importing.reports import FeedReport, ImportReport
from tracker.library.values import Stop

if TYPE_CHECKING:
    from tracker.network import Feed, Network
    from tracker.services.cache import Cache, Kept
    from tracker.services.fetching import Fetcher

AGAIN = 300.0  # seconds before a feed is asked once more
ACCEPTED = "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5"


class Feeds(Imports):
    def fetch_feeds(
        self,
        network: Network,
        names: Sequence[str] = (),
        *,
        dry_run: bool = False,
        fresh: bool = False,
        said: Callable[[str], None] = lambda _: None,
        stop: Stop | None = None,
    ) -> list[FeedReport]:
        """Take in what is new in some feeds, by name or address, or in all; each is a step of its own. What is wrong
        with one does not keep the others back. NotFound for one that is not in the settings, NoNetwork where nobody
        may be asked."""
        from tracker.network import cache_folder
        from tracker.services.cache import Cache
        from tracker.services.fetching import Fetcher
        from tracker.services.trouble import NoNetwork

        if network.offline:
            raise NoNetwork(OFFLINE)
        cache = Cache(cache_folder() / "feeds")
        fetcher = Fetcher(cache, contact=network.contact, heed=heeding(stop))
        reports = []
        try:
            for feed in chosen(network.feeds, names):
                said(feed.shown)
                reports.append(self._fetch(fetcher, cache, feed, dry_run=dry_run, fresh=fresh))
        finally:
            fetcher.close()
        if reports and not fetcher.reached and all(one.problem.endswith("cannot be reached") for one in reports):
            raise NoNetwork("none of the feeds can be reached; try again when you are online")
        return reports

    def _fetch(self, fetcher: Fetcher, cache: Cache, feed: Feed, *, dry_run: bool, fresh: bool) -> FeedReport:
        from tracker.services.trouble import Trouble

        try:
            kept = newest(fetcher, cache, feed.url, fresh=fresh)
            source = registry.source_of(kept.body, feed.url)
        except (Trouble, TrackerError) as error:
            from tracker.library.values import Stopped

            if isinstance(error, Stopped):
                raise
            return FeedReport(feed.shown, feed.url, None, str(error).removeprefix(f"{feed.url}: "))
        report: ImportReport = self.import_records(
            source.records(),
            names=feed.shown,
            format=source.format,
            collection=feed.collection,
            tags=feed.tags,
            dry_run=dry_run,
        )
        return FeedReport(feed.shown, feed.url, report, "")


def chosen(feeds: Sequence[Feed], names: Sequence[str]) -> list[Feed]:
    """The feeds of these names or addresses; all without any. NotFound tells those there are."""
    if not feeds:
        raise NotFound("No feeds are set; `tracker config edit` takes them, each under [[feeds]] with its url")
    found = []
    for name in names:
        matching = [feed for feed in feeds if name.casefold() in (feed.name.casefold(), feed.url.casefold())]
        if not matching:
            raise NotFound(f"No feed is named {name}; there are {', '.join(feed.shown for feed in feeds)}")
        found += matching
    return found or list(feeds)


def newest(fetcher: Fetcher, cache: Cache, url: str, *, fresh: bool) -> Kept:
    """The feed as it is now, asked for only if it changed, and not again within five minutes."""
    from tracker.services.fetching import Question
    from tracker.services.trouble import Trouble

    question = Question(url, {"accept": ACCEPTED})
    kept = cache.get(question.name())
    if kept and kept.status == 200 and not fresh:
        if 0 <= time.time() - kept.at < AGAIN:
            return kept
        changed = {"if-none-match": kept.headers.get("etag"), "if-modified-since": kept.headers.get("last-modified")}
        question = question._replace(headers={"accept": ACCEPTED} | {n: value for n, value in changed.items() if value})
    answer = fetcher.ask(question)
    if answer.status == 304 and kept:
        cache.put(question.name(), kept._replace(at=time.time()))
        return kept
    if answer.status != 200:
        raise Trouble(f"{question.host} has no such feed ({answer.status})")
    return answer
