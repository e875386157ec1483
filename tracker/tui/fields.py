"""What the fields of the program take, with examples: told on F1, where one is."""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """What a field takes; then what may be typed, and what it means."""

    takes: str
    examples: tuple[tuple[str, str], ...]


DAYS = (("fri", "the next Friday"), ("tomorrow", ""), ("2w", "in two weeks; also 3d, 1m"), ("12 feb", "that day"))
QUERY = (
    ("test-time training", "these words, in titles, abstracts, notes, names and tags; typos are forgiven"),
    ('"mixture of experts"', "these words in this order"),
    ("calib* =calib", "words that begin so; this very word"),
    ("#safety -#theory", "with this tag; without that one"),
    ("status:later is:unread", "a state: inbox later reading done skipped, open closed unread"),
    ("is:starred has:note", "also is:due is:stale has:question has:annotation has:pdf"),
    ("author:lee year:2024..", "what is known about a paper; also venue: collection: words:"),
    ("(rl OR reinforcement)", "either"),
    ("like:7", "the papers most like one"),
    ("sort:-year", "the order: next added title year priority due random"),
)
ROUND = {
    "name": ("first pass", "what people call the round"),
    "query": ("#reasoning -status:skipped", "which papers, as in the filter; nothing: all"),
    "people": ("ann, bob", "who votes"),
    "votes": ("2", "how many votes each paper needs; all: everybody's"),
    "blind": ("closed", "others' votes show when it is closed; own: after one's own; open: at once"),
    "criteria": ("Makes models reason better", "what to include; always one key away while voting"),
    "reasons": ("off topic, only theory", "why to exclude; on the keys 1, 2 …"),
    "good": ("experiment*, human study", "words that are lit, as they speak for a paper"),
    "bad": ("theor*", "words that are dimmed"),
    "share": ("split", "each paper to as few people as votes need; free: to whoever comes; 20: a fifth to everybody"),
    "pilot": ("10", "so many papers by chance, to talk about first"),
    "after": ("first pass", "only what that round included"),
}

FIELDS: dict[str, About] = {
    "filter": About("Words to look for, and terms; all of them hold together.", QUERY),
    "figures of": About("A query: only these papers are counted. Nothing: all.", QUERY),
    "map of": About("A query: only these papers are grouped. Nothing: all.", QUERY),
    "papers": About("The query whose papers the rule acts on.", QUERY),
    "do": About(
        "What is done to them, several deeds between semicolons; all of them are one step.",
        (
            ("tag +safety -new", "puts a tag on and takes one off"),
            ("later", "also inbox reading done skip"),
            ("priority 2; due fri", "also star unstar"),
        ),
    ),
    "tags": About(
        "Part of a tag's name; the list shows what fits.",
        (
            ("safety", "⏎ puts it on, or takes it off where it is on all"),
            ("-safety", "⏎ takes it off"),
            ("safety/audits", "a tag below another: #safety finds both"),
            ("new words", "⏎ ⏎ makes a tag that there is not yet"),
        ),
    ),
    "tag the mark": About(
        "Tags for the mark, between blanks.", (("surprising weak", "two tags"), ("-weak", "takes it off"))
    ),
    "due": About("The day by which to read the paper; nothing: no day.", DAYS),
    "snooze until": About("The day on which the paper comes back.", DAYS),
    "save the filter as": About(
        "A name for the saved search; a digit in front puts it on that key.",
        (("calibration", "in the left pane"), ("7 calibration", "on the key 7 as well")),
    ),
    "title": About(
        "The paper's title; TeX is shown as it reads.", (("Scaling laws for $L_2$ loss", "with a formula"),)
    ),
    "find": About("Words to find in this text; n and N go on.", (("length gen", "as typed, capitals or not"),)),
    "light up": About("Words to light up until you leave; * is any ending.", (("calibrat* judge", "two words"),)),
    "remark": About("Your words on the mark, in Markdown.", (("same as [[lee2024]]?", "with a link"),)),
    "comment": About(
        "What everybody who shares the library reads.",
        (("@bob see section 3", "bob finds it under what is asked of him"), ("[[lee2024]]", "a link to a paper")),
    ),
    "ask": About("A question to somebody.", (("@bob is this new?", "bob finds it in what waits for him"),)),
    "since": About("A line that says why; it stays with the decision.", (("second reading: results hold", ""),)),
    "new kind": About("One word for what the mark says of its words.", (("dataset", "gets the next free digit"),)),
    "sign": About("One character that stands in front of the marked line.", (("D", ""), ("§", ""))),
    "colour": About("A colour as #rrggbb; the sign says the same without it.", (("#2ea8e5", "Zotero's blue"),)),
    "import file": About(
        "A file of papers, or several; ↓ offers those of this folder. It is shown before anything is written.",
        (
            ("~/icml.txt", "abstracts, one a paragraph"),
            ("refs.bib", "also ris csv xlsx json xml …"),
            ("lists/*.bib", "all"),
        ),
    ),
    "add": About(
        "One paper: what is known of it elsewhere is looked up.",
        (
            ("10.48550/arXiv.1706.03762", "a DOI"),
            ("1706.03762", "an arXiv id, also as an address"),
            ("Large language models are …", "an abstract"),
        ),
    ),
    "reasons": About("Why a paper is left out, between commas; each is on a digit.", (("off topic, no tests", ""),)),
    "people": About("Who is to vote in the round, between commas.", (("ann, bob", ""),)),
    "write": About(
        "A file that is not there yet; its ending says the format.",
        (
            ("papers.bib", "also ris csv json jsonl md html, jsonld for annotations"),
            ("~/decisions.csv", "of a round: csv ris json, svg or txt for the PRISMA flow"),
        ),
    ),
    "rename": About("Another name for the tag; papers and links follow.", (("safety/audits", "and below #safety"),)),
    "merge": About("The tag that takes over the papers of this one.", (("safety", "this one is gone then; u undoes"),)),
    "put": About("The tag below which this one is to stand.", (("safety", "#safety then finds this one too"),)),
    "name": About("One word; marks of this kind go along.", (("dataset", ""),)),
    "note": About("A line that goes with your vote; others see it when they see the vote.", (("weak tests, n=3", ""),)),
    "title of the note": About(
        "What the note is called; [[…]] in other texts links to it so.", (("Judge audit plan", "[[Judge audit plan]]"),)
    ),
    "folder for your notes": About(
        "A folder that holds your notes as Markdown files, in step both ways.", (("~/vault/papers", "made if need be"),)
    ),
    **{f"new-{name}": About(told.capitalize() + ".", ((typed, ""),)) for name, (typed, told) in ROUND.items()},
}


def about(name: str) -> About | None:
    """What is told of a field, by its label or its id; of `include, since` by the last word, of others by the first."""
    names = (name, name.rpartition(", ")[2], name.partition(" ")[0])
    return next((FIELDS[one] for one in names if one in FIELDS), None)
