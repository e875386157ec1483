"""The program as a process: pipes that close, streams that are not there, signals, bytes that are no text."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyte
import pytest

PROGRAM = [sys.executable, "-m", "tracker"]


@pytest.fixture(autouse=True)
def library(seeded: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKER_LIBRARY", str(seeded))
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    return seeded


def shell(script: str) -> subprocess.CompletedProcess[str]:
    program = " ".join(f"'{part}'" for part in PROGRAM)
    script = script.replace("tracker ", f"{program} ")
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_closed_pipe_ends_quietly() -> None:
    ran = shell("tracker show 1 | true; tracker list | head -1")
    assert (ran.returncode, ran.stderr, len(ran.stdout.splitlines())) == (0, "", 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_that_is_full_is_told() -> None:
    ran = shell("tracker list > /dev/full")
    assert ran.returncode == 1
    assert ran.stderr == "tracker: error: The output cannot be written: No space left on device\n"


def test_closed_streams_do_no_harm(library: Path) -> None:
    ran = shell("tracker list >&-; tracker star 1 >&- 2>&- <&-; tracker list is:starred")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("1\t")


def test_an_argument_that_is_no_text_is_refused() -> None:
    ran = shell("tracker list $'\\xff\\xfe'")
    assert ran.returncode == 2
    assert ran.stderr.startswith("tracker: error: ")
    assert ran.stderr.count("\n") == 1


def test_an_output_that_knows_no_unicode_is_no_failure() -> None:
    ran = shell("PYTHONIOENCODING=ascii tracker list; LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 tracker list --json")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_interrupt_ends_with_130_and_keeps_nothing() -> None:
    with subprocess.Popen([*PROGRAM, "import", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stderr
        running.stdin.write(b"We study half a file.\n\n")
        running.stdin.flush()
        time.sleep(1.0)
        os.kill(running.pid, signal.SIGINT)
        assert running.wait(30) == 130
        assert b"Traceback" not in running.stderr.read()
    assert len(shell("tracker list").stdout.splitlines()) == 36


def test_a_disk_that_is_full_is_told_and_nothing_is_half_written(library: Path) -> None:
    size = library.stat().st_size // 1024 + 64
    papers = "seq 3000 | sed 's/.*/We study widget number & at length, in detail, and as nobody did before./;G'"
    ran = shell(f"ulimit -f {size}; {papers} | tracker import -")
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr
    assert len(shell("tracker list").stdout.splitlines()) == 36


@pytest.mark.parametrize(("answer", "papers"), [("n", 36), ("y", 37)])
def test_at_a_terminal_an_import_tells_what_it_would_do_and_asks(answer: str, papers: int, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("We study widgets and show that they are round.\n")
    master, slave = pty.openpty()
    arguments = [*PROGRAM, "import", str(tmp_path / "list.txt")]
    with subprocess.Popen(arguments, stdin=slave, stdout=slave, stderr=slave) as running:
        os.close(slave)
        told = b""
        while b"[Y/n]" not in told:
            told += os.read(master, 4096)
        os.write(master, f"{answer}\n".encode())
        assert running.wait(30) == 0
    assert b"1 would be new" in told
    assert len(shell("tracker list").stdout.splitlines()) == papers


def test_a_line_that_tells_how_far_a_deed_has_come_fits_and_goes(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    told = """
import sys
from tracker.cli.out import Out
out = Out(sys.stdout, sys.stderr)
out.doing("a long deed " * 9)
out.doing("扩散" * 30)
out.say("done")
out.flush()
"""
    narrow = os.environ | {"COLUMNS": "40"}
    subprocess.run([sys.executable, "-c", told], stdin=slave, stdout=slave, stderr=slave, env=narrow, check=True)
    screen = pyte.Screen(40, 5)
    pyte.ByteStream(screen).feed(os.read(master, 4096))
    assert [row.rstrip() for row in screen.display if row.strip()] == ["done"]


def test_a_watched_folder_is_taken_in_until_ctrl_c(tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    folder.mkdir()
    (folder / "bad.txt").write_bytes(b"%PDF-1.7 \0")
    command = [*PROGRAM, "import", "--watch", "--every", "0.05", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stdout
        assert watching.stderr
        assert "bad.txt" in watching.stderr.readline()
        (folder / "list.txt").write_text("Widgets 2026 paper list\n\nWe study widgets and show that they are round.\n")
        assert "list.txt" in watching.stdout.readline()
        assert "1 new" in watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 0
        assert "bad.txt" not in watching.stderr.read()
    assert "Widgets" in shell("tracker list --limit 3 --sort -added").stdout
