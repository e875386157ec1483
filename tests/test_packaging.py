"""The program works however it was installed, from any folder, with what it brings."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import tracker
from tracker.resources import resource

ROOT = Path(__file__).parents[1]
USE = (
    "from pathlib import Path\n"
    "from tracker.library import Library\n"
    "import tracker\n"
    "library = Library.open(Path('fresh.db'), 'ann')\n"
    "print(tracker.__file__, library.count(''))\n"
)


def told(*command: str | Path, cwd: Path, **environ: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TRACKER", "VIRTUAL"))}
    done = subprocess.run(command, cwd=cwd, env=clean | environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def settings() -> dict[str, dict[str, str]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return {"include": tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]}


def test_the_wheels_folders_are_where_the_program_looks_for_them(tmp_path: Path) -> None:
    """The wheel's layout, laid out by hand: quick, and the slow test below builds the real one."""
    shutil.copytree(ROOT / "tracker", tmp_path / "site" / "tracker", ignore=shutil.ignore_patterns("__pycache__"))
    for beside, inside in settings()["include"].items():
        shutil.copytree(ROOT / beside, tmp_path / "site" / inside)
    place, count = told(sys.executable, "-c", USE, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site")).split()
    assert Path(place).is_relative_to(tmp_path)
    assert count == "36"


def test_a_checkout_works_from_another_folder(tmp_path: Path) -> None:
    assert told(sys.executable, "-c", USE, cwd=tmp_path).split()[-1] == "36"


def test_what_the_program_brings_is_found_and_what_is_missing_is_named() -> None:
    assert (resource("seeds") / "papers.toml").is_file()
    assert (resource("migrations") / "env.py").is_file()
    with pytest.raises(FileNotFoundError, match="install tracker again"):
        resource("nothing")


def test_the_installed_version_and_command_are_this_programs() -> None:
    assert version("tracker") == tracker.__version__
    (command,) = entry_points(group="console_scripts", name="tracker")
    assert callable(command.load())


def test_the_readmes_test_command_is_what_ci_runs() -> None:
    command = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pytest -q"
    assert command in (ROOT / "README.md").read_text("utf-8")
    assert f"\n  {command}\n" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_every_dependency_has_its_reason_and_textual_is_pinned() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    block = text[text.index("dependencies = [") : text.index("[project.scripts]")]
    listed = [line for line in block.split("\n") if line.startswith('  "')]
    assert len(listed) > 10
    assert all("  # " in line for line in listed)
    assert any(line.startswith('  "textual==') for line in listed)


def built(folder: Path) -> tuple[Path, Path]:
    """The source archive and the wheel, made by hatchling in an environment of its own."""
    told(sys.executable, "-m", "venv", folder / "builder", cwd=folder)
    python = folder / "builder" / "bin" / "python"
    told(python, "-m", "pip", "install", "-q", "hatchling", cwd=folder)
    told(python, "-m", "hatchling", "build", "-d", folder / "dist", cwd=ROOT)
    (archive,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder / "sources", filter="data")
    (unpacked,) = (folder / "sources").iterdir()
    told(python, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "again", cwd=unpacked)
    (wheel,) = (folder / "dist").glob("*.whl")
    (again,) = (folder / "again").glob("*.whl")
    return wheel, again


@pytest.mark.slow
def test_the_wheel_and_the_wheel_from_the_source_archive_work_in_an_empty_environment(tmp_path: Path) -> None:
    wheel, again = built(tmp_path)
    names = [sorted(zipfile.ZipFile(one).namelist()) for one in (wheel, again)]
    assert names[0] == names[1]
    assert not [name for name in names[0] if "__pycache__" in name or name.startswith("tests")]
    told(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    told(tmp_path / "empty" / "bin" / "python", "-m", "pip", "install", "-q", again, cwd=tmp_path)
    program = tmp_path / "empty" / "bin" / "tracker"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert tracker.__version__ in told(program, "--version", cwd=elsewhere)
    assert told(program, "list", "--count", cwd=elsewhere, HOME=str(tmp_path / "home")).strip() == "36"
    place, _ = told(tmp_path / "empty" / "bin" / "python", "-c", USE, cwd=elsewhere).split()
    assert Path(place).is_relative_to(tmp_path)
