"""The verbs backup, restore and doctor."""

from __future__ import annotations

from pathlib import Path

from tracker.cli.call import Call
from tracker.cli.options import Command, Option
from tracker.errors import TrackerError


class NotWell(TrackerError):
    """The doctor found something."""

    kind = "not-well"


def run_backup(call: Call) -> None:
    """`tracker backup`."""
    target = Path(call.words.pop(0)) if call.words else None
    call.end()
    path = call.library.backup(target)
    if call.out.json:
        call.out.value({"file": str(path)})
    else:
        call.out.say(str(path))


def run_restore(call: Call) -> None:
    """`tracker restore`."""
    from tracker.library.restoring import restore

    file = Path(call.take("FILE"))
    call.end()
    kept = restore(call.settings.library, file)
    if call.out.json:
        call.out.value({"restored": str(file), "kept": str(kept) if kept else None})
    else:
        call.out.say(f"restored {file}" + (f"; what was there is kept in {kept}" if kept else ""))


def run_doctor(call: Call) -> None:
    """`tracker doctor`."""
    call.end()
    done = call.library.repair() if call.flag("--repair") else []
    findings = call.library.check()
    if call.out.json:
        call.out.value(findings)
    else:
        call.out.say(*done)
        for finding in findings:
            advice = "" if finding.well else f". {finding.advice}"
            mark, style = ("ok", "good") if finding.well else ("!!", "bad")
            call.out.pieces([(mark, style), (f"  {finding.name}: {finding.told}{advice}", "")])
    ill = [finding.name for finding in findings if not finding.well]
    if ill:
        raise NotWell(f"Not well: {', '.join(ill)}; each line marked !! says what to do")


COMMANDS = {
    "backup": Command(
        run_backup,
        "[FILE]",
        """
Makes a complete and verified copy of the library, also while it is in use, and prints its path. Without FILE it
goes into the folder `backups` beside the library.
""",
        (),
        (("tracker backup", "into backups/"), ("tracker backup /media/stick/library.db", "to a place of your own")),
        ("file",),
    ),
    "restore": Command(
        run_restore,
        "FILE",
        "Brings back a backup. The backup is verified first, and what was there is kept in a file beside the library.",
        (),
        (("tracker restore backups/library-20260212-090000.db", "as it was that morning"),),
        ("file",),
    ),
    "doctor": Command(
        run_doctor,
        "",
        """
Looks for anything wrong with the library: engine, schema, file, rows, search index, rights. The exit status is
1 where something is, and each such line says what to do. With --json: [{name, well, told, advice}].
""",
        (Option("--repair", "", "make the search index anew first"),),
        (("tracker doctor", "is everything well?"),),
    ),
}
