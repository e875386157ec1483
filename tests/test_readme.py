"""What the README says is true."""

import re
import shlex
from pathlib import Path

import pytest

from tracker.__main__ import main
from tracker.cli.verbs import GROUPS
from tracker.config import KEYS

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def between(name: str) -> str:
    return README.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0].strip()


def examples() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    return [line for block in blocks for line in block.split("\n") if line.startswith("tracker ")]


def test_there_are_examples_to_check() -> None:
    assert len(examples()) >= 6


@pytest.mark.parametrize("line", examples())
def test_a_command_in_the_readme_does_what_it_says(line: str, seeded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(seeded.parent)
    monkeypatch.setenv("TRACKER_LIBRARY", seeded.name)
    Path("list.txt").write_text("ICML 2025 paper list\n\nWe study how models count.\n")
    assert main(["tag", "+seen", "1"]) == 0
    assert main(shlex.split(line, comments=True)[1:]) == 0


def test_the_command_table_is_the_programs() -> None:
    rows = [f"| `tracker {verb.name}` | {verb.told} |" for _, group in GROUPS for verb in group]
    assert between("commands").split("\n") == ["| command | does |", "|---|---|", *rows]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings or library."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "TRACKER_CONFIG", "TRACKER_ME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_key_table_is_the_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "--format", "markdown"]) == 0
    table = capsys.readouterr().out.strip()
    assert between("keys") == table, "paste what `tracker keys --format markdown` prints"


def test_every_setting_is_told() -> None:
    for key in KEYS:
        assert f"| `{key}` |" in README or f"| `[{key}]` |" in README


def test_the_readme_names_no_place_of_one_machine() -> None:
    assert not re.search(r"(?<!~)/(?:home|root|tmp|work|Users)/", README)
