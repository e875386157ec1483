"""Many people at one library: each in a process of their own, reading, tagging, noting and importing at once."""

import json
import math
import os
import random
import shutil
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.postgresql.server import server
from tests.reliability.outcome import Outcome, Worse
from tracker.errors import TrackerError
from tracker.library import Library
from tracker.library.values import Changed
from tracker.terms import Status

PAUSE = 0.5  # seconds that a person thinks, at the median
PAPERS = 36
SHARED = "".join(f"@misc{{s{n}, title={{Shared paper number {n}}}, doi={{10.5555/s.{n}}}}}\n\n" for n in range(5))

Where = Callable[[str], str]  # where a person finds the library


class Done(NamedTuple):
    """One deed of a person: its name, the text it left, how long it took, the step it was and when that was done."""

    what: str
    text: str
    seconds: float
    trouble: str = ""
    step: int | None = None
    at: float = 0.0


def campaign(template: Path, folder: Path, *, people: int, seconds: float, seed: int) -> Outcome:
    """A while of everybody at work on one file."""
    path = Path(shutil.copy(template, folder / "crowd.db"))
    return _tried(f"{people} people at one file", lambda _: str(path), folder, people, seconds, seed)


def served(folder: Path, *, people: int, seconds: float, seed: int) -> Outcome:
    """The same on a PostgreSQL server that keeps what it acknowledged, everybody with a role of their own."""
    with server(durable=True) as running:
        running.make("crowd")
        with Library.open(running.url("ann", "crowd"), "ann") as library:
            library.init_team()
            for name in ("watcher", *(f"person{number}" for number in range(people))):
                library.add_member(name)
        where = partial(running.url, database="crowd")
        return _tried(f"{people} people at one server", where, folder, people, seconds, seed)


def _tried(name: str, where: Where, folder: Path, people: int, seconds: float, seed: int) -> Outcome:
    """Everybody at work, then every acknowledged word must be there once, and nothing twice."""
    outcome = Outcome(name)
    logs = [folder / f"person{number}.jsonl" for number in range(people)]
    with Library.open(where("watcher"), "watcher") as watcher:
        heard: dict[int, float] = {}  # step → when the watcher was told of a change and found it
        watcher.watch()
        watcher.subscribe(lambda changed: heard.update(_new(watcher, heard)) if changed.step is None else None)
        _everybody(where, logs, seconds, seed)
        time.sleep(1)
        theirs = _new(watcher, {})  # a server keeps some steps to whoever did them
    deeds = [Done(*json.loads(line)) for log in logs for line in log.read_text().splitlines()]
    delays = [heard.get(deed.step or 0, math.inf) - deed.at for deed in deeds if deed.step in theirs]
    _judge(outcome, where, deeds)
    waits = sorted(deed.seconds for deed in deeds if deed.what != "read")
    outcome.figures["writes"] = f"{len(waits)}, {len(waits) / seconds:.0f} a second"
    outcome.figures["wait"] = f"median {statistics.median(waits) * 1000:.0f} ms, p99 {_p99(waits) * 1000:.0f} ms"
    for what in sorted({deed.what for deed in deeds}):
        took = sorted(deed.seconds for deed in deeds if deed.what == what)
        outcome.figures[what] = f"median {statistics.median(took) * 1000:.0f} ms, p99 {_p99(took) * 1000:.0f} ms"
    outcome.figures["heard after"] = f"p99 {_p99(delays) * 1000:.0f} ms"
    outcome.add([Worse("others' changes were heard late")] if _p99(delays) > 1 else [], "live")
    return outcome


def _everybody(where: Where, logs: list[Path], seconds: float, seed: int) -> None:
    ending = time.time() + seconds
    children = []
    for number, log in enumerate(logs):
        child = os.fork()
        if child == 0:
            _person(where(f"person{number}"), f"person{number}", log, ending, random.Random(f"{seed}/{number}"))
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def _person(where: str, name: str, log: Path, ending: float, chance: random.Random) -> None:
    try:
        with Library.open(where, name) as library, log.open("w") as told:
            count = 0
            done: tuple[int | None, float] = (None, 0.0)

            def hear(changed: Changed) -> None:
                nonlocal done
                done = changed.step, time.time()

            library.subscribe(hear)
            while time.time() < ending:
                count += 1
                deed = chance.choice((_read, _read, _status, _note, _note, _tag, _import))
                begun, trouble, done = time.perf_counter(), "", (None, 0.0)
                text = f"{name} {count}"
                try:
                    deed(library, text, chance)
                except TrackerError as error:
                    trouble = str(error)
                took = time.perf_counter() - begun
                told.write(json.dumps([deed.__name__.strip("_"), text, took, trouble, *done]) + "\n")
                told.flush()
                time.sleep(chance.expovariate(1 / PAUSE))
    finally:
        os._exit(0)


def _read(library: Library, text: str, chance: random.Random) -> None:
    library.rows(library.find(chance.choice(("", "lenght", "status:inbox", "#shared", "model"))).ids[:50])


def _status(library: Library, text: str, chance: random.Random) -> None:
    library.set_status([chance.randint(1, PAPERS)], chance.choice(list(Status)))


def _note(library: Library, text: str, chance: random.Random) -> None:
    library.write_note(chance.randint(1, PAPERS), text)


def _tag(library: Library, text: str, chance: random.Random) -> None:
    library.tag([chance.randint(1, PAPERS)], add=["shared", text.replace(" ", "-")])


def _import(library: Library, text: str, chance: random.Random) -> None:
    own = f"@misc{{k, title={{Imported by {text}}}, doi={{10.5555/{text.replace(' ', '.')}}}}}\n\n"
    library.import_data((own + SHARED).encode(), name="shared.bib")


def _judge(outcome: Outcome, where: Where, deeds: list[Done]) -> None:
    with Library.open(where("watcher"), "watcher") as library:
        notes = [note.body for note in library.all_notes()]
        tags = {tag.name for tag in library.tags()}
        titles = [row.heading for row in library.rows(library.find("").ids)]
        unwell = [f"{finding.name}: {finding.told}" for finding in library.check() if not finding.well]
    there: dict[str, Callable[[str], bool]] = {
        "note": lambda text: notes.count(text) == 1,
        "tag": lambda text: text.replace(" ", "-") in tags,
        "import": lambda text: titles.count(f"Imported by {text}") == 1,
    }
    for deed in deeds:
        lost = not deed.trouble and not (deed.what not in there or there[deed.what](deed.text))
        wrong = [deed.trouble] if deed.trouble else []
        outcome.add(wrong + (["lost or there twice"] if lost else []), f"{deed.what} {deed.text}")
    twice = {title for title in titles if titles.count(title) > 1}
    outcome.add([f"there twice: {', '.join(sorted(twice))}"] if twice else [], "shared papers")
    outcome.add(unwell, "the file afterwards")


def _new(watcher: Library, heard: dict[int, float]) -> dict[int, float]:
    """The steps that are there now and were not yet heard of, with the time at which they were found."""
    newest = watcher.store.read("SELECT id FROM step WHERE id > :old", {"old": max(heard, default=0) - 100})
    now = time.time()
    return {step: now for (step,) in newest if step not in heard}


def _p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]
