"""Short forms of the campaigns; `python -m tests.reliability` runs the long ones."""

from pathlib import Path

import pytest

from tests.reliability import crowd, day, disk, endings, fingers, fulldisk, fuzz, kills, powercuts, smalldisk, upgrades
from tests.reliability.outcome import Leak, Outcome, Worse

SOME = "note 1 --text half_a_thought | backup copy.db | config edit"
needs_disk = pytest.mark.skipif(not disk.usable(), reason="this Python has an SQLite of its own built in")


@pytest.mark.parametrize("rounds", [6, pytest.param(250, marks=pytest.mark.slow)])
def test_a_kill_at_any_moment_loses_nothing_acknowledged(seeded: Path, tmp_path: Path, rounds: int) -> None:
    assert kills.campaign(seeded, tmp_path, rounds=rounds, seed=rounds).failures == []


@needs_disk
@pytest.mark.parametrize("cuts", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_a_power_cut_loses_nothing_acknowledged(seeded: Path, tmp_path: Path, cuts: int) -> None:
    (tmp_path / "use").mkdir()
    assert powercuts.campaign(seeded, tmp_path / "use", cuts=cuts, seed=cuts).failures == []


@needs_disk
@pytest.mark.parametrize("step", [40, pytest.param(5, marks=pytest.mark.slow)])
def test_a_disk_that_refuses_any_write_loses_nothing_and_is_named(seeded: Path, tmp_path: Path, step: int) -> None:
    assert fulldisk.campaign(seeded, tmp_path, step=step, seed=step).failures == []


@pytest.mark.parametrize(("people", "seconds"), [(6, 3), pytest.param(20, 40, marks=pytest.mark.slow)])
def test_people_at_once_lose_nothing_and_wait_for_nobody_long(
    seeded: Path, tmp_path: Path, people: int, seconds: int
) -> None:
    assert crowd.campaign(seeded, tmp_path, people=people, seconds=seconds, seed=people).failures == []


@pytest.mark.parametrize(
    ("step", "revisions"),
    [(40, upgrades.REVISIONS[:-1:16]), pytest.param(1, upgrades.REVISIONS[:-1], marks=pytest.mark.slow)],
    ids=["some", "every"],
)
def test_an_upgrade_that_ends_at_any_statement_leaves_the_old_library_or_the_new_one(
    seeded: Path, tmp_path: Path, step: int, revisions: list[str]
) -> None:
    assert upgrades.campaign(seeded, tmp_path, step=step, seed=step, revisions=revisions).failures == []


@pytest.mark.slow
def test_a_day_leaves_memory_files_threads_and_keys_as_they_were(seeded: Path, tmp_path: Path) -> None:
    assert day.campaign(seeded, tmp_path, actions=500, seed=500).failures == []


@pytest.mark.parametrize("rounds", [1, pytest.param(6, marks=pytest.mark.slow)])
def test_nothing_that_fingers_do_ends_the_program(seeded: Path, tmp_path: Path, rounds: int) -> None:
    assert fingers.campaign(seeded, tmp_path, rounds=rounds, deeds=40 * rounds, seed=rounds).failures == []


@pytest.mark.slow
def test_the_program_ends_however_it_is_ended(seeded: Path, tmp_path: Path) -> None:
    assert endings.campaign(seeded, tmp_path, tries=12, seed=12).failures == []


@pytest.mark.parametrize("cases", [4_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_hostile_text_is_neutralised_everywhere(cases: int) -> None:
    for outcome in fuzz.campaign(cases=cases, seed=cases):
        assert outcome.failures == [], outcome.name


@pytest.mark.parametrize("step", [400, pytest.param(30, marks=pytest.mark.slow)])
def test_a_disk_with_less_and_less_room_is_named_and_nothing_is_half_done(
    seeded: Path, tmp_path: Path, step: int
) -> None:
    for outcome in smalldisk.campaign(seeded, tmp_path, step=step, verbs=SOME if step > 8 else smalldisk.VERBS):
        assert outcome.failures == []


def test_a_leak_is_counted_as_one_and_what_is_only_slow_as_that() -> None:
    outcome = Outcome("tried")
    outcome.add([], "well")
    outcome.add(["what was left is lost"], "lost")
    outcome.add(["lost too", Leak("a process")], "leaked")
    outcome.add([Worse("late")], "late")
    assert (outcome.tried, outcome.survived, outcome.lost, outcome.leaked, outcome.worse) == (4, 1, 1, 1, 1)
