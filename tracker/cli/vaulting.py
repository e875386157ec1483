"""The verb vault: notes as Markdown files, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tracker.cli.call import Call
from tracker.cli.options import Command, Option, Usage
from tracker.errors import Conflict, NotFound

if TYPE_CHECKING:
    from datetime import datetime

    from tracker.vault.meeting import Side
    from tracker.vault.plan import PagePlan, VaultPlan, VaultReport

ALL = "all"
SIDES: tuple[Side, ...] = ("here", "there", "both")
SIGNS = {"new": "↑", "write": "↑", "read": "↓", "both": "↕", "conflict": "⚠", "gone": "⚠", "broken": "⚠", "same": "="}


def run_vault(call: Call) -> None:
    """`tracker vault`."""
    match call.words[:1]:
        case ["sync"]:
            call.take("sync")
            _sync(call)
        case ["status"] | []:
            call.words[:1] = []
            call.end()
            _status(call)
        case [word]:
            raise Usage(f"There is no vault {word}; it is vault sync DIR or vault status")


def _sync(call: Call) -> None:
    folder = call.words.pop(0) if call.words else _last(call)
    call.end()
    plan = call.library.plan_vault(folder)
    plan = _chosen(call, folder, plan)
    dry = call.flag("--dry-run")
    if dry or call.may_ask:
        _tell_plan(call, plan, dry=dry)
    if dry or not _agreed(call, plan):
        return
    report = call.library.sync_vault(plan)
    if call.out.json:
        call.out.value(report_json(report))
    else:
        _tell_report(call, report)
    if report.left:
        raise Conflict(_advice(report))


def _last(call: Call) -> str:
    """The folder that was synced last, where none is given."""
    known = call.library.vaults()
    if not known:
        raise Usage("DIR is missing: tracker vault sync DIR")
    return known[0].folder


def _chosen(call: Call, folder: str, plan: VaultPlan) -> VaultPlan:
    """The plan with what the options say of single papers."""
    from tracker.vault.plan import Deed

    forget = _papers(call, "--forget", plan, Deed.GONE)
    for paper in forget if not call.flag("--dry-run") else ():
        call.library.forget_page(folder, paper)
    settle: dict[int, Side] = {}
    for side in SIDES:
        settle |= dict.fromkeys(_papers(call, f"--{side}", plan, Deed.CONFLICT), side)
    again = _papers(call, "--again", plan, Deed.GONE)
    return call.library.plan_vault(folder, settle=settle, again=again) if settle or again or forget else plan


def _papers(call: Call, option: str, plan: VaultPlan, deed: str) -> set[int]:
    """The papers that an option names; of `all`, those of which there is a choice."""
    named: set[int] = set()
    for word in call.values(option):
        named |= (
            {page.paper_id for page in plan.pages if page.deed == deed} if word == ALL else {call.library.paper(word)}
        )
    return named


def _agreed(call: Call, plan: VaultPlan) -> bool:
    if not call.may_ask or not plan.writes + plan.reads:
        return True
    agreed = call.agreed("Sync?")
    if not agreed:
        call.out.say("nothing was changed")
    return agreed


def _tell_plan(call: Call, plan: VaultPlan, *, dry: bool) -> None:
    if dry and call.out.json:
        call.out.value(plan_json(plan) | {"dry_run": True})
        return
    _pages(call, plan.pages)
    for told in plan.aside:
        call.out.warn(told, "vault")
    if call.out.terminal:
        call.out.say(f"{plan.folder}: {_counts(plan.writes, plan.reads, plan.count('same'), _waiting(plan))}")


def _tell_report(call: Call, report: VaultReport) -> None:
    if not call.may_ask:
        _pages(call, [page for page in report.plan.pages if page not in report.left])
    _pages(call, report.left)
    counts = _counts(report.written, report.read, report.same, len(report.left))
    call.out.say(f"{report.plan.folder}: {counts}")
    if report.backup:
        call.out.say(f"files that were there before are kept in {report.backup}")


def _pages(call: Call, pages: Iterable[PagePlan]) -> None:
    rows = [(page, _what(page)) for page in pages if page.deed != "same"]
    if not call.out.terminal:
        call.out.rows((page.deed, page.paper_id, page.path, what) for page, what in rows)
        return
    for page, what in rows:
        style = "warn" if SIGNS[page.deed] == "⚠" else ""
        call.out.pieces(
            [(f"{SIGNS[page.deed]} {page.deed:<8} ", style), (page.path or page.heading, ""), (f"  {what}", "dim")]
        )


def _what(page: PagePlan) -> str:
    """What of a page changes, or why it waits."""
    parts = [f"from the file: {', '.join(page.taken)}" if page.taken else ""]
    parts.append(f"to the file: {', '.join(page.sent)}" if page.sent else "")
    return page.told or "; ".join(filter(None, parts))


def _counts(writes: int, reads: int, same: int, waiting: int) -> str:
    return f"{writes} written, {reads} read, {same} the same" + (f", {waiting} waiting" if waiting else "")


def _waiting(plan: VaultPlan) -> int:
    return plan.count("conflict", "gone", "broken")


def _advice(report: VaultReport) -> str:
    """What to do about the pages that were left."""
    deeds = {page.deed for page in report.left}
    ways = [
        *(["--here, --there or --both PAPER says which text stands"] if "conflict" in deeds else []),
        *(["--again PAPER writes a file anew, --forget PAPER does without it"] if "gone" in deeds else []),
    ]
    first = report.left[0]
    count = "1 page is left as it is" if len(report.left) == 1 else f"{len(report.left)} pages are left as they are"
    return "; ".join([f"{count} ({first.path}: {first.told})", *ways])


def _status(call: Call) -> None:
    found: list[dict[str, Any]] = []
    for vault in call.library.vaults():
        try:
            plan = call.library.plan_vault(vault.folder)
        except NotFound as gone:
            call.out.warn(str(gone), "vault")
            continue
        found.append(_counted(plan) | {"pages": vault.pages, "synced": vault.synced})
    if call.out.json:
        call.out.value(found)
        return
    for one in found:
        told = f"↑ {one['to_write']} to write  ↓ {one['to_read']} to read  ⚠ {one['waiting']} waiting"
        call.out.say(f"{one['folder']}: {one['pages']} files, last synced {_when(one['synced'])}", f"  {told}")
    if not found:
        call.out.aside("No vault yet; `tracker vault sync DIR` makes one")


def _when(instant: datetime | None) -> str:
    return f"{instant.astimezone():%Y-%m-%d %H:%M}" if instant else "never"


def _counted(plan: VaultPlan) -> dict[str, Any]:
    return {
        "folder": plan.folder,
        "to_write": plan.writes,
        "to_read": plan.reads,
        "same": plan.count("same"),
        "conflicts": plan.count("conflict"),
        "waiting": _waiting(plan),
    }


def plan_json(plan: VaultPlan) -> dict[str, Any]:
    pages = [page_json(page) for page in plan.pages if page.deed != "same"]
    return _counted(plan) | {"pages": pages, "aside": plan.aside}


def report_json(report: VaultReport) -> dict[str, Any]:
    return {
        "folder": report.plan.folder,
        "written": report.written,
        "read": report.read,
        "same": report.same,
        "conflicts": sum(page.deed == "conflict" for page in report.left),
        "left": [page_json(page) for page in report.left],
        "pages": [page_json(page) for page in report.plan.pages if page.deed != "same" and page not in report.left],
        "aside": report.plan.aside,
        "backup": report.backup,
        "done": report.said,
    }


def page_json(page: PagePlan) -> Mapping[str, Any]:
    return {
        "paper": page.paper_id,
        "heading": page.heading,
        "path": page.path,
        "does": page.deed.value,
        "to_file": page.sent,
        "to_library": page.taken,
        "why": page.told or None,
        "conflicts": page.clashes,
    }


COMMANDS = {
    "vault": Command(
        run_vault,
        "sync [DIR] | status",
        """
Keeps your notes as Markdown files in a folder, ready for Obsidian, and in step with them: every paper that has a
note or an annotation has a file in DIR/Papers. From a file are read the note between its two marker lines and, of
the front matter, tags, status, priority, rating and due; a new line in the quotation of an annotation becomes a
comment on it. Annotations, others' notes and the abstract are written only. All else in a file is yours and never
touched.

Where both sides changed, the changes are merged; where they overlap, neither side is written, and the exit status
is 1: --here, --there or --both says which text stands. A file may be moved and renamed; one that is gone is not
taken for a deleted note. At a terminal it first tells what would be done and asks. Without DIR: the folder synced
last. Reading from files is one step: `tracker undo` takes it back.

With --json: {folder, written, read, same, conflicts, left, pages, backup, done}.
""",
        (
            Option("--dry-run", "", "tell what would be done, and do nothing"),
            Option("--yes", "", "do not ask", also="-y"),
            Option(
                "--here",
                "PAPER",
                "where both sides changed, the library's text stands; all for every paper",
                fills="paper",
                many=True,
            ),
            Option("--there", "PAPER", "the file's text stands", fills="paper", many=True),
            Option("--both", "PAPER", "both texts stand, one below the other", fills="paper", many=True),
            Option("--again", "PAPER", "write the file of a paper again that is gone", fills="paper", many=True),
            Option("--forget", "PAPER", "do not write it again", fills="paper", many=True),
        ),
        (
            ("tracker vault sync ~/notes/papers --dry-run", "what would be written and read"),
            ("tracker vault sync ~/notes/papers --both 7", "keep both texts of one paper"),
            ("tracker vault status", "what waits on either side"),
        ),
        ("vault-verb", "file"),
    ),
}
