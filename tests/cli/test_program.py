"""help, keys, config, completion, opening: the program about itself."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Tracker
from tracker import __version__
from tracker.cli.main import declared
from tracker.cli.options import GLOBALS
from tracker.cli.verbs import GROUPS, VERBS
from tracker.query.parse import parse
from tracker.tui.fields import QUERY, ROUND

ROOT = str(Path(__file__).parents[2])


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_has_a_page_with_examples(name: str, run: Tracker) -> None:
    page = run(name, "--help")
    assert (page.code, page.err) == (0, "")
    assert f"tracker {name}" in page.out
    assert "Examples" in page.out
    assert "Exit status" in page.out
    for option in (*declared(VERBS[name]).options, *GLOBALS):
        assert option.name in page.out
    assert run("help", name).out == page.out
    assert run("-h", name).out == page.out


@pytest.mark.parametrize("name", VERBS)
def test_a_page_fits_a_narrow_terminal(name: str, run: Tracker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for line in run(name, "--help").out.splitlines():
        assert len(line) <= 60 or line.startswith("  "), line


@pytest.mark.parametrize("name", VERBS)
def test_every_example_is_of_options_that_there_are(name: str) -> None:
    known = {option.name for option in (*declared(VERBS[name]).options, *GLOBALS)}
    for typed, _ in declared(VERBS[name]).examples:
        if typed.startswith(f"tracker {name}"):
            assert set(re.findall(r"(?<!\S)--[a-z-]+", typed)) <= known


def test_every_example_asks_for_what_can_be_asked() -> None:
    typed = [line for name in VERBS if name != "explain" for line, _ in declared(VERBS[name]).examples]
    queries = {word for line in typed for word in shlex.split(line) if ":" in word}
    fields = {example for example, _ in (*QUERY, ROUND["query"])}
    wrong = [problem for query in queries | fields for problem in parse(query).problems if not problem.quiet]
    assert wrong == []


def test_the_overview_names_every_verb(run: Tracker) -> None:
    out = run("--help").out
    for _, verbs in GROUPS:
        for verb in verbs:
            assert f"  {verb.name} " in out
    assert run("help").out == out


def test_the_version_is_told_in_any_place(run: Tracker) -> None:
    for arguments in (["--version"], ["list", "--version"], ["--no-color", "--version"]):
        assert run(*arguments).out == f"tracker {__version__}\n"


def test_the_first_command_makes_and_seeds_the_library(run: Tracker, home: Path) -> None:
    assert len(run("list").rows) == 36
    assert list(home.rglob("library.db"))
    assert run("list", "--library", "empty.db", "--empty").out == ""
    (home / "c.toml").write_text('seed = false\nlibrary = "quiet.db"\n')
    assert run("list", "--config", "c.toml").out == ""
    assert (home / "quiet.db").exists()


def test_a_url_names_a_library_too(run: Tracker, seeded: Path) -> None:
    assert len(run("list", "--library", f"sqlite:///{seeded}").rows) == 36


def test_settings_are_shown_and_found(tracker: Tracker, home: Path, seeded: Path) -> None:
    shown = tracker("config", "show", "--json").json
    assert (shown["library"], shown["me"]) == (str(seeded), "ann")
    assert tracker("config", "show", "--me", "bob", "--json").json["me"] == "bob"
    assert tracker("config", "path").out.strip() == shown["file"]
    assert f"library = {seeded}" in tracker("config").out


def test_settings_are_edited_and_read_again(tracker: Tracker, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "true")
    assert tracker("config", "edit").code == 0
    file = Path(tracker("config", "path").out.strip())
    assert "keymap" in file.read_text()
    file.write_text("me = \n")
    ran = tracker("config", "edit")
    assert ran.code == 2
    assert str(file) in ran.err


def test_keys_are_told_in_three_forms(run: Tracker) -> None:
    commands = run("keys", "--json").json
    assert {"id", "keys", "label"} <= set(commands[0])
    assert run("keys", "--format", "json").json == commands
    assert len(run("keys", "--format", "markdown").out.splitlines()) == len(commands) + 2
    assert len(run("keys").out.splitlines()) == len(commands)


def values(tracker: Tracker, *words: str) -> set[str]:
    ran = tracker("__complete", "--", *words)
    assert (ran.code, ran.err) == (0, "")
    return {row[0] for row in ran.rows}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sta"], {"status", "star"} & {"status", "star"}),
        (["status", ""], {"later", "done", "read"}),
        (["status", "done", "liu2025d"], {"liu2025diving"}),
        (["list", "#theo"], {"#theory"}),
        (["list", "foo", "-#theo"], {"-#theory"}),
        (["list", "tag:theo"], {"tag:theory"}),
        (["list", "status:la"], {"status:later"}),
        (["list", "in:Inb"], {"in:Inbox"}),
        (["list", "collection:"], {'collection:"ICML 2025"'}),
        (["list", "--sort", "tit"], {"title"}),
        (["list", "--js"], {"--json"}),
        (["--lib"], {"--library"}),
        (["tag", "+theo"], {"+theory"}),
        (["tag", "+x", "liu2025d"], {"liu2025diving"}),
        (["import", "a.txt", "--collection", "IC"], {"ICML 2025"}),
        (["saved", "remove", "Inb"], {"Inbox"}),
        (["rules", "app"], {"apply"}),
        (["feeds", "fe"], {"fetch"}),
        (["vault", "sy"], {"sync"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["help", "compl"], {"completion"}),
    ],
)
def test_completion_offers_real_values(words: list[str], expected: set[str], tracker: Tracker) -> None:
    assert values(tracker, *words) >= expected


def test_completion_makes_no_library_and_no_noise(run: Tracker, tmp_path: Path) -> None:
    assert values(run, "--library", "none.db", "list", "#a") == set()
    assert not (tmp_path / "none.db").exists()
    for words in ([], ["frob", ""], ["--frob", "x"], ["import", ""], ["list", "--limit", ""]):
        assert run("__complete", "--", *words).code == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str, run: Tracker) -> None:
    assert "__complete" in run("completion", shell).out


@pytest.mark.parametrize(("line", "expected"), [("tracker stat", "status"), ("tracker list status:la", "later")])
def test_the_bash_script_completes(line: str, expected: str, tracker: Tracker, seeded: Path, tmp_path: Path) -> None:
    (tmp_path / "tracker").write_text(f'#!/bin/sh\nexec {sys.executable} -m tracker "$@"\n')
    (tmp_path / "tracker").chmod(0o755)
    script = tracker("completion", "bash").out
    ask = f"{script}\nCOMP_LINE='{line}' COMP_POINT={len(line)}\n_tracker\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    path = f"{tmp_path}:/usr/bin:/bin"
    ran = subprocess.run(
        ["bash", "-c", ask],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": path, "PYTHONPATH": ROOT, "TRACKER_LIBRARY": str(seeded), "HOME": str(tmp_path)},
    )
    assert expected in ran.stdout.split()


def test_the_tour_needs_a_terminal(run: Tracker) -> None:
    told = run("tour")
    assert told.code == 1
    assert "needs a terminal" in told.err
