"""The verbs backup, restore and doctor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.call import Call
from tracker.cli.options import Command, Option
from tracker.errors import TrackerError
from tracker.text.count import counted

if TYPE_CHECKING:
    from tracker.store.health import Finding
    from tracker.store.restore import Copy, Difference


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
    from tracker.library.restoring import compare, copies, restore

    if not call.words:
        _listed(call, copies(call.settings.library))
        return
    file = Path(call.take("FILE"))
    call.end()
    if not file.exists() and file.name == str(file):  # of a backup the name alone will do
        file = next((copy.file for copy in copies(call.settings.library) if copy.file.name == file.name), file)
    if call.flag("--dry-run"):
        _foretell(call, file, compare(call.settings.library, file))
        return
    kept = restore(call.settings.library, file)
    if call.out.json:
        call.out.value({"restored": str(file), "kept": str(kept) if kept else None})
    else:
        call.out.say(f"restored {file}" + (f"; what was there is kept in {kept}" if kept else ""))


def _listed(call: Call, copies: list[Copy]) -> None:
    """The backups there are, a line each."""
    if call.out.json:
        call.out.value([{"file": str(copy.file), "made": copy.made, "holds": copy.holds} for copy in copies])
        return
    for copy in copies:
        call.out.say(f"{copy.made.astimezone():%Y-%m-%d %H:%M}  {_held(copy):34}  {copy.file}")
    if copies:
        call.out.aside("`tracker restore FILE --dry-run` says what one of them would change")
    else:
        call.out.aside("no backup was made yet; `tracker backup` makes one")


def _held(copy: Copy) -> str:
    if copy.holds is None:
        return "cannot be read"
    return ", ".join(counted(copy.holds.get(f"{thing}s", 0), thing) for thing in ("paper", "note", "step"))


def _foretell(call: Call, file: Path, differences: list[Difference]) -> None:
    """What a backup would change, a line for each kind of thing."""
    if call.out.json:
        call.out.value({"restored": None, "changes": differences})
        return
    for what, now, then in differences:
        call.out.say(f"{what:16} {now:>9,} now {then:>9,} in {file.name}")


def run_doctor(call: Call) -> None:
    """`tracker doctor`."""
    call.end()
    done = call.library.repair() if call.flag("--repair") else []
    findings = call.library.check(call.out.comparing)
    if call.out.json:
        looked = list(findings)
        call.out.value(looked)
    else:
        call.out.say(*done)
        looked = [_told(call, finding) for finding in findings]
    ill = [finding.name for finding in looked if not finding.well]
    if ill:
        raise NotWell(f"Not well: {', '.join(ill)}; each line marked !! says what to do")


def _told(call: Call, finding: Finding) -> Finding:
    """A line for one thing that was looked at, at once: with many papers some take minutes."""
    advice = "" if finding.well else f". {finding.advice}"
    mark, style = ("ok", "good") if finding.well else ("!!", "bad")
    call.out.pieces([(mark, style), (f"  {finding.name}: {finding.told}{advice}", "")])
    call.out.flush()
    return finding


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
        "[FILE]",
        """
Brings back a backup. The backup is verified first, and what was there is kept in a file beside the library, so that
restoring that file takes it back. Without FILE it lists the backups there are, the newest first, with what each holds;
of one of these the name alone will do. With --json: [{file, made, holds}].
""",
        (Option("--dry-run", "", "say what would change, and change nothing"),),
        (
            ("tracker restore", "which backups are there?"),
            ("tracker restore library-daily-20260212.db --dry-run", "what would that one change?"),
            ("tracker restore library-20260212-090000.db", "as it was that morning"),
        ),
        ("file",),
    ),
    "doctor": Command(
        run_doctor,
        "",
        """
Looks for anything wrong with the library: engine, durability, the place it lies in, schema, file, rows, journal,
search index, rights, backups. A copy is made on each day that you use the screen or import, and the last seven are kept
in the folder `backups` beside the library. The exit status is 1 where something is wrong, and each such line says what
to do. With --json: [{name, well, told, advice}].
""",
        (Option("--repair", "", "mend first: the search index, unfinished copies"),),
        (("tracker doctor", "is everything well?"),),
    ),
}
