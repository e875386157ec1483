"""Keys, clicks, pastes and sizes at random, through every screen: none ends the program, all can be undone."""

import asyncio
import os
import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, suppress
from pathlib import Path

from textual.errors import NoWidget
from textual.events import Paste
from textual.pilot import OutOfBounds

from tests.reliability.deeds import digests
from tests.reliability.outcome import Outcome
from tests.tui.pilot import Desk, desk, settled
from tracker.errors import TrackerError
from tracker.library import Library

SIZES = ((80, 24), (140, 40), (60, 16), (40, 10), (20, 5), (1, 1), (200, 60))
COMMON = (*("down", "up", "enter", "enter", "enter", "escape", "escape", "tab", "left", "right"), "space", "backspace")
TYPED = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789#/:.,<>*-+&'\"\\|@!?[]() "
PASTES = (
    *("\x1b[31mred\x1b[0m", "[b]bold[/b] [/]", "a" * 5000, "日本語 ∆ é", "\u202e rtl", "line\nline\n\n- [ ] open", "²"),
    *("tag:", '"(', "/[a-", "status:later sort:year", "#x -#y", "fri", "2026-02-30", "9" * 30, "-1"),
    *("10.1145/3292500.3330701", "~/x", "/dev/null", "..", ""),
)
LEAVING = {"quit", "suspend_process"}
# What a person has around the program: an editor that changes nothing, no browser, no network.
AROUND = {"EDITOR": "true", "VISUAL": "true", "BROWSER": "true", "TRACKER_OFFLINE": "1"}
ROUNDS = ("screening_round", "round_paper", "round_person", "round_reason", "round_claim", "vote", "resolution")
LAST = 12  # deeds that are told of one that failed


def campaign(template: Path, folder: Path, *, rounds: int, deeds: int, seed: int) -> Outcome:
    """Rounds at a library of their own, each of so many deeds."""
    outcome = Outcome(f"{deeds} keys, clicks, pastes and sizes at random")
    for number in range(rounds):
        place = folder / f"fingers-{number}"
        place.mkdir()
        library = Path(shutil.copy(template, place / "library.db"))
        with _around(place):
            wrong = asyncio.run(_round(library, deeds, random.Random(f"{seed}/{number}")))
        outcome.add(wrong, f"seed {seed}, round {number}")
        shutil.rmtree(place)
    return outcome


@contextmanager
def _around(place: Path) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(AROUND, HOME=str(place))
    try:
        with chdir(place):
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


async def _round(library: Path, deeds: int, chance: random.Random) -> list[str]:
    """What went wrong, with the last deeds."""
    before, done = digests(library), list[str]()
    try:
        async with desk(library, chance.choice(SIZES[:2])) as here:
            for _ in range(deeds):
                done.append(await _one(here, chance))
                if here.app.leaving:  # as a menu and the palette offer, too
                    break
            else:
                await here.press()
    except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - whatever ended it is what is looked for
        return [f"{type(error).__name__}: {error}", " · ".join(done[-LAST:])]
    return _taken_back(library, before)


def _taken_back(library: Path, before: Mapping[str, str]) -> list[str]:
    """What is not as before once every step is undone, and what is wrong with the library."""
    with Library.open(library, "ann") as opened:
        try:
            while opened.undoable():
                opened.undo()
        except TrackerError as error:
            return [str(error)]
        wrong = [f"{finding.name}: {finding.told}" for finding in opened.check() if not finding.well]
    now = digests(library)
    now["unsent"] = before["unsent"]  # words that wait to be sent are nobody's step, and stay
    if now["vote"] != before["vote"]:  # so does a round with what was said in it
        now |= {table: digest for table, digest in before.items() if table in ROUNDS}
    return wrong + [f"{table} is not as it was" for table, digest in now.items() if digest != before[table]]


async def _one(here: Desk, chance: random.Random) -> str:
    """One deed, and, half of the time, a wait for all that comes of it; what it was, and where."""
    where, app = type(here.app.screen).__name__, here.app
    (deed,) = chance.choices(list(OFTEN), list(OFTEN.values()))
    done = await deed(here, chance)
    await here.pilot.pause()
    if app._exception:
        raise app._exception
    if chance.random() < 0.5:
        await asyncio.wait_for(settled(here.pilot), 60)
    return f"{where} {done}"


async def _bound(here: Desk, chance: random.Random) -> str:
    """A key that means something here, but for those that leave."""
    first = len(here.app.screen_stack) == 1
    bound = here.app.screen.active_bindings.items()
    keys = [key for key, one in bound if one.binding.action.rpartition(".")[2] not in LEAVING]
    return _pressed(here, chance.choice([key for key in keys if not (first and key == "q")] or ["escape"]))


async def _common(here: Desk, chance: random.Random) -> str:
    return _pressed(here, chance.choice(COMMON))


async def _typed(here: Desk, chance: random.Random) -> str:
    return _pressed(here, chance.choice(TYPED))


def _pressed(here: Desk, key: str) -> str:
    here.send(key)
    return key


async def _pasted(here: Desk, chance: random.Random) -> str:
    text = chance.choice(PASTES)
    here.app.post_message(Paste(text))
    return repr(text[:20])


async def _clicked(here: Desk, chance: random.Random) -> str:
    place = chance.randrange(here.app.size.width), chance.randrange(here.app.size.height)
    with suppress(OutOfBounds, NoWidget):  # the screen became smaller meanwhile, or is not laid out yet
        await here.pilot.click(offset=place, times=chance.choice((1, 1, 1, 2, 3)))
    return f"click {place}"


async def _sized(here: Desk, chance: random.Random) -> str:
    size = chance.choice(SIZES)
    await here.pilot.resize_terminal(*size)
    return f"size {size}"


OFTEN = {_bound: 50, _common: 22, _typed: 13, _pasted: 4, _clicked: 7, _sized: 4}
