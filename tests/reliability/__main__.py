"""`python -m tests.reliability`: every campaign in turn, and one table of what was tried and what came of it."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.reliability import (
    crowd,
    damage,
    day,
    disk,
    endings,
    fingers,
    fulldisk,
    fuzz,
    kills,
    politely,
    powercuts,
    served_damage,
    served_strangers,
    served_upgrades,
    smalldisk,
    strangers,
    upgrades,
)
from tests.reliability.outcome import Outcome
from tracker.library import Library

Campaign = Callable[[Path, Path, int, float], Iterable[Outcome]]

CAMPAIGNS: dict[str, Campaign] = {
    "kills": lambda template, folder, seed, size: [
        kills.campaign(template, folder, rounds=round(500 * size), seed=seed)
    ],
    "powercuts": lambda template, folder, seed, size: [
        powercuts.campaign(template, folder, cuts=round(300 * size), seed=seed)
    ],
    "fulldisk": lambda template, folder, seed, size: [
        fulldisk.campaign(template, folder, step=max(1, round(1 / size)), seed=seed)
    ],
    "endings": lambda template, folder, seed, size: [
        endings.campaign(template, folder, tries=round(100 * size), seed=seed)
    ],
    "smalldisk": lambda template, folder, seed, size: smalldisk.campaign(
        template, folder, step=max(1, round(4 / size))
    ),
    "crowd": lambda template, folder, seed, size: [
        crowd.campaign(template, folder, people=20, seconds=300 * size, seed=seed)
    ],
    "served": lambda template, folder, seed, size: [crowd.served(folder, people=20, seconds=300 * size, seed=seed)],
    "damage": lambda template, folder, seed, size: damage.campaign(folder, each=size >= 1),
    "served_damage": lambda template, folder, seed, size: [served_damage.campaign(folder, each=size >= 1)],
    "served_strangers": lambda template, folder, seed, size: [served_strangers.campaign(folder, each=size >= 1)],
    "strangers": lambda template, folder, seed, size: strangers.campaign(folder, each=size >= 1),
    "upgrades": lambda template, folder, seed, size: [
        upgrades.campaign(template, folder, step=max(1, round(1 / size)), seed=seed)
    ],
    "served_upgrades": lambda template, folder, seed, size: [
        served_upgrades.campaign(folder, seed=seed, revisions=upgrades.REVISIONS[: -1 : max(1, round(1 / size))])
    ],
    "fuzz": lambda template, folder, seed, size: fuzz.campaign(cases=round(1_000_000 * size), seed=seed),
    "politely": lambda template, folder, seed, size: politely.campaign(folder),
    "fingers": lambda template, folder, seed, size: [
        fingers.campaign(template, folder, rounds=round(100 * size), deeds=200, seed=seed)
    ],
    "day": lambda template, folder, seed, size: [
        day.campaign(template, folder, actions=round(10_000 * size), seed=seed)
    ],
}
NOT_DONE = (
    "disks that lie about what they wrote; file systems that are not modelled here, such as those of Windows",
    "a power cut under PostgreSQL, which is the server's own matter",
    "a server that is killed in the midst of an upgrade: only the program that upgrades is",
    "a column of a server that another program gave another kind: the doctor names it",
    "a trigger of another program that drops rows without a word: the doctor names it, and writing goes on",
)
NEEDS_DISK = ("powercuts", "fulldisk")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CAMPAIGNS)}; all where none is named")
    parser.add_argument("--seed", type=int, default=1, help="the same seed does the same things again")
    parser.add_argument("--size", type=float, default=1.0, help="how much of each campaign: 0.1 is a tenth")
    given = parser.parse_args()
    print(f"{'tried':>9} {'survived':>9} {'lost':>5} {'leaked':>6} {'worse':>5}   what")
    wrong = [_printed(outcome).failures for outcome in _run(given.names or list(CAMPAIGNS), given.seed, given.size)]
    print("\nnot done:", *NOT_DONE, sep="\n  ")
    return 1 if any(wrong) else 0


def _printed(outcome: Outcome) -> Outcome:
    """A line of the table as soon as it is known: some of the others take long."""
    figures = "; ".join(f"{name} {value}" for name, value in outcome.figures.items())
    counts = f"{outcome.tried:9} {outcome.survived:9} {outcome.lost:5} {outcome.leaked:6} {outcome.worse:5}"
    print(f"{counts}   {outcome.name}", *([f"{'':41}{figures}"] if figures else []), *outcome.failures[:5], sep="\n")
    sys.stdout.flush()
    return outcome


def _run(names: Iterable[str], seed: int, size: float) -> Iterable[Outcome]:
    for name in names:
        if name in NEEDS_DISK and not disk.usable():
            print(f"{name}: not done, this Python has an SQLite of its own built in")
            continue
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            template = Path(folder) / "template.db"
            Library.open(template, "ann").close()
            yield from CAMPAIGNS[name](template, Path(folder), seed, size)
        print(f"{name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
