"""What the program writes beside what it was asked for is its owner's alone, and passwords stay where they were."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import TRACKER, Terminal
from tracker.config import without_password
from tracker.services.cache import Cache, Kept

PASSWORD = "open-sesame-17"
LIBRARY = f"postgresql+psycopg://ann:{PASSWORD}@127.0.0.1:1/papers?password={PASSWORD}&connect_timeout=1"


def ran(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = {"PATH": os.environ["PATH"], "HOME": str(home), "TRACKER_OFFLINE": "1", "LANG": "C.UTF-8", **environment}
    return subprocess.run(
        [str(TRACKER), *words], env=told, cwd=home, capture_output=True, text=True, check=False, timeout=120
    )


def test_with_no_umask_at_all_every_file_and_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """Library, its companions, copies, drafts, settings, cache, reports. What a person exports follows their umask."""
    before = os.umask(0)
    home = tmp_path / "home"
    home.mkdir(0o700)
    try:
        assert ran(home, "list").returncode == 0
        assert ran(home, "note", "1", "--text", "mine alone").returncode == 0
        assert ran(home, "backup").returncode == 0
        ran(home, "config", "edit", EDITOR="true")
        with Terminal(home=home) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("by itself while you type")
            terminal.press("half a thought")
            open_files = loose(home)
            terminal.press("ctrl+q")
            terminal.ends()
        Cache(home / "cache" / "answers").put("what?", Kept(200, {}, b"it", 1.0))
        script = "import sys; from tracker import crash; sys.excepthook = crash.hook; raise KeyError"
        told = {"HOME": str(home), "PATH": os.environ["PATH"]}
        subprocess.run([sys.executable, "-c", script], env=told, capture_output=True, check=False)
    finally:
        os.umask(before)
    made = {path.name for path in home.rglob("*")}
    assert {"library.db", "library.db.writelock", "config.toml", "backups", "answers"} <= made
    assert any(name.startswith("crash-") for name in made)
    assert open_files + loose(home) == []


def loose(home: Path) -> list[str]:
    """What others may look at; a folder that only its owner may enter keeps what is in it."""
    return [str(path.relative_to(home)) for path in _within(home) if path.stat().st_mode & 0o077]


def _within(folder: Path) -> list[Path]:
    found = []
    for path in folder.iterdir():
        found.append(path)
        if path.is_dir():
            found += _within(path)
    return found


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (LIBRARY, "postgresql+psycopg://ann@127.0.0.1:1/papers?connect_timeout=1"),
        ("postgresql://ann:a@b@host/x", "postgresql://ann@host/x"),
        ("postgresql://host/x?user=ann&PASSWORD=p", "postgresql://host/x?user=ann"),
        ("postgresql://ann@host/x", "postgresql://ann@host/x"),
        ("/home/ann:b@c/x?password=y.db", "/home/ann:b@c/x?password=y.db"),
    ],
)
def test_an_address_is_shown_without_its_password(given: str, shown: str) -> None:
    assert without_password(given) == shown


@pytest.mark.parametrize("verb", ["list", "config", "config --json", "doctor", "backup", "rounds", "team list", "log"])
def test_no_answer_tells_the_password_of_the_library(tmp_path: Path, verb: str) -> None:
    done = ran(tmp_path, "--library", LIBRARY, *verb.split())
    assert PASSWORD not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_neither_the_editor_nor_the_settings_it_opens_are_told_the_password(tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\ntr "\\0" "\\n" < /proc/$$/cmdline > "$HOME/seen"\ncat "$1" >> "$HOME/seen"\n')
    editor.chmod(0o755)
    ran(tmp_path, "--library", LIBRARY, "config", "edit", EDITOR=str(editor))
    seen = (tmp_path / "seen").read_text()
    assert "config.toml" in seen
    assert PASSWORD not in seen
