"""The verbs that decide about papers: status, star, priority, rate, due, snooze."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time

from tracker.cli.call import Call, number
from tracker.cli.options import QUERY, Command, Option
from tracker.cli.papers import papers
from tracker.errors import Unreadable
from tracker.terms import STATUS_ALIASES, Depth, Status

NONE = ("none", "never", "-")


def run_status(call: Call) -> None:
    """`tracker status`."""
    status = status_of(call.take("STATUS"))
    depth = call.value("--depth")
    if depth is not None and depth not in list(Depth):
        raise Unreadable(f"--depth takes {', '.join(Depth)}, not “{depth}”")
    ids, before = papers(call), call.library.being_read()
    told(call, ids, call.library.set_status(ids, status, depth=Depth(depth) if depth else None))
    if call.library.liking_due():
        call.library.learn_liking()
    if warning := call.library.crowding(before):
        call.out.warn(warning, "reading")


def run_star(call: Call) -> None:
    """`tracker star`."""
    ids = papers(call)
    told(call, ids, call.library.set_star(ids, not call.flag("--off")))


def run_priority(call: Call) -> None:
    """`tracker priority`."""
    priority = number(call.take("N"), "A priority")
    ids = papers(call)
    told(call, ids, call.library.set_priority(ids, priority))


def run_rate(call: Call) -> None:
    """`tracker rate`."""
    rating = number(call.take("N"), "A rating")
    ids = papers(call)
    told(call, ids, call.library.rate(ids, rating or None))


def run_due(call: Call) -> None:
    """`tracker due`."""
    day = day_of(call.take("DATE"))
    ids = papers(call)
    told(call, ids, call.library.set_due(ids, day))


def run_snooze(call: Call) -> None:
    """`tracker snooze`."""
    day = day_of(call.take("DATE"))
    ids = papers(call)
    told(call, ids, call.library.snooze(ids, datetime.combine(day, time()).astimezone() if day else None))


def told(call: Call, ids: Sequence[int], title: str | None) -> None:
    """Tell what was done; doing what is done already is no error."""
    if call.out.json:
        call.out.value({"done": title, "papers": ids})
    else:
        call.out.say(title or "nothing changed: it is so already")


def status_of(word: str) -> Status:
    """A status by its name or another word for it."""
    word = word.lower()
    if word in STATUS_ALIASES:
        return STATUS_ALIASES[word]
    if word not in list(Status):
        from tracker.query.near import nearest

        near = nearest(word, [*Status, *STATUS_ALIASES])
        remedy = f"did you mean {near}?" if near else f"it is one of {', '.join(Status)}"
        raise Unreadable(f"There is no status {word}; {remedy}")
    return Status(word)


def day_of(text: str) -> date | None:
    """A day as people type it; None for `none`."""
    from tracker.text.when import day

    if text.lower() in NONE:
        return None
    found = day(text, date.today())
    if found is None:
        raise Unreadable(f"“{text}” is no date; try tomorrow, fri, 2w, next week, 12 feb, 2026-02-12, or none")
    return found


PILE = ("tracker list '#theory year:..2020' | {} -", "all that a query finds, by a pipe")

DATES = "DATE is tomorrow, fri, 2w, '12 feb' or 2026-02-12, and none takes it away."

COMMANDS = {
    "status": Command(
        run_status,
        "STATUS PAPERS",
        """
Marks papers for you as inbox, later, reading, done or skipped; read, to-read and skip are other words for done,
later and skipped.
""",
        (Option("--depth", "D", "how far you read: abstract, skim or full", fills="depth"), QUERY),
        (
            ("tracker status done 7 12", "two papers are read"),
            ("tracker status later --query '#safety status:inbox'", "everything new on safety"),
            (PILE[0].format("tracker status skipped"), PILE[1]),
        ),
        ("status", "paper"),
    ),
    "star": Command(
        run_star,
        "PAPERS",
        "Stars papers, for you.",
        (Option("--off", "", "take the stars off"), QUERY),
        (("tracker star 7", "star one paper"), ("tracker star --off --query is:starred", "take all stars off")),
        ("paper",),
    ),
    "priority": Command(
        run_priority,
        "N PAPERS",
        "Gives papers a priority for you: 0 is none, 3 the most urgent.",
        (QUERY,),
        (("tracker priority 2 7 12", "two papers are rather urgent"),),
        ("priority", "paper"),
    ),
    "rate": Command(
        run_rate,
        "N PAPERS",
        "Rates papers from 1 to 5, for you; 0 takes the rating away.",
        (QUERY,),
        (("tracker rate 5 liu2025diving", "the best"),),
        ("rating", "paper"),
    ),
    "due": Command(
        run_due,
        "DATE PAPERS",
        f"Sets the day by which you want to have read papers. {DATES}",
        (QUERY,),
        (("tracker due fri 7", "until Friday"), ("tracker due none --query is:due", "nothing is due any more")),
        ("date", "paper"),
    ),
    "snooze": Command(
        run_snooze,
        "DATE PAPERS",
        f"Puts papers off: until that day they are not among the open ones. {DATES}",
        (QUERY,),
        (("tracker snooze 2w 7", "not before two weeks from now"), ("tracker snooze none 7", "wake it again")),
        ("date", "paper"),
    ),
}
