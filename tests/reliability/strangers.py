"""Library files that another program made, changed or broke: each is opened and used, or refused in so many words."""

import os
import random
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.reliability.damage import alone, columns_of, commands, ran, rich
from tests.reliability.outcome import Outcome

USED = """
list lenght | show 1 | stats | note 1 --text more | status done 1 2 | tag +new 1 2 | comment 2 another
vote 2 include --round two | undo | import damage.bib | export --format jsonl | backup damage.copy | doctor
doctor --repair | restore before.copy
"""
Change = Callable[[sqlite3.Connection], object]
Spoil = Callable[[Path], object]

# What the program keeps for itself, and what undoing the last deed takes back.
MAY_SHRINK = {"review_card", "draft", "unsent", "round_claim", "likeness", "sketch", "sketched", "paper_tag", "meta"}


def campaign(folder: Path, *, each: bool) -> list[Outcome]:
    """Every change that another program may have made to the tables, and every other thing that may be in its place;
    (`each`) also without each of the columns."""
    whole, path = rich(folder), folder / "strange.db"
    shutil.copy(whole, folder / "before.copy")
    changed, spoilt = (
        Outcome("tables that another program changed"),
        Outcome("files that are no library, or half of one"),
    )
    changes = dict(CHANGES) | (dict(_without(whole)) if each else {})
    with alone(folder):
        for name, change in changes.items():
            _fresh(whole, path)
            with closing(sqlite3.connect(path, isolation_level=None)) as raw:
                raw.execute("PRAGMA legacy_alter_table=ON")
                change(raw)
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            changed.add(_used(path), name)
        for name, spoil in SPOILT.items():
            _fresh(whole, path)
            spoil(path)
            spoilt.add(_used(path), name)
        _fresh(None, path)
    return [changed, spoilt]


def _fresh(whole: Path | None, path: Path) -> None:
    for left in [*path.parent.glob(f"{path.name}*"), *path.parent.glob("damage.copy*")]:
        shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
    if whole:
        shutil.copy(whole, path)


def _used(path: Path) -> list[str]:
    """What is wrong with how the verbs went; none may lose a row."""
    before, wrong = _rows(path), []
    for words in commands(USED):
        wrong += ran(path, words)
        fewer = {table for table, rows in before.items() if _rows(path).get(table, rows) < rows} - MAY_SHRINK
        wrong += (
            [f"{' '.join(words)}: fewer rows of {', '.join(sorted(fewer))}"] if fewer and words[0] != "restore" else []
        )
    return wrong


def _rows(path: Path) -> dict[str, int]:
    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
            asked = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'"
            names = [name for (name,) in raw.execute(asked)]
            return {name: raw.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
    except sqlite3.Error:  # it cannot be read at all; then the program is not to make anything of it
        return {}


def _without(whole: Path) -> Iterator[tuple[str, Change]]:
    for column in columns_of(whole):
        yield f"no {column.table}.{column.name}", partial(_drop, table=column.table, column=column.name)


def _drop(raw: sqlite3.Connection, table: str, column: str) -> None:
    """Remake a table without one of its columns, as programs do that know no better."""
    kept = [name for _, name, *_ in raw.execute(f'PRAGMA table_info("{table}")') if name != column]
    listed = ", ".join(f'"{name}"' for name in kept)
    raw.executescript(
        f'CREATE TABLE stranger AS SELECT {listed or 1} FROM "{table}"; DROP TABLE "{table}";'
        f' ALTER TABLE stranger RENAME TO "{table}"'
    )


def _script(text: str) -> Change:
    return lambda raw: raw.executescript(text)


CHANGES: dict[str, Change] = {
    "as it was": _script(""),
    "a column less": lambda raw: _drop(raw, "paper", "authors"),
    "a person's column less": lambda raw: _drop(raw, "person", "name_key"),
    "a number of the journal less": lambda raw: _drop(raw, "change", "id"),
    "a table less": _script("DROP TABLE note"),
    "a view for a table": _script("ALTER TABLE note RENAME TO kept_note; CREATE VIEW note AS SELECT * FROM kept_note"),
    "a view for the papers": _script("ALTER TABLE paper RENAME TO kept; CREATE VIEW paper AS SELECT * FROM kept"),
    "a trigger that refuses": _script(
        "CREATE TRIGGER theirs BEFORE INSERT ON note BEGIN SELECT raise(ABORT, 'not \x1b[31m here'); END"
    ),
    "a trigger that rolls back": _script(
        "CREATE TRIGGER theirs BEFORE UPDATE ON reading_state BEGIN SELECT raise(ROLLBACK, 'no'); END;"
        "CREATE TRIGGER own BEFORE INSERT ON step BEGIN SELECT raise(ROLLBACK, 'no'); END"
    ),
    "a trigger that ignores": _script("CREATE TRIGGER theirs BEFORE INSERT ON step BEGIN SELECT raise(IGNORE); END"),
    "a trigger of a function": _script("CREATE TRIGGER theirs AFTER INSERT ON step BEGIN SELECT no_such(NEW.id); END"),
    "a trigger that writes more": _script(
        "CREATE TRIGGER theirs AFTER INSERT ON note BEGIN UPDATE paper SET headline = headline || '!'; END"
    ),
    "a generated column": _script("ALTER TABLE paper ADD COLUMN long AS (length(headline))"),
    "a column more that must be there": _script("ALTER TABLE note ADD COLUMN mood TEXT NOT NULL DEFAULT 'well'"),
    "a rule more": _script(
        "DELETE FROM comment WHERE rowid > (SELECT min(rowid) FROM comment);"
        "CREATE UNIQUE INDEX theirs ON comment (length(body) > 0)"
    ),
    "every column without a kind": _script(
        "CREATE TABLE stranger AS SELECT * FROM paper; DROP TABLE paper; ALTER TABLE stranger RENAME TO paper"
    ),
    "no index at all": lambda raw: [
        raw.execute(f'DROP INDEX "{name}"')
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> ''").fetchall()
    ],
    "no trigger at all": lambda raw: [
        raw.execute(f'DROP TRIGGER "{name}"')
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    ],
    "no search": lambda raw: _drop_search(raw),
    "half of the search": _script("PRAGMA writable_schema=ON; DELETE FROM search_data WHERE id > 10"),
    "no facts": _script("DROP TABLE meta"),
    "facts of another kind": _script("UPDATE meta SET value = x'00ff'"),
    "no schema number": _script("DELETE FROM alembic_version"),
    "no table of the schema number": _script("DROP TABLE alembic_version"),
    "two schema numbers": _script("INSERT INTO alembic_version VALUES ('0003')"),
    "a word for a schema number": _script("UPDATE alembic_version SET version_num = 'zzz'"),
    "a number for a schema number": _script("UPDATE alembic_version SET version_num = x'00'"),
    "a schema number of no program": _script("UPDATE alembic_version SET version_num = '0008b'"),
    "an older schema number": _script("UPDATE alembic_version SET version_num = '0012'"),
    "the names of ours taken": _script(
        "CREATE TABLE search_stranger (x); CREATE TABLE veil (x); CREATE VIEW held AS SELECT 1"
    ),
    "a table of a missing module": _script(
        "PRAGMA writable_schema=ON; INSERT INTO sqlite_master VALUES"
        " ('table', 'far', 'far', 0, 'CREATE VIRTUAL TABLE far USING nothing_here(x)')"
    ),
    "a statement that is none": _script(
        "PRAGMA writable_schema=ON; UPDATE sqlite_master SET sql = 'CREATE TABLE no te (' WHERE name = 'note'"
    ),
    "another journal": _script("PRAGMA journal_mode=DELETE; PRAGMA user_version=7; PRAGMA application_id=99"),
}


def _drop_search(raw: sqlite3.Connection) -> None:
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'").fetchall():
        raw.execute(f'DROP TABLE "{name}"')


def _vacuumed(pragma: str) -> Spoil:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.executescript(f"PRAGMA journal_mode=DELETE; {pragma}; VACUUM")

    return change


def _dumped(path: Path) -> None:
    """The same rows in a file whose text is UTF-16."""
    with closing(sqlite3.connect(path)) as raw:
        _drop_search(raw)
        script = "\n".join(raw.iterdump())
    path.unlink()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA encoding='UTF-16le'")
        raw.executescript(script)


def _beside(ending: str, data: bytes) -> Spoil:
    return lambda path: path.with_name(path.name + ending).write_bytes(data)


def _other_wal(path: Path) -> None:
    """The write-ahead log of another library."""
    other = path.with_name("other.db")
    raw = sqlite3.connect(other, isolation_level=None)
    raw.executescript("PRAGMA journal_mode=WAL; CREATE TABLE recipe (x); INSERT INTO recipe VALUES (zeroblob(9000))")
    shutil.copy(f"{other}-wal", f"{path}-wal")
    raw.close()
    other.unlink()


def _overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def _cut(part: float) -> Spoil:
    return lambda path: os.truncate(path, int(path.stat().st_size * part))


def _instead(make: Spoil) -> Spoil:
    def change(path: Path) -> None:
        path.unlink()
        make(path)

    return change


def _listen(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as one:
        one.bind(str(path))


NOISE = random.Random(1).randbytes(65_536)
SPOILT: dict[str, Spoil] = {
    "pages of 512": _vacuumed("PRAGMA page_size=512"),
    "pages of 65536": _vacuumed("PRAGMA page_size=65536"),
    "vacuums itself": _vacuumed("PRAGMA auto_vacuum=FULL"),
    "text in UTF-16": _dumped,
    "half of it": _cut(0.5),
    "nine tenths of it": _cut(0.9),
    "a hundred bytes of it": lambda path: os.truncate(path, 100),
    "nothing of it": lambda path: os.truncate(path, 0),
    "encrypted": lambda path: path.write_bytes(NOISE),
    "a beginning and then noise": lambda path: path.write_bytes(path.read_bytes()[:4096] + NOISE),
    "a page of noise": lambda path: path.write_bytes(
        path.read_bytes()[:40_960] + NOISE[:4096] + path.read_bytes()[45_056:]
    ),
    "a log of another library": _other_wal,
    "a log of noise": _beside("-wal", NOISE),
    "a shared memory of noise": _beside("-shm", NOISE[:32_768]),
    "a journal of noise": _beside("-journal", NOISE),
    "a log that is a folder": lambda path: path.with_name(f"{path.name}-wal").mkdir(),
    "a lock that is a folder": lambda path: path.with_name(f"{path.name}.writelock").mkdir(),
    "a folder": _instead(Path.mkdir),
    "a pipe": _instead(os.mkfifo),
    "a socket": _instead(_listen),
    "nothing that is there": _instead(lambda path: path.symlink_to(path.parent / "nowhere" / "at.all")),
    "a ring of links": _instead(lambda path: path.symlink_to(path)),
    "a device": _instead(lambda path: path.symlink_to("/dev/zero")),
    "no device": _instead(lambda path: path.symlink_to("/dev/null")),
    "a text": _instead(lambda path: path.write_text("Dear reader,\n" * 900)),
}
