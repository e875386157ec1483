"""An import is whole or not at all, whatever becomes of the program, and two at once take turns."""

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


def test_an_import_that_is_killed_halfway_leaves_nothing(seeded: Path, file: Path) -> None:
    process = importing(seeded, file)
    assert process.stdout
    assert "2000\n" in iter(process.stdout.readline, "")
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    with Library.open(seeded, "ann") as library:
        assert library.find("").total == 36
        assert len(library.history()) == 1
        assert all(finding.well for finding in library.check())
        assert library.import_files([file]).new == 4000


def test_two_imports_of_one_file_at_once_bring_each_paper_once(seeded: Path, file: Path) -> None:
    both = [importing(seeded, file, person) for person in ("ann", "bob")]
    told = sorted(process.communicate()[0].splitlines()[-1] for process in both)
    assert told == ["done 0 4000", "done 4000 0"]
    with Library.open(seeded, "ann") as library:
        assert library.find("").total == 4036
