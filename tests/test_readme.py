"""What the README and its tables in `docs` say is true."""

import re
import shlex
from pathlib import Path

import pytest

from tracker.__main__ import main
from tracker.cli.verbs import GROUPS
from tracker.config import KEYS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = ROOT / "docs"


def between(name: str) -> str:
    """The generated table of that name, from the page that it stands on."""
    page = (DOCS / f"{name}.md").read_text("utf-8")
    return page.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0].strip()


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
    assert between("keys") == table, "paste what `tracker keys --format markdown` prints into docs/keys.md"


def test_every_setting_is_told() -> None:
    page = (DOCS / "settings.md").read_text("utf-8")
    for key in KEYS:
        assert f"| `{key}` |" in page or f"| `[{key}]` |" in page


def test_the_pages_name_no_place_of_one_machine() -> None:
    for page in (README, *(page.read_text("utf-8") for page in DOCS.glob("*.md"))):
        assert not re.search(r"(?<!~)/(?:home|root|tmp|work|Users)/", page)


def test_every_page_that_is_referred_to_is_there() -> None:
    for page in (ROOT / "README.md", *DOCS.glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} → {target}"


def test_a_newcomer_starts_within_the_readmes_first_screens() -> None:
    """What sets it up and the first keys come before anything that can wait, and the whole is read in a few minutes."""
    lines = README.split("\n")
    assert lines.index("## Start") < 25
    assert lines.index("## The first minute") < 45
    assert len(lines) < 220


def test_the_map_of_the_code_names_what_is_there() -> None:
    named = re.findall(r"`([\w./]+(?:\.py|/))`", (DOCS / "inside.md").read_text("utf-8"))
    there = (path for top in ("tracker", "tests", "migrations") for path in (ROOT / top).rglob("*.*"))
    files = {str(path.relative_to(ROOT)) for path in there}
    folders = {f"{Path(file).parent}/" for file in files}
    lost = [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in files | folders)]
    assert len(named) > 30
    assert lost == []
