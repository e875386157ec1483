"""What long lists take goes back to the system when they are gone."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tracker.tui.memory import LARGE
from tracker.tui.widgets.editor import NoteArea

PLAY = f"""
import re
from pathlib import Path
from tracker.tui.memory import give_back_what_is_large

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024

if {{give_back}}:
    give_back_what_is_large()
before = resident()
for _ in range(2):
    lists, pins = [], []
    for _ in range(8):
        lists.append(bytearray(b"1") * {64 * LARGE})
        pins.append(bytearray({LARGE // 2}))
    del lists
    left = resident() - before
print(left // 1_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux tells it")
def test_large_pieces_are_given_back_though_smaller_ones_stand_behind_them() -> None:
    left = [
        subprocess.run([sys.executable, "-c", PLAY.format(give_back=give)], capture_output=True, text=True, check=True)
        for give in (True, False)
    ]
    given, kept = (int(each.stdout) for each in left)
    assert given < 8
    assert given <= kept


async def test_notes_that_were_written_leave_nothing_behind(seeded: Path) -> None:
    """A text area hears of the theme, whose listeners the framework forgets only when it changes."""
    async with desk(seeded) as here:
        for _ in range(4):
            await here.press("e")
            await here.type("a thought")
            await here.press("ctrl+s", "escape")
        gc.collect()
        left = [each for each in gc.get_objects() if isinstance(each, NoteArea) and not each.is_running]
    assert len(left) <= 1  # the last one goes with the next screen
