"""Files that a verb writes."""

from __future__ import annotations

from pathlib import Path

from tracker.cli.call import Call
from tracker.cli.options import Option
from tracker.outfile import fresh

OUTPUT = Option("--output", "FILE", "the file to write; - is standard output", also="-o", fills="file")
FORCE = Option("--force", "", "replace a file that is there")


def target_of(call: Call) -> Path | None:
    """The file to write; Conflict where it is there and nobody said that it may go."""
    name = call.value("--output")
    if name is None or name == "-":
        return None
    target = Path(name)
    if call.flag("--force") and not target.is_dir():
        return target
    return fresh(target, "give another name, or --force to replace it")
