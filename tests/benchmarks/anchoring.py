"""Do annotations find their place again? `python -m tests.benchmarks.anchoring [spans a row]` prints the table.

Abstracts are edited word by word, with the true place of each span kept; right: the place found overlaps the true one
by more than 0.7 of both together. Beside synthetic edits, the seeds against the wording in which they were published.
"""

import gzip
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from tests.benchmarks import corpus
from tracker.formats import facts, plaintext
from tracker.formats.record import Record
from tracker.seeds import seed_files
from tracker.text.anchor import Passage, Place, State
from tracker.text.render import render
from tracker.text.sentences import sentences

Span = tuple[int, int]
REWRITTEN = corpus.SOURCE.with_name("icml2025-half.jsonl.gz")
RIGHT = 0.7


class Case(NamedTuple):
    """A span of an old wording and where it stands in the new one (None: nowhere)."""

    old: str
    span: Span
    new: str
    true: Span | None


Edit = Callable[[random.Random, str, Span], Case]


def seeded() -> Iterator[Record]:
    """The seed papers, with what is known of them."""
    for path in seed_files():
        known = facts.facts_beside(path)
        for entry in plaintext.read(path.read_text(encoding="utf-8")):
            if isinstance(entry, Record):
                yield facts.enriched(entry, known)


def abstracts(count: int) -> list[str]:
    """The seeds, then real abstracts of some length."""
    seeds = [record.abstract for record in seeded() if record.abstract]
    others = (p.abstract for p in corpus.papers(20_000)) if not corpus.missing() else ()
    long = (render(text).text for text in (*seeds, *others) if len(text.split()) >= 60)
    return list(islice(long, count))


def span_of(chance: random.Random, text: str) -> Span:
    """A sentence, or 1 to 25 words."""
    if chance.random() < 0.5:
        return chance.choice(sentences(text))
    words = [match.span() for match in re.finditer(r"\S+", text)]
    first = chance.randrange(len(words))
    last = min(len(words), first + chance.randint(1, 25)) - 1
    return words[first][0], words[last][1]


def edited(share: float, vocabulary: list[str], front: str = "") -> Edit:
    """Substitute, insert or delete this share of the words."""

    def edit(chance: random.Random, text: str, span: Span) -> Case:
        out, at = [front], len(front)
        true: list[int] = []
        for match in re.finditer(r"(\S+)(\s*)", text):
            word, deed = match[1], chance.choice("sid") if chance.random() < share else ""
            if deed == "i":
                added = chance.choice(vocabulary) + " "
                out.append(added)
                at += len(added)
            kept = {"s": chance.choice(vocabulary), "d": ""}.get(deed, word)
            if kept and span[0] <= match.start() < span[1]:
                true += [at, at + len(kept)]
            out += [kept, match[2] if kept else ""]
            at += len(out[-1]) + len(kept)
        return Case(text, span, "".join(out), (true[0], true[-1]) if true else None)

    return edit


def titled(chance: random.Random, text: str, span: Span) -> Case:
    front = " ".join(chance.choice(text.split()) for _ in range(9)) + "\n\n"
    return Case(text, span, front + text, (span[0] + len(front), span[1] + len(front)))


def removed(chance: random.Random, text: str, span: Span) -> Case:
    return Case(text, span, text[: span[0]] + text[span[1] :].lstrip(), None)


def moved(chance: random.Random, text: str, span: Span) -> Case:
    """The sentence around the span goes to the end of the text."""
    places = sentences(text)
    start, end = next((p for p in places if p[0] <= span[0] and span[1] <= p[1]), places[0])
    span = span if start <= span[0] and span[1] <= end else (start, end)
    rest = (text[:start] + text[end:].lstrip()).rstrip() + " "
    shift = len(rest) - start
    return Case(text, span, rest + text[start:end], (span[0] + shift, span[1] + shift))


def replaced(texts: list[str]) -> Edit:
    """A sentence of another paper stands where the sentence around the span stood."""

    def edit(chance: random.Random, text: str, span: Span) -> Case:
        places = sentences(text)
        start, end = next((p for p in places if p[0] <= span[0] and span[1] <= p[1]), places[0])
        span = span if start <= span[0] and span[1] <= end else (start, end)
        other = chance.choice([each for each in texts if each != text])
        first, last = chance.choice(sentences(other))
        return Case(text, span, text[:start] + other[first:last] + text[end:], None)

    return edit


def another(texts: list[str]) -> Edit:
    def edit(chance: random.Random, text: str, span: Span) -> Case:
        return Case(text, span, chance.choice([each for each in texts if each != text]), None)

    return edit


def overlap(one: Span, other: Span) -> float:
    return max(0, min(one[1], other[1]) - max(one[0], other[0])) / (max(one[1], other[1]) - min(one[0], other[0]))


def verdict(case: Case, place: Place | None) -> str:
    """right, check (found, to be looked at, and not there), lost, gone (rightly lost), or wrong and silent."""
    if place is None:
        return "gone" if case.true is None else "lost"
    if case.true and overlap(place[:2], case.true) > RIGHT:
        return "right"
    return "check" if place.state is State.CHECK else "wrong"


def row(name: str, edit: Edit, texts: list[str], count: int, seed: int = 7) -> Counter[str]:
    chance = random.Random(seed)
    told: Counter[str] = Counter()
    spent = 0.0
    for _ in range(count):
        text = chance.choice(texts)
        case = edit(chance, text, span_of(chance, text))
        begun = time.process_time()
        place = Passage(case.old, case.new).carry(*case.span)
        spent += time.process_time() - begun
        told[verdict(case, place)] += 1
        told["looked at"] += place is not None and place.state is State.CHECK
    shares = "".join(f"{100 * told[kind] / count:9.2f}" for kind in ("right", "lost", "gone", "check", "wrong"))
    print(f"  {name:<30}{shares}{100 * told['looked at'] / count:11.2f}{1000 * spent / count:9.2f}")
    return told


def rewrites() -> Iterator[tuple[str, str, str]]:
    """Seeds whose published wording differs: id, wording here, wording there."""
    with gzip.open(REWRITTEN, "rt", encoding="utf-8") as lines:
        published = {each["openreview"]: each["abstract"].strip() for each in map(json.loads, lines)}
    for record in seeded():
        new = published.get(record.openreview_id or "")
        if record.abstract and new and new != record.abstract:
            yield record.openreview_id or "", render(record.abstract).text, render(new).text


def real() -> None:
    print("seeds as published: sentences by state, and those that a person would have to look at")
    for name, old, new in rewrites():
        passage = Passage(old, new)
        places = [(old[a:b], passage.carry(a, b)) for a, b in sentences(old)]
        states = Counter(str(place.state) if place else "orphan" for _, place in places)
        print(f"  {name}  " + "  ".join(f"{state} {count}" for state, count in sorted(states.items())))
        for text, place in places:
            if place is None or place.state is State.CHECK:
                told = f"{place.how} {place.score:.2f} {new[place.start : place.end]!r}" if place else "orphan"
                print(f"      {text!r}\n      → {told}")


def main(count: int) -> None:
    texts = abstracts(400)
    vocabulary = sorted({word for text in texts for word in text.split()})
    columns = "".join(f"{name:>9}" for name in ("right", "lost", "gone", "check", "wrong"))
    print(f"{len(texts)} abstracts, {count} spans a row, % (check: found, shown for checking, and not there)")
    print(f"  {'':<30}{columns}{'looked at':>11}{'ms each':>9}")
    row("title put in front", titled, texts, count)
    for share in (0.05, 0.15, 0.30):
        row(f"{share:.0%} of words edited", edited(share, vocabulary), texts, count)
    row("15% edited, title in front", edited(0.15, vocabulary, "A title in front\n\n"), texts, count)
    row("sentence moved to the end", moved, texts, count)
    row("span removed", removed, texts, count)
    row("another sentence in its place", replaced(texts), texts, count)
    row("another paper's text", another(texts), texts, count)
    if REWRITTEN.exists():
        real()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1500)
