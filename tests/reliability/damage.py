"""Rows that another program damaged: any column of any table holds what no tracker writes, and nothing ends."""

import asyncio
import io
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.reliability.deeds import digests
from tests.reliability.outcome import Leak, Outcome
from tests.tui.looks import SCREENS, lived_in, press
from tests.tui.pilot import desk
from tracker.cli.main import main
from tracker.library import Library
from tracker.store.rows import readable
from tracker.terms import Decision

KEPT = {"meta", "round_claim", "likeness", "sketch", "sketched"}  # by the program itself, also while people read
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MANY = 2**63 - 1
MOST = 12  # kinds of damage

# What may be written into a column, by how it is declared; `None` tries to take the value away.
ANYTHING = (b"\x00\xff\x1b[31mbytes", "\x1b]0;words\x07 [/x] = ", b"\xfftext \xc3", None, "", "x" * 70_000)
NUMBERS = (MANY, -MANY, -1, 1.5, float("inf"), "12abc")
DAYS = ("2026-13-45", "0000-00-00", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "2026-11-30", "now")
OBJECTS = ('{"title": [1], "headline": {}}', "[1, 2]", "{" * 3000, "17", '{"id": "x"}', "nul")

# Words that belong together are joined by underlines.
MAKING = """
due 2026-12-24 1 2 3 | snooze 2027-01-01 4 5 | rate 5 5 6 | saved add own #evaluation --key 5
rules add first title:model tag_+seen | round new pilot --query model --people ann,bob --pilot 5
round new two --query model --people ann,bob --after ICML_first_pass | comment 2 @bob_what? | vault sync notes
status later 11 12 | import damage.bib | merge 33 34 | merge --not-same 31 32
decide 9 include --round ICML_first_pass --note why | annotate 3 --quote the --tag evaluation --comment why?
"""

READING = """
list | list --json | list -n 0 sort:title | list -n 0 sort:year | list -n 0 sort:changed | list -n 0 sort:author
list -n 0 sort:due | list -n 0 is:open sort:next | list lenght atention | list /model.*/ | list #evaluation
list has:note | list has:annotation | list is:asked | list due:..2027 | list added:2020.. year:2020..
list in:own | list rated:1.. is:snoozed | list note:model | next | next --json | review | review --json | stats
stats --json | similar 3 | compare 2 3 | map | map --json | explain #evaluation | show 1 | show 2 --json
show 3 | show 5 | saved | saved --json | rules | rules try first | tags | tags --json | note 3 | note 3 --json
notes | notes --json | annotations | annotations --json | comment 2 | comment 2 --json | comment 3 | kinds
kinds --json | rounds | rounds --json | round show pilot | round show pilot --json | round log pilot
conflicts --round pilot | conflicts --round two --json | round show two | round export two --format csv
round export two --format ris | round export two --format prisma | round export two --format log
round export two --format archive | screen --round two | screen --round two --json | duplicates
duplicates --json | digest | export --format bibtex | export --format csv | export --format jsonl
export --format markdown | export --format html | export --format ris | export --format csl-json
export --format annotations | annotations --format csv | annotations --format html | export --format rayyan
feeds | log | log --json | log 3 | doctor | doctor --json | vault status | __complete list # | __complete show a
formats | keys | config | help list | team list | against damage.bib | enrich --dry-run 1
"""

WRITING = """
status done 1 2 3 4 5 6 7 8 9 10 | undo | redo | star 1 2 3 | priority 2 1 2 3 | rate 4 1 2 3
due 2027-01-01 1 2 3 | snooze tomorrow 1 2 3 | pass 1 2 3 | tag +new -evaluation/judges 1 2 3 4 5
tag rename new newer | tag merge newer old | tag nest old above | tag delete above/old | note 1 --text more
note 3 --text other --append | note 3 --delete | annotate 2 --quote the --kind claim | comment 2 another
vote 2 include --round two | undo 3 | redo | rules apply first
round new fresh --query #evaluation --people ann,bob | round update two | round edit two --criteria -
round close two | decide 2 include --round two --note why | round archive two | merge 3 4 | undo
import damage.bib | undo | redo | vault sync damage | kind claim --archive | kind own --key 9
saved add again #evaluation | saved remove again | rules remove first | backup damage.copy | add --title=Typed
restore damage.copy
"""


class Column(NamedTuple):
    """A column of a table."""

    table: str
    name: str
    declared: str


def commands(told: str) -> list[list[str]]:
    return [part.split() for line in told.splitlines() for part in line.split(" | ") if part]


def campaign(folder: Path, *, each: bool, shown: bool = True) -> list[Outcome]:
    """Damage every table in turn, or (`each`) every column of it; then all that can be done is done, and (`shown`)
    every screen is looked at."""
    whole = rich(folder)
    verbs = Outcome(f"damaged rows, a {'column' if each else 'table'} at a time, every verb")
    looked = Outcome("damaged rows, a table at a time, every screen")
    columns = list(columns_of(whole))
    path = folder / "damaged.db"
    with alone(folder):
        for table in dict.fromkeys(column.table for column in columns):
            some = [column for column in columns if column.table == table]
            for part in [[one] for one in some] if each else [some]:
                for turn in range(MOST if each else 1):
                    strange = damaged(whole, path, part, verbs, turn)
                    if strange is None:
                        break
                    verbs.add(_verbs(path, strange), f"{' '.join(one.name for one in part)} of {table}, turn {turn}")
            if shown and damaged(whole, path, some, looked) is not None:
                looked.add(asyncio.run(screens(path, folder)), table)
    return [verbs, looked] if shown else [verbs]


def everything(folder: Path) -> list[Outcome]:
    """All tables damaged at once."""
    whole, path = rich(folder), folder / "damaged.db"
    verbs, looked = Outcome("everything damaged: verbs"), Outcome("everything damaged: screens")
    columns = list(columns_of(whole))
    with alone(folder):
        damaged(whole, path, columns, verbs)
        verbs.add(_verbs(path, True), "verbs")
        damaged(whole, path, columns, looked)
        looked.add(asyncio.run(screens(path, folder)), "screens")
    return [verbs, looked]


def rich(folder: Path) -> Path:
    """A library with rows in every table, where that is easy so many that each kind of damage finds one of its own."""
    path = lived_in(folder)
    (folder / "damage.bib").write_text("@misc{d, title={Brought}, abstract={A model of models.}, year={2021}}", "utf-8")
    with alone(folder):
        for command in commands(MAKING):
            ran(path, [word.replace("_", " ") for word in command])
    with Library.open(path, "ann") as library:
        for paper in range(1, MOST + 1):
            library.keep_draft(paper, "half a thought")
            library.keep_unsent(f"comment {paper}", "half a thought")
            library.mark_seen(paper, seconds=9, opened=True)
            library.comment(paper, "What of this?")
            library.annotate(paper, 0, 30, "claim")
        for case in library.cases("ICML first pass")[:MOST]:
            library.decide("ICML first pass", case.paper_id, Decision.INCLUDE, "why")
        for card in library.cards():
            library.remember(card.id, "good")
        library.learn_liking()
    return path


def columns_of(path: Path) -> Iterator[Column]:
    """The columns of every table that is not the search index."""
    with closing(sqlite3.connect(path)) as raw:
        asked = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
        tables = [name for (name,) in raw.execute(asked) if not name.startswith(("sqlite_", "search", "alembic"))]
        for table in sorted(tables):
            for _, name, declared, *_ in raw.execute(f'PRAGMA table_info("{table}")').fetchall():
                yield Column(table, name, declared)


def damaged(whole: Path, path: Path, columns: Iterable[Column], outcome: Outcome, turn: int = 0) -> bool | None:
    """Make a copy of the library with many kinds of damage, each in a row of its own; where rows are few, the others
    come at another turn. Whether the doctor should say so; None where nothing was left to damage."""
    for left in [*path.parent.glob(f"{path.name}*"), *path.parent.glob("damage.copy*")]:
        left.unlink()
    shutil.copy(whole, path)
    done: list[object] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.text_factory = readable
        raw.execute("PRAGMA ignore_check_constraints=ON")
        for column in columns:
            rows = _rows(raw, column)
            some = _values(column, raw)[turn * len(rows) : (turn + 1) * len(rows)]
            for row, value in zip(rows, some, strict=False):
                with suppress(sqlite3.IntegrityError):  # SQLite does not let everything in
                    _damage(raw, column, row, value)
                    done.append(value)
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    outcome.figures["damaged"] = f"{int(outcome.figures.get('damaged', '0').split()[0]) + len(done)} values"
    return any(isinstance(value, bytes) for value in done) if done else None


def _values(column: Column, raw: sqlite3.Connection) -> list[object]:
    declared = column.declared
    if column.name == "parent_id":  # below itself, and below nothing that is there
        return [raw.execute(f"SELECT max(id) FROM {column.table}").fetchone()[0], *ANYTHING, *NUMBERS]
    if declared.startswith(("INT", "BIGINT", "BOOL", "FLOAT")):
        return [*ANYTHING[:4], *NUMBERS]
    if declared == "JSON":
        return [*ANYTHING[:4], *OBJECTS]
    if declared == "DATE" or declared == "VARCHAR(32)":
        return [*ANYTHING[:4], *DAYS]
    return [*ANYTHING]


def _keys(raw: sqlite3.Connection, table: str) -> list[str]:
    """The columns that tell rows apart."""
    (sql,) = raw.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    columns = raw.execute(f'PRAGMA table_info("{table}")')
    return [name for _, name, _, _, _, key in columns if key] if "WITHOUT ROWID" in sql else ["rowid"]


def _rows(raw: sqlite3.Connection, column: Column) -> list[tuple[object, ...]]:
    """The keys of a table's rows."""
    keys = ", ".join(_keys(raw, column.table))
    return raw.execute(f'SELECT {keys} FROM "{column.table}" ORDER BY 1').fetchall()


def _damage(raw: sqlite3.Connection, column: Column, row: tuple[object, ...], value: object) -> None:
    where = " AND ".join(f'"{key}" IS ?' for key in _keys(raw, column.table))
    into = "CAST(? AS TEXT)" if isinstance(value, bytes) and value.startswith(b"\xff") else "?"
    raw.execute(f'UPDATE "{column.table}" SET "{column.name}" = {into} WHERE {where}', (value, *row))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody's own settings, and no network."""
    kept, here = dict(os.environ), Path.cwd()
    os.environ.update(HOME=str(folder), TRACKER_ME="ann", COLUMNS="80", TRACKER_OFFLINE="1", TERM="xterm-256color")
    os.environ.update(XDG_CONFIG_HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_STATE_HOME=str(folder))
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(kept)


def ran(path: Path | str, words: Sequence[str]) -> list[str]:
    """Run a command in this process; what is wrong with how it went."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO("words"), io.StringIO(), io.StringIO()
    try:
        main(["--library", str(path), *words])
        raw = RAW.search((sys.stdout.getvalue() + sys.stderr.getvalue()).replace("\r\n", "\n"))
        return [Leak(f"{' '.join(words)}: wrote {raw[0]!r}")] if raw else []
    except Exception as error:  # noqa: BLE001 - whatever it is, a fault of the program is what is looked for
        return [f"{' '.join(words)}: {where(error)}"]
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


def where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    at = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__} {at} {str(error)[:200]}"


def _verbs(path: Path, strange: bool) -> list[str]:
    wrong, before = _doctor(path) if strange else [], digests(path)
    wrong += [fault for words in commands(READING) for fault in ran(path, words)]
    after = digests(path)
    wrong += [f"reading changed {table}" for table in before if table not in KEPT and before[table] != after.get(table)]
    return wrong + [fault for words in commands(WRITING) for fault in ran(path, words)]


def _doctor(path: Path) -> list[str]:
    with Library.open(path, "ann") as library:
        return ["the doctor finds all well"] if all(one.well for one in library.check()) else []


async def screens(path: Path, folder: Path) -> list[str]:
    seen: list[str] = []
    wrong: list[str] = []
    try:
        async with desk(path) as here:
            for name, keys, _ in SCREENS:
                seen.append(name)
                with suppress(AssertionError):  # the way to a screen may end before it, where rows are damaged
                    for key in keys:
                        await press(here, folder, key)
                raw = [line for line in here.text.split("\n") if RAW.search(line)]
                wrong += [Leak(f"{name} shows {line.strip()!r}") for line in raw]
                with suppress(AssertionError):
                    await here.press(*["escape"] * 6)
                if here.app._exception:
                    raise here.app._exception
    except Exception as error:  # noqa: BLE001 - as above
        wrong.append(f"after {seen[-1:]}: {where(error)}")
    return wrong
