"""How well and how fast the same paper is known again: `python -m tests.benchmarks.duplicates [papers]`.

Quality: a conference's papers against themselves with titles and texts retyped (case, accents, Markdown, one word in
twenty another one), by text, by title and by both. Found: the import takes the two for one, or names the pair. Speed:
some papers against as many.
"""

import gzip
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests.benchmarks import corpus
from tracker.formats.record import Record
from tracker.library import Library
from tracker.library.importing.arrival import arrived
from tracker.library.importing.reports import Outcome

HALF = corpus.SOURCE.with_name("icml2025-half.jsonl.gz")
WAYS = {"title and text": ("title", "abstract"), "text alone": ("abstract",), "title alone": ("title",)}
ACCENTS = str.maketrans({"e": "é", "o": "ö", "a": "à"})
PIECE = 1000


def conference() -> list[Record]:
    with gzip.open(HALF, "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return [Record(title=entry["title"], abstract=entry["abstract"], year=2025) for entry in entries]


def retyped(record: Record, chance: random.Random, vocabulary: list[str]) -> Record:
    """The record as somebody else would have it."""
    title = " ".join(_words(record.title or "", chance, vocabulary))
    title = chance.choice([title.upper(), title.lower(), title.translate(ACCENTS), f"**{title}**", title])
    words = [
        f"*{word}*" if chance.random() < 0.02 else word for word in _words(record.abstract or "", chance, vocabulary)
    ]
    return record._replace(title=title, abstract=" ".join(words))


def _words(text: str, chance: random.Random, vocabulary: list[str]) -> Iterator[str]:
    for word in text.split():
        yield chance.choice(vocabulary) if chance.random() < 0.05 else word


def quality(path: Path, records: list[Record], altered: list[Record], fields: tuple[str, ...]) -> str:
    """Precision and recall of the pairs that an import finds among these."""
    told: list[Outcome] = []
    with Library.open(path, "bench", seed=False) as library:
        known: list[Outcome] = []
        library.import_records(records, names="a", format="benchmark", watch=known.append)
        papers = [outcome.paper for outcome in known]
        cut = [Record(year=2025, **{field: getattr(record, field) for field in fields}) for record in altered]
        library.import_records(cut, names="b", format="benchmark", dry_run=True, watch=told.append)
        merged = len(records) - len(set(papers))
    right = wrong = asked = 0
    for outcome, paper in zip(told, papers, strict=True):
        found = {outcome.paper} if not outcome.new else {other for other, _ in outcome.likely}
        right += paper in found
        wrong += len((found - {paper}).intersection(papers))
        asked += outcome.new and paper in found
    precision, recall = right / max(1, right + wrong), right / len(records)
    return f"precision {precision:.2%}, recall {recall:.2%}, {asked} of them asked, {merged} originals merged"


def speed(path: Path, records: list[Record], altered: list[Record]) -> float:
    """CPU seconds to say which of some records each of as many others is."""
    from tracker.library.importing.matching import Matching

    with Library.open(path, "bench", seed=False) as library:
        library.import_records(records, names="a", format="benchmark")
        begun = time.process_time()
        with library.store.transaction() as session:
            matching, waiting = Matching(), iter(enumerate(altered))
            matching.enter(session)
            while piece := list(islice(waiting, PIECE)):
                matching.match([arrived(record, "b", number) for number, record in piece], {})
        return time.process_time() - begun


def main(count: int) -> None:
    if why := corpus.missing():
        print(why)
        return
    chance = random.Random(1)
    records = conference()
    vocabulary = [word for record in records[::9] for word in (record.abstract or "").split()]
    altered = [retyped(record, chance, vocabulary) for record in records]
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, fields) in enumerate(WAYS.items()):
            told = quality(Path(folder) / f"{number}.db", records, altered, fields)
            print(f"{len(records)} papers by {name}: {told} (≥ 99.5 %, ≥ 99 %)")
        many = [Record(title=p.title, abstract=p.abstract, year=p.year) for p in corpus.papers(count)]
        others = [retyped(record, chance, vocabulary) for record in many]
        seconds = speed(Path(folder) / "many.db", many, others)
    print(f"{count} papers against {count}: {seconds:.1f} s CPU (≤ 10)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
