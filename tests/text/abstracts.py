"""The texts that tests and benchmarks read: the seeds, and ICML 2025 where the shared data is there."""

import gzip
import json
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ICML = ROOT.parent / "shared" / "data" / "icml2025-half.jsonl.gz"
NEEDS_ICML = f"no {ICML.name} in {ICML.parent}"
_SHORTEST = 100  # characters; a shorter paragraph is a collection's label


class Paper(NamedTuple):
    """A title, what it calls its system ("Name: …"), and the abstract, all as they came."""

    title: str
    name: str | None
    abstract: str


def seeds() -> list[str]:
    """The 36 seed abstracts as they came, in the order of the files."""
    lines = [line for path in sorted((ROOT / "seeds").glob("*.txt")) for line in path.read_text().split("\n")]
    return list(dict.fromkeys(line for line in lines if len(line) > _SHORTEST))


def seed(start: str) -> str:
    """The seed abstract that begins so."""
    return next(text for text in seeds() if text.startswith(start))


def icml() -> list[Paper]:
    """The 1,691 papers of the shared half of ICML 2025."""
    with gzip.open(ICML, "rt") as lines:
        records = [json.loads(line) for line in lines]
    return [Paper(record["title"], record["name_in_title"], record["abstract"]) for record in records]
