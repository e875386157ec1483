"""The first rows against an oracle that scores every paper that matches, misspelt words and beginnings included."""

import random
import sqlite3
from collections.abc import Iterator, Sequence

import pytest

from tests.benchmarks.corpus import Paper
from tests.benchmarks.library import empty, fill
from tracker.query.parse import parse
from tracker.store.search import sqlite
from tracker.store.search.rank import Candidate, ranked
from tracker.store.search.sql.head import LOOKED
from tracker.text.fold import parted

WORDS = (
    *("attention", "diffusion", "benchmark", "gradient", "language", "reward", "token", "sparse", "causal", "vision"),
    *("planning", "kernel", "quantum", "protein", "robust", "federated", "retrieval", "speech", "graph", "tokenizer"),
)
PAPERS, QUERIES = 1200, 60


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Papers of few words, so that most queries match hundreds of them."""
    chance, connection = random.Random(7), empty(tmp_path_factory.mktemp("oracle") / "library.db")
    fill(connection, [_paper(chance) for _ in range(PAPERS)])
    sqlite.index(connection, range(1, PAPERS + 1))
    yield connection
    connection.close()


def _paper(chance: random.Random) -> Paper:
    title, abstract = (" ".join(chance.choices(WORDS, range(20, 0, -1), k=k)) for k in (4, chance.randint(6, 18)))
    return Paper(title.title(), "Ada Byron", 2024, f"{abstract.capitalize()}.", real=False)


def _query(chance: random.Random, words: int) -> str:
    """So many words, the first of them as it is, with two letters turned, or only begun."""
    asked = chance.sample(WORDS, words)
    at = chance.randrange(len(asked[0]) - 2)
    slip = f"{asked[0][:at]}{asked[0][at + 1]}{asked[0][at]}{asked[0][at + 2 :]}"
    return " ".join([chance.choice((asked[0], asked[0], slip, f"{asked[0][:4]}*")), *asked[1:]])


def _oracle(connection: sqlite3.Connection, query: str) -> dict[int, float]:
    """The score of every paper that matches."""
    asked = parse(query)
    words = [needle.forms for needle in sqlite.needles(connection, asked, me=1)]
    every = ",".join(map(str, sqlite.find(connection, asked, me=1).ids))
    sql = f"""SELECT p.id, p.title, p.authors, t.text FROM paper p JOIN text_version t ON t.paper_id = p.id
    WHERE t.field = 'abstract' AND p.id IN ({every})"""
    return ranked((Candidate(paper, *map(parted, texts)) for paper, *texts in connection.execute(sql)), words)


def _first(connection: sqlite3.Connection, query: str) -> Sequence[int]:
    return sqlite.find(connection, parse(query), me=1, limit=10, rough=True).ids


def test_the_first_of_few_matches_are_those_of_the_oracle(library: sqlite3.Connection) -> None:
    chance, compared = random.Random(1), 0
    for query in (_query(chance, chance.randint(3, 4)) for _ in range(QUERIES)):
        best = _oracle(library, query)
        if len(best) < LOOKED:
            compared += 1
            assert list(_first(library, query)) == list(best)[:10], query
    assert compared > QUERIES / 10


def test_the_first_of_very_many_matches_score_as_the_best_of_all(library: sqlite3.Connection) -> None:
    chance, shares = random.Random(2), []
    for query in (_query(chance, chance.randint(1, 2)) for _ in range(QUERIES)):
        best = _oracle(library, query)
        if len(best) > 2 * LOOKED:
            first = _first(library, query)
            shares.append(sum(best[paper] for paper in first) / sum(list(best.values())[:10]))
    assert len(shares) > QUERIES / 10
    assert sum(shares) / len(shares) > 0.95
