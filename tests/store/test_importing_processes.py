"""An import is one step of whole parts, whatever becomes of the program, and two at once take turns."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tracker.library import Library

SCRIPT = """
import sys
from pathlib import Path
from tracker.library import Library
with Library.open(sys.argv[1], sys.argv[3]) as library:
    report = library.import_files([Path(sys.argv[2])], progress=lambda count: print(count, flush=True))
    print("done", report.new, report.same, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    with path.open("w") as lines:
        for number in range(4000):
            words = " ".join(f"word{number * 7 % 1009 + place}" for place in range(40))
            lines.write(json.dumps({"title": f"On the matter {number} of things", "abstract": words}) + "\n")
    return path


def importing(library: Path, file: Path, person: str = "ann") -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", SCRIPT, str(library), str(file), person]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def test_an_import_that_is_killed_halfway_leaves_whole_parts_and_is_gone_on_with(seeded: Path, file: Path) -> None:
    process = importing(seeded, file)
    assert process.stdout
    assert "2000\n" in iter(process.stdout.readline, "")
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    with Library.open(seeded, "ann") as library:
        came = library.find("").total - 36
        assert came in (1000, 2000, 3000)
        assert library.history()[0].title == f"imported {came:,} papers from many.jsonl so far"
        assert all(finding.well for finding in library.check())
        report = library.import_files([file])
        assert (report.new, report.same) == (4000 - came, came)
        assert len(library.undo(2)) == 2
        assert library.find("").total == 36


def test_two_imports_of_one_file_at_once_bring_each_paper_once(seeded: Path, file: Path) -> None:
    both = [importing(seeded, file, person) for person in ("ann", "bob")]
    told = [process.communicate()[0].splitlines()[-1].split() for process in both]
    assert sum(int(new) for _, new, _ in told) == 4000
    assert [int(new) + int(same) for _, new, same in told] == [4000, 4000]
    with Library.open(seeded, "ann") as library:
        assert library.find("").total == 4036
