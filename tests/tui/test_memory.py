"""What long lists take goes back to the system when they are gone, and what was drawn is gone with them."""

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.tui.pilot import desk
from tracker.tui.drawn import without_rings
from tracker.tui.memory import LARGE
from tracker.tui.widgets.editor import NoteArea

PLAY = f"""
import re
from pathlib import Path
from tracker.tui.memory import keep_little

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024

if {{give_back}}:
    keep_little()
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


class Line(Strip):
    """One that can be watched."""


def test_a_line_that_was_drawn_is_gone_without_a_look_for_garbage() -> None:
    without_rings()
    line = Line([Segment("as wide as the screen")])
    width, watched = line.cell_length, weakref.ref(line)
    gc.disable()
    try:
        assert line.divide([width]) == [line]
        assert line.crop_extend(0, width, Style()) is line
        del line
        assert watched() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("cuts", [[5], [2, 5, 9], [9], [12], []])
def test_lines_are_cut_as_ever(cuts: list[int]) -> None:
    without_rings()
    parts = Strip([Segment("one "), Segment("after")]).divide(cuts)
    ends = [cut for cut in cuts if cut <= 9]
    assert [part.text for part in parts] == ["one after"[a:b] for a, b in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(("start", "end"), [(0, 9), (0, 4), (2, 9), (3, 12), (0, 12)])
def test_lines_are_cropped_and_made_longer_as_ever(start: int, end: int) -> None:
    without_rings()
    assert Strip([Segment("one after")]).crop_extend(start, end, None).text == "one after".ljust(end)[start:end]


async def test_what_closed_screens_drew_is_gone_without_a_look_for_garbage(seeded: Path) -> None:
    def drawn() -> int:
        return sum(isinstance(each, Strip) for each in gc.get_objects())

    async with desk(seeded) as here:
        await here.press("enter", "escape")
        gc.collect()
        gc.disable()
        try:
            before = drawn()
            await here.press(*["enter", "escape"] * 3)
            assert drawn() - before < 100  # a screen draws hundreds
        finally:
            gc.enable()
