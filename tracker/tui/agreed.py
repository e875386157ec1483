"""Agreement and conflicts as they are laid out on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.terms import Decision
from tracker.tui.safe import line, plain
from tracker.tui.widgets import reading
from tracker.tui.widgets.cells import crop, sides

if TYPE_CHECKING:
    from tracker.library.rounds.values import Agreement, Case, Figure, RoundView, Tally
    from tracker.library.values import CommentView, Row

SIGNS = {Decision.INCLUDE: "y", Decision.MAYBE: "m", Decision.EXCLUDE: "n"}
STYLES = {Decision.INCLUDE: "$success", Decision.MAYBE: "$warning", Decision.EXCLUDE: "$error"}
NAMES = {
    "cohen-kappa": "κ (Cohen)",
    "krippendorff-alpha": "α (Krippendorff)",
    "krippendorff-alpha-ordinal": "α (Krippendorff, ordinal)",
    "fleiss-kappa": "κ (Fleiss)",
    "gwet-ac1": "AC1 (Gwet)",
    "kappa": "κ",
    "positive": "on includes",
    "negative": "on excludes",
    "raw-three": "raw, three answers",
}
CELL = 7  # of the table of pairs
MOST = 6  # people in the table


def state(view: RoundView) -> str:
    """Whether votes are hidden, and who showed them when."""
    if view.closed_at:
        return f"closed {view.closed_at.astimezone():%-d %b %Y}"
    if view.unblinded_at:
        return f"unblinded by {view.unblinded_by} {view.unblinded_at.astimezone():%-d %b}"
    return "open" if view.sees else "blind"


def voters(view: RoundView) -> tuple[str, ...]:
    return tuple(member.name for member in view.people if member.votes or member.voted)


def figures(tally: Tally, width: int, *, brief: bool) -> Content:
    """The round, its statistics, and the table of pairs; `brief`: only the first statistic."""
    view, lines = tally.round, list[Content]()
    people = len(voters(view))
    counts = f"{people} people · {view.papers:,} papers · {tally.done:,} with all their votes"
    split = f" · {tally.conflicts:,} split" if tally.conflicts is not None else ""
    lines.append(line(crop(f"{counts}{split}", width)))
    if tally.hidden:
        return Content("\n").join([*lines, line(f"agreement and conflicts are {tally.hidden}", "$muted"), Content()])
    whose = [line(crop(f"below, the votes of {', '.join(voters(view))}", width), "$muted")] if tally.conflicts else []
    if brief:
        return Content("\n").join([*lines, _headline(tally.agreement), *_table(tally), *whose])
    result = f"{tally.included:,} included · {tally.excluded:,} excluded · {tally.undecided:,} undecided"
    lines += [Content.styled(result, "$muted"), _headline(tally.agreement)]
    lines += _others(tally.agreement, width)
    lines += [Content(), *_table(tally), Content(), *whose]
    return Content("\n").join(lines)


def _headline(agreement: Agreement) -> Content:
    raw = f"   raw agreement {agreement.raw:.0%}" if agreement.raw is not None else ""
    return Content.assemble(_figure(agreement.headline), (raw, "$muted"))


def _figure(figure: Figure) -> Content:
    name = NAMES.get(figure.name, figure.name)
    if figure.value is None:
        return line(f"{name} – {figure.why}", "$muted")
    span = f"  [{figure.low:.2f}, {figure.high:.2f}]" if figure.low is not None and figure.high is not None else ""
    return Content.assemble((f"{name} ", ""), (f"{figure.value:.2f}", "bold"), (span, "$muted"))


def _others(agreement: Agreement, width: int) -> list[Content]:
    """The other figures, in as many lines as they take; those that are missing are told on the round's page."""
    said = [f"{NAMES.get(f.name, f.name)} {f.value:.2f}" for f in agreement.figures[1:] if f.value is not None]
    rows: list[str] = []
    for text in said:
        if rows and len(rows[-1]) + len(text) + 3 <= width:
            rows[-1] += f" · {text}"
        else:
            rows.append(text)
    why = agreement.headline.why if agreement.headline.value is not None else ""
    return [Content.styled(row, "$muted") for row in [*rows, *([why] if why else [])]]


def _table(tally: Tally) -> list[Content]:
    """Cohen's κ of each two people, how often each said yes, maybe and no, and what is left to them."""
    names = tally.agreement.people[:MOST]
    members = {member.name: member for member in tally.round.people}
    short = [crop(plain(name), CELL - 1) for name in names]
    answers = "".join(f"{sign:>5}" for sign in SIGNS.values())
    lines = [Content.styled(f"{'':{CELL}}{''.join(f'{name:>{CELL}}' for name in short)}  {answers}   left", "$muted")]
    for row, name in enumerate(names):
        cells = "".join(f"{_pair(tally.agreement, row, column):>{CELL}}" for column in range(len(names)))
        member = members.get(name)
        said = tally.said.get(name, {})
        tail = "  " + "".join(f"{said.get(decision, 0):>5,}" for decision in SIGNS)
        tail += f"{member.assigned - member.voted:>7,}" if member else ""
        lines.append(Content.assemble((f"{short[row]:{CELL}}", ""), cells, (tail, "$muted")))
    return lines if len(names) > 1 else []


def _pair(agreement: Agreement, row: int, column: int) -> str:
    if row == column:
        return "—"
    value = agreement.pairs.get((min(row, column), max(row, column)))
    return "·" if value is None else f"{value:.2f}"


def case_line(case: Case, row: Row | None, names: Sequence[str], threads: Mapping[int, int], width: int) -> Content:
    """What each said, the paper, and how much was said about it."""
    said = {ballot.person: ballot for ballot in case.ballots}
    letters: list[tuple[str, str]] = []
    for name in names[:MOST]:
        ballot = said.get(name)
        sign = SIGNS[ballot.decision].upper() if ballot and ballot.sure else SIGNS[ballot.decision] if ballot else "·"
        letters.append((f"  {sign}", STYLES[ballot.decision] if ballot else "$muted"))
    used = 3 * len(letters) + 2
    heading = ("≈ " if row and row.guessed else "") + plain(row.heading if row else str(case.paper_id))
    comments = threads.get(case.paper_id, 0)
    left, right = sides(heading, f"↳{comments} " if comments else "", max(8, width - used))
    return Content.assemble(*letters, "  ", left, (right, "$muted"))


def between(case: Case, pair: Sequence[str]) -> bool:
    """Whether these two are on different sides; everybody where no pair is named."""
    if not pair:
        return True
    said = {ballot.decision for ballot in case.ballots if ballot.person in pair}
    return {Decision.INCLUDE, Decision.EXCLUDE} <= said


def pairs(cases: Iterable[Case]) -> list[tuple[str, ...]]:
    """The two of each conflict that are on different sides, those who differ most often first."""
    found: dict[tuple[str, ...], int] = {}
    for case in cases:
        names = sorted(ballot.person for ballot in case.ballots)
        for pair in combinations(names, 2):
            if between(case, pair):
                found[pair] = found.get(pair, 0) + 1
    return sorted(found, key=lambda pair: (-found[pair], pair))


def talk(comments: Iterable[CommentView]) -> Content:
    """What was said about a paper."""
    lines = [
        Content.assemble((f"{'  ' * min(c.depth, 2)}{plain(c.author)}  ", "$muted"), reading.abstract(c.shown))
        for c in comments
    ]
    return Content("\n").join(lines)


def decision(case: Case, tally: Tally | None) -> Content:
    """Whether it is settled, and who can settle it."""
    if case.settled:
        said = f"{case.settled.decision} · {case.settled.person} · “{case.settled.note}”"
        return line(said, "bold")
    leads = [m.name for m in tally.round.people if m.role != "reviewer" and not m.left_at] if tally else []
    who = f"open · {' or '.join(leads)} can settle it with Y or N" if leads else "open"
    return Content.assemble(line(who), "\n", ("yes against no is a conflict; maybe alone is not", "$muted"))
