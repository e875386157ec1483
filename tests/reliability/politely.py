"""Failing politely: what the tests promise of terminals, systems and neighbours that do not behave, each as one try."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.reliability.outcome import Leak, Outcome

ROOT = Path(__file__).parents[2]
IMPOLITE = ("reliability/test_impolite.py", "reliability/test_crash.py", "cli/test_processes.py")
CURIOUS = ("reliability/test_privacy.py",)


def campaign(folder: Path) -> list[Outcome]:
    """Hang-ups of all kinds, and who looks at what is not theirs."""
    return [
        _promised("terminals, systems, editors and pipes that do not behave", IMPOLITE, folder),
        _promised("files, answers and process lists that strangers look at", CURIOUS, folder, Leak),
    ]


def _promised(name: str, files: tuple[str, ...], folder: Path, kind: type[str] = str) -> Outcome:
    """The promises of some test files; what cannot be tried on this machine is no try."""
    outcome, report = Outcome(name), folder / "promised.xml"
    tests = [str(ROOT / "tests" / file) for file in files]
    command = (sys.executable, "-m", "pytest", "-q", "--reruns=0", f"--junitxml={report}", *tests)
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    for case in ElementTree.parse(report).iter("testcase"):
        wrong = [*case.iterfind("failure"), *case.iterfind("error")]
        if case.find("skipped") is None:
            again = f"{case.get('classname')}, {case.get('name')}"
            outcome.add([kind(each.get("message", "")) for each in wrong], again)
    if not outcome.tried:
        outcome.add(["none of these promises could be tried"], name)
    return outcome
