"""Figures that answer questions: what is left and until when, how fast one decides, what is kept, what lies about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracker.library.door import numbers
from tracker.library.finding import Finding
from tracker.stored import moment, word
from tracker.terms import Status

if TYPE_CHECKING:
    from tracker.library.stats.values import Band, Day, Emptied, Figure, Pace, Stats, Week

DAYS, WEEKS, TAGS = 14, 4, 6
PAUSE = 300.0  # seconds: a longer gap between two decisions is no deciding
RECENT = 2000  # decisions whose times are looked at
KEPT = "status:later,reading,done"

STANDING = "SELECT status, count(*) FROM reading_state r WHERE person_id = :me{scope} GROUP BY status"
# Counted by moment first: the papers of an import have one, and moments are read off an index, a million in order.
BY_TIME = """
SELECT substr(moment, 1, 15), CAST(sum(held) AS INTEGER)
FROM (SELECT {column} AS moment, count(*) AS held FROM {table} WHERE {column} >= :since{scope} GROUP BY {column})
AS moments GROUP BY 1
"""
MOMENTS = """
SELECT DISTINCT decided_at FROM reading_state r WHERE person_id = :me AND decided_at >= :since{scope}
ORDER BY decided_at DESC LIMIT :most
"""
TAGGED = """
SELECT t.name, count(*) FROM reading_state r JOIN paper_tag l ON l.paper_id = r.paper_id JOIN tag t ON t.id = l.tag_id
WHERE r.person_id = :me AND r.status IN ('later', 'reading', 'done'){scope}
GROUP BY t.name ORDER BY 2 DESC, t.name LIMIT :most
"""
MARKED = """
SELECT k.name, count(r.id) FROM kind k LEFT JOIN annotation r ON r.kind = k.name AND r.deleted_at IS NULL
  AND (r.visibility = 'team' OR r.author_id = :me){scope}
WHERE NOT k.archived GROUP BY k.name, k.position ORDER BY k.position
"""
SPENT = """
SELECT coalesce(sum(seconds), 0) FROM reading_state r WHERE person_id = :me AND seconds IS NOT NULL{scope}
"""
LOOKED_AT = """
SELECT seconds FROM reading_state r WHERE person_id = :me AND decided_at >= :since AND seconds IS NOT NULL{scope}
ORDER BY decided_at DESC LIMIT :most
"""
DECIDED = """
SELECT paper_id, status FROM reading_state r
WHERE person_id = :me AND paper_id IN ({judged}) AND status <> 'inbox'{scope}
"""
BANDS = ((0.8, 1.0), (0.4, 0.8), (0.0, 0.4))  # of how likely a paper is kept, the lower end in, the upper out but for 1
UNLIKELY = 0.2  # below which one might skip unseen
MINE = {
    "decided": ("reading_state r", "r.decided_at", "r.person_id = :me"),
    "read": ("reading_state r", "r.finished_at", "r.person_id = :me AND r.status = 'done'"),
    "notes": ("note r", "r.created_at", "r.author_id = :me"),
    "annotations": ("annotation r", "r.created_at", "r.author_id = :me AND r.deleted_at IS NULL"),
}


class Statistics(Finding):
    def stats(self, query: str = "", *, days: int = DAYS) -> Stats:
        """Figures about the papers of a query, all papers where it is empty, over the last so many days."""
        from tracker.library.stats.values import Stats

        scope = Scope(self, query)
        today = datetime.now().astimezone().date()
        standing = scope.standing()
        monday = today - timedelta(days=today.weekday())
        mondays = [monday - timedelta(days=7 * back) for back in range(WEEKS)][::-1]
        by_day = scope.decided(min(mondays[0], today - timedelta(days=days - 1)))
        counted = scope.days(standing[0].papers, by_day, today, days)
        decided = sum(figure.papers for figure in standing[1:])
        done = [day.decided for day in counted]
        return Stats(
            query=query,
            papers=decided + standing[0].papers,
            standing=standing,
            decided=scope.figure("decided", decided, "-status:inbox"),
            today=scope.figure("today", counted[-1].decided, f"decided:{today}"),
            days=counted,
            a_day=sum(done) / days,
            seconds=scope.seconds(),
            emptied=_emptied(standing[0].papers, done, today),
            kept=scope.kept(),
            bands=scope.bands(),
            missed=scope.missed(),
            annotations=scope.annotations(),
            unanswered=scope.found("unanswered", "has:unanswered"),
            stale=scope.found("stale", "is:stale"),
            spent=scope.spent(),
            weeks=scope.weeks(mondays, by_day),
        )


class Scope:
    """The papers that are counted."""

    def __init__(self, library: Statistics, query: str) -> None:
        self.library, self.query = library, query.strip()
        self.ids = library.find(self.query).ids if self.query else None

    def figure(self, label: str, papers: int, query: str) -> Figure:
        from tracker.library.stats.values import Figure

        return Figure(label, papers, self.asked(query))

    def asked(self, query: str) -> str:
        """A query within the scope."""
        wide = any(word in self.query.split() for word in ("OR", "|"))
        return f"({self.query}) {query}" if wide else f"{self.query} {query}".strip()

    def found(self, label: str, query: str) -> Figure:
        return self.figure(label, self.library.count(self.asked(query)), query)

    def standing(self) -> tuple[Figure, ...]:
        counts = dict.fromkeys(Status, 0) | {word(Status, status): papers for status, papers in self._read(STANDING)}
        every = len(self.ids) if self.ids is not None else self.library.store.read("SELECT count(*) FROM paper")[0][0]
        counts[Status.INBOX] = every - sum(papers for status, papers in counts.items() if status is not Status.INBOX)
        return tuple(self.figure(status.value, papers, f"status:{status}") for status, papers in counts.items())

    def decided(self, first: date) -> Counter[date]:
        """How many were decided on each day."""
        return self._by_day("decided", first)

    def days(self, left: int, decided: Counter[date], today: date, days: int) -> tuple[Day, ...]:
        """The last days, and how much was left at the end of each: counted back from what is left now."""
        from tracker.library.stats.values import Day

        added = self._added(today - timedelta(days=days - 1))
        found: list[Day] = []
        for day in (today - timedelta(days=back) for back in range(days)):
            found.append(Day(day, decided[day], max(0, left), self.asked(f"decided:{day}")))
            left += decided[day] - added[day]
        return tuple(reversed(found))

    def weeks(self, begins: Sequence[date], decided: Counter[date]) -> tuple[Week, ...]:
        from tracker.library.stats.values import Week

        counted = [decided, *(self._by_day(what, begins[0]) for what in ("read", "notes", "annotations"))]
        weeks = []
        for begin in begins:
            within = [begin + timedelta(days=day) for day in range(7)]
            done, read, notes, annotations = (sum(by_day[day] for day in within) for by_day in counted)
            decided_then, finished, noted, marked = (
                self.asked(f"{field}:{within[0]}..{within[-1]}")
                for field in ("decided", "status:done finished", "noted", "marked")
            )
            queries = (decided_then, finished, noted, marked)
            weeks.append(Week(begin, done, read, notes, annotations, queries))
        return tuple(weeks)

    def seconds(self) -> Pace | None:
        """What the person looked at a paper for until they decided; where nobody measured that, the time between
        decisions in one sitting. None for fewer than two."""
        from statistics import median, quantiles

        from tracker.library.stats.values import Pace

        since = _stored(datetime.now().astimezone() - timedelta(days=90))
        looked = [float(row[0]) for row in self._read(LOOKED_AT, since=since, most=RECENT)]
        times = looked if len(looked) > 1 else self._between(since)
        if len(times) < 2:
            return None
        return Pace(median(times), quantiles(times, n=10, method="inclusive")[-1], len(times), times is looked)

    def _between(self, since: str) -> list[float]:
        """The seconds between one decision and the next."""
        moments = [moment(row[0]) for row in self._read(MOMENTS, since=since, most=RECENT)]
        gaps = [(later - earlier).total_seconds() for later, earlier in pairwise(moments)]
        return [gap for gap in gaps if 0 < gap <= PAUSE]

    def bands(self) -> tuple[Band, ...]:
        """Of papers decided and judged by what was learnt from others: how many were kept, by how likely that was."""
        from tracker.library.stats.values import Band
        from tracker.store.liking import likes

        with self.library.store.translated():
            judged = likes(self.library.store.reader(), self.library.me_id)
        if not judged:
            return ()
        rows = self._read(DECIDED.replace("{judged}", numbers(judged)))
        decided = [(judged[paper][0], status) for paper, status in rows]
        found = []
        for low, high in BANDS:
            query = f"score>={low:g}" + (f" score<{high:g}" if high < 1 else "")
            inside = [status for likely, status in decided if likely >= low and (likely < high or high == 1)]
            kept = sum(status != Status.SKIPPED for status in inside)
            every = self.figure("decided", len(inside), f"{query} -status:inbox")
            found.append(Band(low, high, self.figure("kept", kept, f"{query} {KEPT}"), every))
        return tuple(found) if decided else ()

    def missed(self) -> Figure:
        """What was kept though it was unlikely: what skipping unseen would have lost."""
        return self.found("unlikely and kept", f"score<{UNLIKELY:g} {KEPT}")

    def kept(self) -> tuple[Figure, ...]:
        return tuple(self.figure(f"#{tag}", n, f"tag:={tag} {KEPT}") for tag, n in self._read(TAGGED, most=TAGS))

    def annotations(self) -> tuple[Figure, ...]:
        return tuple(self.figure(kind, n, f'kind:"{kind}"') for kind, n in self._read(MARKED))

    def spent(self) -> int:
        return int(self._read(SPENT)[0][0])

    def _read(self, sql: str, **values: Any) -> list[tuple[Any, ...]]:
        within = "" if self.ids is None else f" AND r.paper_id IN ({numbers(self.ids)})"
        return self.library.store.read(sql.format(scope=within), {"me": self.library.me_id, **values})

    def _by_day(self, what: str, first: date) -> Counter[date]:
        table, column, condition = MINE[what]
        sql = (
            BY_TIME.replace("{table}", table)
            .replace("{column}", column)
            .replace("{scope}", f" AND {condition}{{scope}}")
        )
        return _by_day(self._read(sql, since=_stored(_midnight(first))))

    def _added(self, first: date) -> Counter[date]:
        sql = BY_TIME.replace("{table}", "paper p").replace("{column}", "p.added_at")
        within = "" if self.ids is None else f" AND p.id IN ({numbers(self.ids)})"
        return _by_day(self.library.store.read(sql.format(scope=within), {"since": _stored(_midnight(first))}))


def _by_day(rows: Iterable[tuple[Any, ...]]) -> Counter[date]:
    """Counts by local day from counts by ten minutes of universal time."""
    days = Counter[date]()
    for tens, papers in rows:
        days[moment(f"{tens}0:00+00:00").astimezone().date()] += papers
    return days


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _emptied(left: int, done: Sequence[int], today: date) -> Emptied | None:
    """At the pace of the whole days since the first decision; of today where that was today."""
    from tracker.library.stats.values import Emptied
    from tracker.queue.forecast import forecast

    began = next((place for place, each in enumerate(done) if each), len(done))
    found = forecast(left, done[began:-1] or done[began:])
    if found is None:
        return None
    likely, early, late = (today + timedelta(days=round(days)) for days in found)
    return Emptied(found.likely, likely, early, late)
