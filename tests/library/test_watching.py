"""A watched folder: each file is told once for each state that it is in, and only when it is complete."""

import os
from pathlib import Path

from tracker.library.importing.watching import Watched


def ready(watched: Watched) -> list[str]:
    return [path.name for path in watched.ready()]


def test_a_file_is_told_once_and_again_when_it_changes(tmp_path: Path) -> None:
    watched = Watched([tmp_path])
    assert ready(watched) == []
    (tmp_path / "a.txt").write_text("one")
    assert (ready(watched), ready(watched), ready(watched)) == ([], ["a.txt"], [])
    (tmp_path / "a.txt").write_text("one two")
    assert (ready(watched), ready(watched), ready(watched)) == ([], ["a.txt"], [])


def test_a_file_that_grows_is_waited_for(tmp_path: Path) -> None:
    watched, file = Watched([tmp_path]), tmp_path / "a.bib"
    for size in range(1, 5):
        file.write_text("x" * size)
        assert ready(watched) == []
    assert ready(watched) == ["a.bib"]


def test_one_that_takes_anothers_name_is_new(tmp_path: Path) -> None:
    watched = Watched([tmp_path / "a.txt"])
    (tmp_path / "a.txt").write_text("one")
    ready(watched)
    assert ready(watched) == ["a.txt"]
    (tmp_path / "b.txt").write_text("two")
    os.utime(tmp_path / "b.txt", ns=(0, (tmp_path / "a.txt").stat().st_mtime_ns))
    (tmp_path / "b.txt").replace(tmp_path / "a.txt")
    ready(watched)
    assert ready(watched) == ["a.txt"]


def test_what_is_not_meant_is_left_alone(tmp_path: Path) -> None:
    names = ["a.pdf", ".hidden.txt", "b.txt.part", "c.bib.crdownload", "d~", "~lock.csv", "e.exe"]
    for name in names:
        (tmp_path / name).write_text("x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("x")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "f.RIS").write_text("x")
    (tmp_path / "g.csv.gz").write_text("x")
    watched = Watched([tmp_path])
    ready(watched)
    assert sorted(ready(watched)) == ["f.RIS", "g.csv.gz"]
    named = Watched([tmp_path / "a.pdf"])
    ready(named)
    assert ready(named) == ["a.pdf"]


def test_files_may_come_and_go(tmp_path: Path) -> None:
    watched, file = Watched([tmp_path]), tmp_path / "a.txt"
    file.write_text("one")
    ready(watched)
    file.unlink()
    assert ready(watched) == []
    file.write_text("one")
    ready(watched)
    assert ready(watched) == ["a.txt"]
