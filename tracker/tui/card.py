"""A paper as it is put before a reviewer: made ready beforehand, so that the next one shows at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from tracker.terms import Role
from tracker.tui.safe import line, plain
from tracker.tui.widgets import reading

if TYPE_CHECKING:
    from tracker.library import Library
    from tracker.library.rounds.ordering import Suggestion
    from tracker.library.rounds.values import Ballot, Lent, RoundView
    from tracker.library.values import Detail, Row

FOR, AGAINST, SOUGHT = "bold underline $success", "underline $error", "reverse"
GROUNDS = {
    "votes": "like what was included",
    "criteria": "like the criteria",
    "chance": "by chance, until something is included",
}


class Card(NamedTuple):
    """What the screen shows of a paper."""

    paper_id: int
    detail: Detail
    head: Content
    body: Content  # the abstract, standing words lit
    why: Content
    others: tuple[Ballot, ...]  # votes of others that the person may see
    voters: int  # others who voted on it, seen or not


def make(library: Library, view: RoundView, one: Suggestion, sought: Sequence[str] = ()) -> Card:
    """Read a paper and lay out all that is shown of it."""
    detail = library.detail(one.paper_id)
    text = reading.abstract(detail.abstract, most=reading.PREVIEW)
    lit = lighted(text, view.include_words, view.exclude_words, sought)
    others = tuple(ballot for ballot in library.ballots(view, one.paper_id) if not ballot.mine)
    why = Content("\n").join(list(_why(one, text.plain, view)))
    return Card(one.paper_id, detail, reading.heading(detail), lit, why, others, one.others)


def lighted(text: Content, good: Sequence[str], bad: Sequence[str], sought: Sequence[str] = ()) -> Content:
    """The text with words lit that speak for it or against it, or that are sought."""
    for words, style in ((good, FOR), (bad, AGAINST), (sought, SOUGHT)):
        if words:
            text = text.highlight_regex(_pattern(words), style=style)
    return text


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Words that begin so, in any case."""
    return re.compile(r"\b(?:" + "|".join(re.escape(word.strip("*")) for word in words) + r")\w*", re.IGNORECASE)


def found(text: str, words: Sequence[str]) -> list[str]:
    """Which of the words are in a text."""
    return [word for word in words if _pattern([word]).search(text)]


def alike(rows: Sequence[Row]) -> Content:
    """The papers that speak of the same and get the same vote."""
    told = f"and {len(rows)} like it, for which your vote goes too:"
    return Content("\n").join([line(told, "$accent bold"), *(line(f"  {row.heading}", "$accent") for row in rows)])


def _why(one: Suggestion, text: str, view: RoundView) -> Iterable[Content]:
    """Why this paper comes now, and which standing words are in it."""
    counts = f"{one.included} in, {one.excluded} out so far"
    ground = "the least clear: your vote tells most here" if one.unclear else GROUNDS[one.ground]
    score = " · too early for a score" if one.score is None else f" · score {one.score:+.2f}"
    shown = "" if one.ground == "chance" else score
    yield Content.assemble(("why  ", "$muted"), line(f"{ground} ({counts}){shown}", "$muted"))
    if one.words:
        yield Content.assemble(("     ", "$muted"), line(" · ".join(one.words), "$accent"))
    good, bad = found(text, view.include_words), found(text, view.exclude_words)
    if good or bad:
        wanted = line(" ".join(f"+{plain(word)}" for word in good), FOR)
        unwanted = line(" ".join(f"−{plain(word)}" for word in bad), AGAINST)
        yield Content.assemble(("lit  ", "$muted"), wanted, " " if good and bad else "", unwanted)


def told(card: Card, view: RoundView) -> dict[str, Content]:
    """What changes of a paper while it is looked at: its facts, and the votes of others that show."""
    return {"facts": line(facts(card, view), "$muted"), "others": ballots(card.others)}


def ended(view: RoundView, me: str, lent: Lent | None) -> dict[str, Content]:
    """What is said where there is no paper to vote on, and what one can do then."""
    head, facts = _ended(view, me, lent)
    keys = "g c shows what it came to" if view.sees else "g c shows how far it is"
    return {
        "head": Content.styled(head, "$heading bold"),
        "facts": line(facts, "$muted"),
        "body": Content(f"K looks back · i tells about the round · {keys}"),
        **dict.fromkeys(("alike", "others", "more"), Content()),
    }


def _ended(view: RoundView, me: str, lent: Lent | None) -> tuple[str, str]:
    if view.closed_at:
        return f"The round is {view.state}.", ""
    if view.role is None:
        return "You are not in this round by now.", "The votes you gave stay."
    if view.role is Role.DECIDER:
        return "You settle conflicts in this round, and have no vote in it.", ""
    if view.voted >= view.wanted:
        leads = [member.name for member in view.people if member.role is not Role.REVIEWER and not member.left_at]
        who = "C closes the round, and all votes show" if view.leads else f"{' or '.join(leads)} can close the round"
        return "Every paper has its votes.", f"{who}."
    if lent and lent.until:
        they = "1 paper is" if lent.papers == 1 else f"{lent.papers:,} papers are"
        by = f"{lent.until.astimezone():%H:%M}"
        return (
            "No paper is free at the moment.",
            f"{they} in others' hands; what has no vote by {by} comes to you here.",
        )
    waits = [f"{m.name} {view.left_for(m.name):,}" for m in view.people if m.name.casefold() != me.casefold()]
    waits = [said for said in waits if not said.endswith(" 0")]
    return "Nothing is left for you to vote on.", f"Others still have papers: {', '.join(waits)}." if waits else ""


def news(view: RoundView) -> str:
    """What somebody else changed of the round or of the person's place in it."""
    if view.closed_at:
        return f"the round is {view.state} by now — g c shows what it came to"
    if view.role is None:
        return "you were taken out of the round — your votes stay"
    return "you settle conflicts in the round from now on" if view.role is Role.DECIDER else "you can vote in the round"


def facts(card: Card, view: RoundView) -> str:
    """Where the paper is from, and how many others voted on it."""
    said = f"{card.voters} voted" if card.voters else "nobody voted yet"
    hidden = "" if view.sees or card.others or not card.voters else ", hidden"
    return " · ".join(part for part in (reading.origin(card.detail.row), f"{said}{hidden}") if part)


def ballots(votes: Iterable[Ballot]) -> Content:
    """Votes with their reasons, one a line."""
    lines = []
    for vote in votes:
        sure = ", sure" if vote.sure else ""
        words = " · ".join([*vote.reasons, *([f"“{vote.note}”"] if vote.note else [])])
        style = {"include": "$success", "exclude": "$error"}.get(vote.decision, "$warning")
        said = f"{vote.decision}{sure}"
        lines.append(Content.assemble((f"{plain(vote.person)}  ", "$muted"), (said, style), "  ", line(words)))
    return Content("\n").join(lines)
