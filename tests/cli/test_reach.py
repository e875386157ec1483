"""The command line says how far back history reaches."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tests.store.test_reach import aged
from tracker.library import Library
from tracker.terms import Kept


@pytest.fixture
def forgetful(seeded: Path) -> None:
    """A library that let go of all that was done but the last step."""
    with Library.open(seeded, "ann") as library:
        library.write_note(1, "old")
        library.write_note(2, "kept")
        aged(seeded, 100)
        library.tend(Kept(days=1, steps=1))


def test_undo_beyond_what_is_kept_says_why_not(tracker: Tracker, forgetful: None) -> None:
    assert tracker("undo").code == 0
    beyond = tracker("undo")
    assert beyond.code == 1
    assert "is not kept" in beyond.err


def test_the_end_of_the_log_says_that_there_was_more(tracker: Tracker, forgetful: None) -> None:
    assert "is not kept" in tracker("log", terminal=True).out
    assert "is not kept" not in tracker("log", "-n", "1", terminal=True).out
    assert len(tracker("log").rows) == 1


def test_how_far_back_is_a_setting(tracker: Tracker, seeded: Path, tmp_path: Path) -> None:
    with Library.open(seeded, "ann") as library:
        for number in range(4):
            library.write_note(number + 1, "old")
        aged(seeded, 100)
    settings, papers = tmp_path / "c.toml", tmp_path / "p.bib"
    papers.write_text("@misc{k, title={One more}}")
    settings.write_text("[history]\nsteps = 2\n")
    assert tracker("--config", str(settings), "import", str(papers)).code == 0
    assert len(tracker("log").rows) == 3
    settings.write_text("[history]\nsteps = 0\n")
    assert "history.steps must be a whole number from 1" in tracker("--config", str(settings), "list").err
