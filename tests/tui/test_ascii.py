"""Every sign that the program draws has one of ASCII, for fonts that know no other."""

import ast
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color

import tracker.tui
from tests.terminal import Terminal
from tracker.tui.ascii import Plain, plain

SHOWN = ["tui", "queue", "screening", "library"]  # whose words reach the screen


def _texts(file: Path) -> set[str]:
    """What a module says, its docstrings left out."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str)} - told


def test_every_sign_of_the_program_is_known() -> None:
    package = Path(tracker.tui.__file__).parent.parent
    said = {text for part in SHOWN for file in (package / part).rglob("*.py") for text in _texts(file)}
    signs = {sign for text in said for sign in text if sign.isprintable() and not sign.isalpha()}
    assert len(signs) > 50
    assert [sign for sign in sorted(signs) if not plain(sign).isascii()] == []


@pytest.mark.parametrize("text", ["┌─┬┐", "│┃", "▔▎▊▁", "⠀⣿", "“x” — a…", "● ○ ▷ ◐ ✓ ✗"])
def test_a_sign_keeps_its_cell(text: str) -> None:
    assert plain(text).isascii()
    assert len(plain(text)) == len(text)


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        (["⏎ opens · ⇥ all keys", "       "], "Enter opens - Tab all keys "),
        (["⏎ opens   ", "│ ⇥ next    │"], "< opens   | Tab next  |"),
        (["file ______     ", "⇥ completes "], "file ______   Tab completes "),
        (["a ⏎", " b"], "a < b"),
        (["⏎ opens │        │"], "< opens |        |"),
    ],
)
def test_a_key_has_its_name_where_there_is_room(parts: list[str], shown: str) -> None:
    segments = Plain().apply([Segment(part) for part in parts], Color(0, 0, 0))
    assert "".join(segment.text for segment in segments) == shown
    assert len(shown) == len("".join(parts))


def test_letters_stay_as_they_are() -> None:
    assert plain("Müller · 标题 – ok") == "Müller - 标题 - ok"


def test_a_linux_console_gets_ascii_by_itself(tmp_path: Path) -> None:
    with Terminal(home=tmp_path, environment={"TERM": "linux"}) as terminal:
        terminal.shows("36 papers")
        terminal.press("/", "regress", "escape", "?")
        terminal.shows("> Help")
        assert all(sign.isascii() or sign.isalpha() for sign in terminal.text)
