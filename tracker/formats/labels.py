"""Decisions and labels that screening programs hide in notes, and the words for them."""

import re
from typing import NamedTuple

from tracker.formats.fields import flat, once, tags

RAYYAN = re.compile(r"RAYYAN-(INCLUSION|LABELS|EXCLUSION-REASONS):\s*(\{[^}]*\}|[^|\n]*)", re.I)
VERDICT = re.compile(r"=>\s*\"?(included|excluded|maybe)", re.I)
ASREVIEW = re.compile(r"\bASReview_(relevant|irrelevant|not_seen)\b", re.I)
OURS = re.compile(r"^tracker-(status|tags):[ \t]*(.*)$", re.I | re.M)
VENDORS = re.compile(  # what databases write into the notes of every paper
    r"(?:export date|cited by|times cited|coden|correspondence address|accession number|date (?:revised|created)|"
    r"last updated|subjectsTermNotLitGenreText|funding (?:details|text)|references|tradenames|manufacturers|"
    r"chemicals/cas|molecular sequence numbers|source: )\b",
    re.I,
)
LABELLED = {
    "1": "relevant",
    "1.0": "relevant",
    "yes": "relevant",
    "true": "relevant",
    "i": "included",
    "0": "irrelevant",
    "0.0": "irrelevant",
    "no": "irrelevant",
    "false": "irrelevant",
    "e": "excluded",
}


class Labels(NamedTuple):
    """What a note says about its paper: a state, tags, and what is left to read."""

    status: str | None
    tags: tuple[str, ...]
    rest: str


def labels(note: str) -> Labels:
    """Take the marks of Rayyan, ASReview and this program out of a note."""
    states = [found[1].lower() for found in ASREVIEW.finditer(note) if found[1].lower() != "not_seen"]
    named: list[str] = []
    for what, value in RAYYAN.findall(note):
        if what.upper() == "INCLUSION":
            states += _agreed(value)
        else:
            named += value.split(",")
    for what, value in OURS.findall(note):
        if what.lower() == "status":
            states.append(value)
        else:
            named += value.split(";" if value.endswith(";") else ",")
    rest = ASREVIEW.sub("", OURS.sub("", RAYYAN.sub("", note))) if states or named or ASREVIEW.search(note) else note
    return Labels(flat(states[-1]) if states else None, tags(named), _tidy(rest) if rest != note else note.strip())


def gathered(notes: tuple[str, ...]) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
    """State, tags and remaining notes of all notes on a paper; what a database notes on every paper is nobody's."""
    found = [labels(note) for note in notes]
    status = next((one.status for one in found if one.status), None)
    rest = tuple(one.rest for one in found if one.rest and not VENDORS.match(one.rest))
    return status, once(tag for one in found for tag in one.tags), rest


def labelled(value: str) -> str | None:
    """The word for a label column's 1 or 0; any other word is itself, and -1 is none."""
    value = value.strip().lower()
    return LABELLED.get(value) or (None if value in ("", "-1", "-1.0", "nan", "none") else value)


def _agreed(value: str) -> list[str]:
    """The verdict of Rayyan's reviewers: theirs where they agree, else `maybe`."""
    verdicts = {verdict.lower() for verdict in VERDICT.findall(value)}
    if len(verdicts) > 1:
        return ["maybe"]
    return list(verdicts)


def _tidy(rest: str) -> str:
    """What is left between the marks, without the bars that parted them."""
    if "|" not in rest:
        return rest.strip()
    lines = ([part.strip() for part in line.split("|")] for line in rest.strip().split("\n"))
    return "\n".join(" | ".join(filter(None, parts)) for parts in lines).strip()
