"""A library small enough to reckon by hand what each documented query finds in it, made as people make theirs."""

import json
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import text

from tracker.formats.record import Record
from tracker.library import Library
from tracker.terms import Decision, Status

DIFFUSION = (
    "Diffusion models meet BERT in one architecture whose sampler needs no more than four steps. The sampler is"
    " distilled from a teacher, and its noise schedule is learnt. Images of faces, rooms and landscapes come out sharp."
)
RECORDS = (  # numbered from 1
    Record(
        title="Calibration of Self-Attention in X",
        authors=("Wei Liu", "Ada Lee"),
        year=2024,
        venue="ICML",
        collection="ICML 2025",
        abstract="We calibrate self-attention for any x over long contexts. The error falls by 23.4%.",
        doi="10.1000/1",
        arxiv_id="2401.00001",
        url="https://example.org/1",
        pdf_url="https://example.org/1.pdf",
        code_url="https://example.org/1.git",
    ),
    Record(
        title="Diffusion with BERT",
        authors=("Xin Wang",),
        year=2022,
        venue="NeurIPS",
        collection="NeurIPS 2025",
        abstract=DIFFUSION,
        doi="10.1000/2",
    ),
    Record(
        abstract="Judges refuse a jailbreak. He said “no”, and curly marks stay at F1 < 0.72; what remains is open.",
        year=2025,
        collection="ICML 2025",
    ),
    Record(
        title="Reinforcement for Judges",
        authors=("Bo Li", "Xin Wang"),
        year=2020,
        collection="ICML 2025",
        abstract="Test-time training makes RL stable. The rest is a chain of thought.",
    ),
    Record(
        title="Title and Norms",
        authors=("Eve Stone",),
        year=2023,
        abstract="The norm $L_p$ takes $O(T^2)$ time. M-STaR reaches F1<0.72 for every f(x).",
    ),
    Record(title="BERT for Diffusion", authors=("Xin Wang",), abstract=f"{DIFFUSION} More.", doi="10.1000/6"),
    Record(title="Theory of Bounds", year=2019),
    Record(
        title="A Word on the Title of Bounds",
        year=2023,
        abstract="These words are few, exact and calib.",
        doi="10.1000/8",
    ),
)
REWRITTEN = (
    RECORDS[3]._replace(abstract=f"{RECORDS[3].abstract} All of it stays."),
    RECORDS[7]._replace(abstract="Nothing of it stands as it did, but calib is exact."),
)
LIKES = {1: (0.7, "attention"), 3: (0.9, "judges"), 6: (0.6, "faces"), 8: (0.2, "")}


def make(library: Library, bob: Library) -> None:
    """Fill an empty library of ann's, which bob has open too."""
    library.import_records(RECORDS, names="icml25.bib", format="bibtex")
    ann_reads(library)
    for paper, tags in {1: ["nlp", "safety"], 2: ["method/diffusion"], 3: ["safety"], 4: ["b", "safety"]}.items():
        library.tag([paper], tags)
    for paper, tags in {5: ["a", "b"], 6: ["a/b"], 7: ["theory"]}.items():
        library.tag([paper], tags)
    they_write(library, bob)
    library.import_records(REWRITTEN, names="proceedings.csv", format="csv")
    they_vote(library, bob)
    library.save_search("other", "#safety")
    with library.store.transaction() as session:
        values = {"at": datetime.now(UTC).isoformat(), "papers": json.dumps(LIKES)}
        learnt = "INSERT INTO liking (person_id, decisions, at, papers) SELECT id, 20, :at, :papers FROM person"
        session.connection().execute(text(f"{learnt} WHERE name = 'ann'"), values)


def ann_reads(library: Library) -> None:
    now = datetime.now(UTC)
    library.set_status([1, 7, 8], Status.LATER)
    library.set_status([2], Status.DONE)
    library.set_status([4], Status.READING)
    library.set_status([5], Status.SKIPPED)
    library.set_star([1], True)
    library.set_priority([1], 1)
    library.set_priority([4], 3)
    library.rate([2], 4)
    library.rate([5], 3)
    library.set_due([1], date.today())
    library.set_due([4], date.today() + timedelta(days=5))
    library.snooze([6, 8], now + timedelta(days=3))
    for paper in (1, 2, 4):
        library.mark_seen(paper, opened=paper != 1)
    before = (now - timedelta(days=90)).isoformat(timespec="microseconds")
    with library.store.transaction() as session:  # nobody can wait for these
        for changed in (
            "reading_state SET status_at = :at, decided_at = :at WHERE paper_id = 7",
            "reading_state SET snoozed_until = :at WHERE paper_id = 8",
            "paper SET added_at = :at WHERE id IN (6, 7)",
        ):
            session.connection().execute(text(f"UPDATE {changed}"), {"at": before})


def they_write(library: Library, bob: Library) -> None:
    library.write_note(1, "An attention sink.", title="x")
    library.write_note(7, "As in [[nothing that is here]].")
    bob.write_note(4, "Needs a long context.")
    for paper, quote, kind in (
        (1, "falls by 23.4%", "result"),
        (1, "self-attention", "note"),
        (1, "long contexts", "method"),
        (2, "distilled from a teacher", "method"),
        (3, "what remains is open", "question"),
        (4, "Test-time training", "method"),
        (4, "RL stable", "claim"),
        (4, "The rest", "problem"),
        (4, "chain of thought", "note"),
        (4, "makes", "question"),
        (8, "words are few", "claim"),
    ):
        library.annotate_quote(paper, quote, kind, "x")
    library.comment(1, "It is x.")
    bob.comment(4, "@ann what is meant?")


def they_vote(library: Library, bob: Library) -> None:
    library.new_round("first", "id:1,2,4,5", ["ann", "bob"])
    yes, maybe, no = Decision.INCLUDE, Decision.MAYBE, Decision.EXCLUDE
    for voter, votes in ((library, {1: yes, 2: maybe, 4: no}), (bob, {1: no, 2: yes, 4: no, 5: yes})):
        for paper, vote in votes.items():
            voter.vote("first", paper, vote)
    library.close_round("first")
