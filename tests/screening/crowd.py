"""Many people voting at once, each in a process: `python -m tests.screening.crowd LIBRARY NAME VOTES PAUSE SPREAD`."""

import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.errors import TrackerError
from tracker.library import Library
from tracker.terms import Decision

ROUND = "crowd"


class Told(NamedTuple):
    """What one person's process tells at its end."""

    name: str
    voted: list[int]  # papers whose vote was acknowledged
    lent: list[int]  # papers that were handed out
    waits: list[float]  # seconds that each vote took
    refused: list[str]
    cpu: float = 0.0  # seconds that this process worked for them


def main(where: str, name: str, votes: int, pause: float, spread: bool) -> None:
    """Take papers and vote on each, one every `pause` seconds; begin when a line comes in.

    `spread`: each vote at a moment of its own within its `pause`, as people do; else all vote at the same instant.
    """
    chance = random.Random(name)
    told = Told(name, [], [], [], [])
    with Library.open(where, name) as library:
        library.warm()
        library.round(ROUND)
        gc.freeze()  # as the program does once it is open
        print("ready", flush=True)
        sys.stdin.readline()
        begun, worked = time.monotonic(), time.process_time()
        hand: list[int] = []
        while len(told.voted) + len(told.refused) < votes:
            if not hand:
                hand = library.hand_out(ROUND, 5)
                told.lent.extend(hand)
            if not hand:
                break
            due = begun + pause * (len(told.waits) + (chance.random() if spread else 0.0))
            time.sleep(max(0.0, due - time.monotonic()))
            _vote(library, hand.pop(0), told)
    print(json.dumps(told._replace(cpu=time.process_time() - worked)._asdict()), flush=True)


def _vote(library: Library, paper: int, told: Told) -> None:
    at = time.perf_counter()
    try:
        library.vote(ROUND, paper, Decision.INCLUDE if paper % 2 else Decision.EXCLUDE)
        told.voted.append(paper)
    except TrackerError as error:
        told.refused.append(str(error))
    told.waits.append(time.perf_counter() - at)


def crowd(
    where: Callable[[str], str],
    people: Sequence[str],
    votes: int,
    pause: float,
    *,
    spread: bool = False,
    module: str = "tests.screening.crowd",
) -> list[Told]:
    """Let these people vote, so many votes each; `where`: the library as each of them opens it."""
    command = [sys.executable, "-m", module]
    started = [
        subprocess.Popen(
            [*command, where(name), name, str(votes), str(pause), "spread" * spread],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for name in people
    ]
    for process in started:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    return [Told(**json.loads(process.communicate()[0])) for process in started]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), bool(sys.argv[5]))
