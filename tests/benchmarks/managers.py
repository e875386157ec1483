"""What importing BibTeX costs, beside papis and cobib: `python -m tests.benchmarks.managers [papers] [peers' papers]`.

Seconds are CPU of the whole process and its children. We take in 50,000 entries with abstracts; the others, where they
are installed (on PATH, or in the folder that PEERS names), take in fewer, told as for 10,000. Told from a few hundred,
their start would count as if every entry paid for it (cobib: 14 ms an entry at 300, 8 at 1,000, 6 at 5,000), which
would flatter us.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks import corpus
from tests.benchmarks.formats import records
from tracker.formats.registry import writing

OURS, THEIRS, TOLD = 50_000, 2_000, 10_000
COMMANDS = {
    "cobib": (["cobib", "init"], ["cobib", "add", "-b", "papers.bib"]),
    "papis": (["papis", "bibtex", "read", "papers.bib", "import", "--all"],),
}
IMPORT = """
from pathlib import Path
from tracker.library import Library
with Library.open("library.db", "ann", seed=False) as library:
    report = library.import_files([Path("papers.bib")])
    print(report.read, "read,", report.new, "new,", len(report.failed), "failed")
"""


def bibliography(folder: Path, count: int) -> None:
    named = (record._replace(key=f"key{number}") for number, record in enumerate(records(count)))
    with (folder / "papers.bib").open("w", encoding="utf-8") as file:
        file.writelines(writing("bibtex").write(named))


def spent(command: list[str], folder: Path, environ: Mapping[str, str]) -> tuple[float, str]:
    """CPU seconds of a command and the last line that it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        command, cwd=folder, env=dict(environ), capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, (ran.stdout.strip().splitlines() or [""])[-1]


def environment(folder: Path) -> dict[str, str]:
    """A home of their own, so that nobody's library is touched."""
    home = folder / "home"
    (home / ".config" / "papis").mkdir(parents=True)
    (home / "papers").mkdir()
    config = f"[settings]\ndefault-library = papers\n[papers]\ndir = {home / 'papers'}\n"
    (home / ".config" / "papis" / "config").write_text(config)
    root = str(Path(__file__).parents[2])
    return os.environ | {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "PYTHONPATH": root}


def ours(count: int) -> tuple[float, str]:
    """CPU seconds of taking in so many entries, and what was said of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bibliography(folder, count)
        return spent([sys.executable, "-c", IMPORT], folder, environment(folder))


def theirs(name: str, count: int) -> float | None:
    """The same of another program; None where it is not installed."""
    path = os.pathsep.join(filter(None, (os.environ.get("PEERS"), os.environ.get("PATH"))))
    if shutil.which(name, path=path) is None:
        return None
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        bibliography(folder, count)
        environ = environment(folder) | {"PATH": path}
        return sum(spent(command, folder, environ)[0] for command in COMMANDS[name])


def main(count: int, peers: int) -> None:
    if why := corpus.missing():
        print(why)
        return
    mine, said = ours(count)
    print(f"tracker  {count:6} entries {mine:8.1f} s  ({said})")
    for name in COMMANDS:
        seconds = theirs(name, peers)
        if seconds is None:
            print(f"{name:8} is not installed")
            continue
        told = seconds * TOLD / peers
        ratio = f"ours is {mine / told:.2f} × that (≤ 0.33)"
        print(f"{name:8} {peers:6} entries {seconds:8.1f} s, {told:8.1f} s for {TOLD}: {ratio}")


if __name__ == "__main__":
    told = [int(word) for word in sys.argv[1:]]
    main(*(told + [OURS, THEIRS][len(told) :]))
