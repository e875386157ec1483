"""What long lists take goes back to the system when they are gone."""

import subprocess
import sys

import pytest

from tracker.tui.memory import LARGE

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
