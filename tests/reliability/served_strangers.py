"""Libraries on a server whose tables another program changed: each is used, or refused in so many words."""

from collections.abc import Iterator
from pathlib import Path

from tests.postgresql.server import Server, server
from tests.reliability.damage import alone, commands, ran, rich
from tests.reliability.outcome import Outcome
from tests.reliability.strangers import MAY_SHRINK, USED
from tracker.library import Library
from tracker.library.restoring import restore

TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1"
COLUMNS = """SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables
USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
AND table_name NOT LIKE 'search%' AND table_name <> 'alembic_version' ORDER BY 1, ordinal_position"""
SEARCH = """DO $$ DECLARE one regclass; BEGIN FOR one IN SELECT oid FROM pg_class WHERE relname LIKE 'search%'
AND relkind = 'r' LOOP EXECUTE 'DROP TABLE IF EXISTS ' || one || ' CASCADE'; END LOOP; END $$"""
INDEXES = """DO $$ DECLARE one regclass; BEGIN FOR one IN SELECT indexrelid FROM pg_index
JOIN pg_class c ON c.oid = indrelid WHERE c.relnamespace = 'public'::regnamespace
AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
LOOP EXECUTE 'DROP INDEX ' || one; END LOOP; END $$"""
DOES = "CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {what}; RETURN NEW; END $$"


def campaign(folder: Path, *, each: bool) -> Outcome:
    """Every change that another program may have made to the tables; (`each`) also without each of the columns."""
    outcome, whole = Outcome("tables of a server that another program changed"), rich(folder)
    with server() as running, alone(folder):
        running.make("whole")
        Library.open(running.url("ann", "whole"), "ann").close()
        restore(running.url("ann", "whole"), whole)
        Library.open(running.url("ann", "whole"), "ann").backup(folder / "before.copy")
        for name, change in (CHANGES | (dict(_without(running)) if each else {})).items():
            outcome.add(_used(running, folder, change), name)
    return outcome


def _used(running: Server, folder: Path, change: tuple[str, ...]) -> list[str]:
    """What is wrong with how the verbs went on a copy that was changed so; none may lose a row."""
    for left in folder.glob("damage.copy*"):
        left.unlink()
    with running.copied("whole") as name:
        running.run("SET ROLE ann", *change, database=name)
        before, wrong = _rows(running, name), []
        for words in commands(USED):
            wrong += ran(running.url("ann", name), words)
            after = _rows(running, name)
            fewer = {table for table, rows in before.items() if after.get(table, rows) < rows} - MAY_SHRINK
            if fewer and words[0] != "restore":
                wrong.append(f"{' '.join(words)}: fewer rows of {', '.join(sorted(fewer))}")
    return wrong


def _rows(running: Server, database: str) -> dict[str, int]:
    names = [name for (name,) in running.run(TABLES, database=database) if not name.startswith("search")]
    counted = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM \"{name}\"" for name in names)
    return dict(running.run(counted, database=database))


def _without(running: Server) -> Iterator[tuple[str, tuple[str, ...]]]:
    for table, column in running.run(COLUMNS, database="whole"):
        yield f"no {table}.{column}", (f'ALTER TABLE "{table}" DROP COLUMN "{column}" CASCADE',)


def _trigger(what: str, when: str) -> tuple[str, ...]:
    return DOES.format(what=what), f"CREATE TRIGGER theirs {when} FOR EACH ROW EXECUTE FUNCTION theirs()"


CHANGES: dict[str, tuple[str, ...]] = {
    "as it was": (),
    "a column less": ("ALTER TABLE paper DROP COLUMN authors CASCADE",),
    "a person's column less": ("ALTER TABLE person DROP COLUMN name_key CASCADE",),
    "a table less": ("DROP TABLE note CASCADE",),
    "a view for a table": ("ALTER TABLE note RENAME TO kept_note", "CREATE VIEW note AS SELECT * FROM kept_note"),
    "a view for the papers": ("ALTER TABLE paper RENAME TO kept", "CREATE VIEW paper AS SELECT * FROM kept"),
    "a trigger that refuses": _trigger("RAISE EXCEPTION E'not \x1b[31m here'", "BEFORE INSERT ON note"),
    "a trigger that refuses steps": _trigger("RAISE EXCEPTION 'no'", "BEFORE INSERT ON step"),
    "a trigger that ignores": _trigger("RETURN NULL", "BEFORE INSERT ON step"),
    "a trigger of a function": _trigger("PERFORM no_such(NEW.id)", "AFTER INSERT ON step"),
    "a trigger that writes more": _trigger("UPDATE paper SET headline = headline || '!'", "AFTER INSERT ON note"),
    "a rewrite": ("CREATE RULE theirs AS ON INSERT TO comment DO INSTEAD NOTHING",),
    "a generated column": ("ALTER TABLE paper ADD COLUMN long int GENERATED ALWAYS AS (length(headline)) STORED",),
    "a column more that must be there": ("ALTER TABLE note ADD COLUMN mood text NOT NULL DEFAULT 'well'",),
    "a column more that must be given": (
        "ALTER TABLE note ADD COLUMN mood text NOT NULL DEFAULT 'well'; ALTER TABLE note ALTER mood DROP DEFAULT",
    ),
    "a rule more": ("ALTER TABLE note ADD CONSTRAINT theirs CHECK (length(body) > 90) NOT VALID",),
    "a rule of what is there once": (
        "DELETE FROM comment WHERE id > (SELECT min(id) FROM comment)",
        "CREATE UNIQUE INDEX theirs ON comment ((length(body) > 0))",
    ),
    "a key to elsewhere": (
        "CREATE TABLE stranger (id int PRIMARY KEY)",
        "ALTER TABLE reading_state ADD FOREIGN KEY (paper_id) REFERENCES stranger NOT VALID",
    ),
    "a key from elsewhere": (
        "CREATE TABLE stranger (id int REFERENCES paper)",
        "INSERT INTO stranger SELECT id FROM paper",
    ),
    "a shorter column": ("ALTER TABLE note ALTER title TYPE varchar(3) USING left(title, 3)",),
    "no key": ("ALTER TABLE paper DROP CONSTRAINT pk_paper CASCADE",),
    "numbers from the beginning": ("ALTER SEQUENCE step_id_seq RESTART", "ALTER SEQUENCE note_id_seq RESTART"),
    "no numbers": ("DROP SEQUENCE step_id_seq CASCADE",),
    "no numbers left": ("SELECT setval('step_id_seq', 2147483647)",),
    "a policy more": (
        "ALTER TABLE note ENABLE ROW LEVEL SECURITY; ALTER TABLE note FORCE ROW LEVEL SECURITY",
        "CREATE POLICY theirs ON note USING (false)",
    ),
    "a right less": ("REVOKE ALL ON note FROM ann", "REVOKE ALL ON note FROM public"),
    "no index at all": (INDEXES,),
    "no search": (SEARCH,),
    "no facts": ("DROP TABLE meta",),
    "facts of another kind": ("UPDATE meta SET value = '\x01what'",),
    "no schema number": ("DELETE FROM alembic_version",),
    "no table of the schema number": ("DROP TABLE alembic_version",),
    "two schema numbers": ("INSERT INTO alembic_version VALUES ('0003')",),
    "a word for a schema number": ("UPDATE alembic_version SET version_num = 'zzz'",),
    "a schema number of no program": ("UPDATE alembic_version SET version_num = '0008b'",),
    "an older schema number": ("UPDATE alembic_version SET version_num = '0012'",),
    "the names of ours taken": ("CREATE TABLE search_stranger (x int); CREATE VIEW held AS SELECT 1",),
}
