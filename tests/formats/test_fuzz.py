"""Damaged files: read or refused, never a crash, and never slower than their size."""

import random
import time
from itertools import islice

import pytest

from tracker.errors import Unreadable
from tracker.formats.registry import source_of
from tracker.seeds import seed_files

SEED = seed_files()[0].read_bytes()[:6000]
FORMS = [
    SEED,
    SEED.decode("utf-8", "ignore").encode("utf-16"),
    b"A title\nAnn Lee, Bob Ray\n" + SEED,
    b"\r\n".join(SEED.split()),
]
PIECES = [
    b"\0",
    b"\xff",
    b"\n\n",
    b"\r",
    b"\f",
    b"-\n",
    b"\xe2\x80",
    b"ICML 2025\n",
    b"@article{",
    b"% Encoding: gb18030\n",
    b"# ",
]


def mutated(rng: random.Random) -> bytes:
    data = bytearray(rng.choice(FORMS))
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[at:at] = rng.choice(PIECES)
            case 1:
                del data[at : at + rng.randint(1, 300)]
            case 2:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case _:
                data[at:at] = data[: rng.randint(1, 300)]
    return bytes(data)


def readable(data: bytes) -> bool:
    try:
        return bool(list(source_of(data, "mutated.txt").records()))
    except Unreadable as error:
        return not str(error)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_damaged_files_are_read_or_refused(count: int) -> None:
    rng = random.Random(count)
    read = sum(readable(mutated(rng)) for _ in range(count))
    assert read > count // 2


def test_time_grows_with_the_size_and_no_faster() -> None:
    text = SEED.decode("utf-8", "ignore").replace(" ", "\n", 500).replace("e", "e-\n", 200)
    spent = []
    for times in (20, 80):
        start = time.process_time()
        for _ in islice(source_of((text * times).encode(), "x").records(), None):
            pass
        spent.append(time.process_time() - start)
    assert spent[1] < 12 * spent[0] + 0.1
