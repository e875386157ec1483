"""The installed program in a real terminal, from the first start to the next day."""

import re
import signal
import termios
import time
from pathlib import Path

import pytest

from tests.library.kept import drafts
from tests.terminal import PATIENCE, Terminal
from tests.tui.test_nasty import PAYLOADS, poison
from tracker.library import Library

SINKS = "Interpreting the Repeated Token Phenomenon"


def test_what_one_does_in_the_program_is_there_the_next_time(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        terminal.shows("36 papers")
        terminal.press("/", "atention sinks")
        terminal.shows("atention → attention")
        terminal.press("enter", "w")
        terminal.shows("as later")
        terminal.press("t", "judge", "enter", "enter", "escape")
        terminal.shows("#judge")
        terminal.press("e")
        terminal.shows("by itself while you type")
        terminal.press("Compare with *our* audit.", "escape")
        terminal.shows("note saved")
        terminal.press("u")
        terminal.shows("undid")
        terminal.press("U")
        terminal.shows("1 note")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0
    with Terminal(home=tmp_path) as terminal:
        terminal.shows("36 papers")
        terminal.press("/", "#judge", "enter")
        terminal.shows(SINKS)
        terminal.shows("1 note")
        terminal.press("ctrl+q")
        assert terminal.ends() == 0


WALK = (
    ("enter", "▸ Reader"),
    ("q", "▸ Library"),
    ("e", "▸ Note"),
    ("escape", "▸ Library"),
    ("gu", "▸ History"),
    ("q", "▸ Library"),
    ("?", "▸ Help"),
    ("q", "▸ Library"),
    ("/", "Esc back"),
    ("zzzz", "No paper matches"),
    ("escape", "/ filter"),
    ("escape", "36 shown"),
    ("t", "tags of"),
)


@pytest.mark.parametrize("columns", [80, 140])
def test_no_byte_of_anybodys_text_reaches_the_terminal_as_a_command(seeded: Path, columns: int) -> None:
    poison(seeded, PAYLOADS["all"])
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent, columns=columns, rows=24) as terminal:
        terminal.shows("36 shown")
        for keys, until in WALK:
            terminal.press(keys)
            terminal.shows(until)
        written = re.sub(rb"\x1b\]22;\w+\x07", b"", terminal.bytes)  # the shape of the pointer, from Textual
    for bad in (b"\x1b]0;PWN", b"\x1b[2Jc", b"\x07", b"\xc2\x9b", b"\x7f", "\u202e".encode(), "\u2066".encode()):
        at = written.find(bad)
        assert at < 0, written[max(0, at - 60) : at + 20]


def test_without_colours_nothing_is_lost(seeded: Path) -> None:
    with Terminal("--library", str(seeded), home=seeded.parent, NO_COLOR="1", TERM="xterm-16color") as terminal:
        terminal.shows("▌●")
        terminal.press("space", "j", "space")
        terminal.shows("2 marked")
        assert terminal.text.count("✓●") == 2
        terminal.press("w")
        terminal.shows("▷")


def test_closing_the_terminal_keeps_what_was_being_written(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("by itself while you type")
            terminal.press("not to be lost")
            end = time.monotonic() + 30
            while not drafts(library) and time.monotonic() < end:
                terminal.read()
            terminal.hang_up()
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("not to be lost")
            terminal.shows("when the program ended")


def test_a_program_ends_with_its_terminal_while_it_draws(seeded: Path) -> None:
    for moment in range(6):
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            for _ in range(moment):
                terminal.press("j")
            terminal.child.send("jkjk" * 20)
            terminal.hang_up()


def test_a_program_that_is_stopped_and_goes_on_ends_with_its_terminal(seeded: Path) -> None:
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
        terminal.shows("36 shown")
        for _ in range(3):
            terminal.child.kill(signal.SIGSTOP)
            modes = termios.tcgetattr(terminal.child.child_fd)
            modes[3] |= termios.ECHO | termios.ICANON  # as a shell leaves it
            termios.tcsetattr(terminal.child.child_fd, termios.TCSANOW, modes)
            terminal.child.kill(signal.SIGCONT)
        end = time.monotonic() + PATIENCE
        while "#liu2025diving" in terminal.text:  # what is typed before the terminal is taken back is lost
            assert time.monotonic() < end, "no key is heard any more"
            terminal.press("j")
        terminal.hang_up()


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM])
def test_a_program_told_to_end_keeps_the_last_letter_typed(seeded: Path, how: signal.Signals) -> None:
    with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
        terminal.shows("36 shown")
        terminal.press("e")
        terminal.shows("by itself while you type")
        terminal.press("to the last letter")
        terminal.shows("to the last letter")
        terminal.child.kill(how)
        terminal.ends()
    with Library.open(seeded, "ann") as library:
        assert drafts(library) == ["to the last letter"]


def test_a_program_killed_outright_keeps_what_was_typed_until_a_moment_before(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("by itself while you type")
            terminal.press("not to be lost")
            end = time.monotonic() + 30
            while "not to be lost" not in drafts(library):
                assert time.monotonic() < end
                terminal.read()
            terminal.child.kill(signal.SIGKILL)
            terminal.ends()
        assert all(finding.well for finding in library.check())
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("e")
            terminal.shows("not to be lost")
            terminal.press("escape")
            terminal.shows("note saved")
        assert [note.body for note in library.notes(1)] == ["not to be lost"]


def test_a_program_killed_while_a_comment_is_typed_has_it_again_the_next_time(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("enter")
            terminal.shows("1–6 marks the sentence")
            terminal.press("@")
            terminal.shows("comment on the paper")
            terminal.press("bob is this new")
            end = time.monotonic() + 30
            while library.unsent("comment 1") != "@bob is this new":
                assert time.monotonic() < end
                terminal.read()
            terminal.child.kill(signal.SIGKILL)
            terminal.ends()
        with Terminal("--library", str(seeded), "--me", "ann", home=seeded.parent) as terminal:
            terminal.shows("36 shown")
            terminal.press("enter")
            terminal.shows("1–6 marks the sentence")
            terminal.press("@")
            terminal.shows("@bob is this new")
            terminal.press("?", "enter")
            terminal.shows("commented on")
        assert [comment.body for comment in library.comments(1)] == ["@bob is this new?"]
        assert library.unsent("comment 1") == ""
