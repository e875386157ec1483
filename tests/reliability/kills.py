"""Killed at any moment: a person's process, in the middle of whatever it does."""

import os
import random
import shutil
import signal
import time
from pathlib import Path

from tests.reliability.deeds import Deeds, fingerprint, losses
from tests.reliability.outcome import Outcome
from tracker.library import Library

LONGEST = 0.6  # seconds until the kill
DIGEST = 64


def campaign(template: Path, folder: Path, *, rounds: int, seed: int) -> Outcome:
    """Rounds of use, a kill -9 after a random time, and a look at what is left."""
    outcome = Outcome("kill -9 in the middle of use")
    path = folder / "killed.db"
    shutil.copy(template, path)
    for number in range(rounds):
        chance = random.Random(f"{seed}/{number}")
        acknowledged = _killed(path, chance)
        outcome.add(losses(path, acknowledged), f"seed {seed}, round {number}")
    return outcome


def _killed(path: Path, chance: random.Random) -> str:
    """The fingerprint at the last deed that was acknowledged before the kill."""
    last = fingerprint(path)
    hears, tells = os.pipe()
    person = os.fork()
    if person == 0:
        _use(path, chance, tells)
    os.close(tells)
    time.sleep(chance.uniform(0, LONGEST))
    os.kill(person, signal.SIGKILL)
    os.waitpid(person, 0)
    with os.fdopen(hears, "rb") as told:
        acknowledged = told.read()
    return acknowledged[-DIGEST:].decode() if acknowledged else last


def _use(path: Path, chance: random.Random, tells: int) -> None:
    """In the person's own process, until it is killed. A deed is acknowledged by what the library then holds."""
    try:
        deeds = Deeds(Library.open(path, "ann"), chance)
        while True:
            deeds.one()
            os.write(tells, fingerprint(path).encode())
    finally:
        os._exit(1)
