"""The doctor's look at a library on a server. Nothing is changed."""

from collections.abc import Iterator
from contextlib import closing

from tracker.store import reach
from tracker.store.health import Finding
from tracker.store.migrate import head
from tracker.store.postgres import migrate, shape, team
from tracker.store.postgres.address import Address
from tracker.store.postgres.connection import Connection, connect
from tracker.store.search import postgres as search
from tracker.store.search.sql.agreeing import Progress

OLDEST = 130_000  # as the server numbers its versions: 13, of which pg_trgm may be made without a superuser

_ENCODING = "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"
_ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
_OWNS = "SELECT pg_has_role(session_user, relowner, 'USAGE') FROM pg_class WHERE oid = CAST('paper' AS regclass)"
_UNSOUND = """
SELECT conname FROM pg_constraint
WHERE connamespace = CAST(current_schema() AS regnamespace) AND NOT convalidated
"""


def look(connection: Connection, address: Address, progress: Progress) -> Iterator[Finding]:
    yield from _engine(connection)

    revision = migrate.state(connection).revision
    yield Finding(
        "schema", revision == head(), f"revision {revision}", "Its owner opens the library once to upgrade it"
    )

    changes = list(shape.changes(connection))
    told = f"changed by another program: {', '.join(changes[:3])}" if changes else "as this program made them"
    yield Finding("tables", not changes, told, "Undo that with the other program, or restore the last backup")
    if not changes:
        yield from _contents(connection, address, progress)
    yield from _rights(connection, address)


def _contents(connection: Connection, address: Address, progress: Progress) -> Iterator[Finding]:
    unsound = [row[0] for row in connection.execute(_UNSOUND)]
    told = f"not checked: {', '.join(unsound)}" if unsound else "every row points to one that is there"
    yield Finding("rows", not unsound, told, "ALTER TABLE … VALIDATE CONSTRAINT names the rows")

    yield from _numbers(address)
    yield Finding("journal", True, reach.told(connection), "")

    wrong = search.check(connection, progress)
    told = "; ".join(wrong[:3]) or "search index agrees with the papers"
    yield Finding("index", not wrong, told, "`tracker doctor --repair` makes it anew")

    trigrams = search.has_trigrams(connection)
    told = "parts of words are found by pg_trgm" if trigrams else "no pg_trgm: parts of words are found by reading all"
    yield Finding("words", trigrams, told, "CREATE EXTENSION pg_trgm in this database; search is right either way")

    behind = team.behind(connection)
    told = "rules of an older tracker say who may do what" if behind else "rules are those of this tracker"
    yield Finding("rules", not behind, told, "Its owner opens the library once, which renews them")


def _numbers(address: Address) -> Iterator[Finding]:
    from tracker.store.postgres.counting import miscounted

    with closing(connect(address)) as bare:  # readers are members, who may not look at these
        connection = Connection(bare)
        owns = connection.execute(_OWNS).fetchone()[0]
        taken = [row[0] for row in connection.execute(miscounted())] if owns else []
    if owns:
        told = f"taken already in {', '.join(taken[:3])}" if taken else "new rows get numbers that none has"
        yield Finding("numbers", not taken, told, "`tracker doctor --repair` counts on from the rows that are there")


def _engine(connection: Connection) -> Iterator[Finding]:
    version, encoding = connection.bare.info.server_version, connection.execute(_ENCODING).fetchone()[0]
    told = f"PostgreSQL {version // 10_000}.{version % 10_000}, {encoding}"
    well = version >= OLDEST and encoding == "UTF8"
    yield Finding("engine", well, told, "PostgreSQL 13 or newer and a database in UTF8 are needed")


def _rights(connection: Connection, address: Address) -> Iterator[Finding]:
    local = connection.bare.info.host.startswith(("/", "127.", "localhost")) or not connection.bare.info.host
    safe = local or bool(connection.execute(_ENCRYPTED).fetchone()[0])
    told = "the way to the server is " + ("on this machine" if local else "encrypted" if safe else "not encrypted")
    yield Finding("way", safe, told, "Add ?sslmode=verify-full to the address")
    told = "the address holds a password" if address.has_password else "no password in the address"
    advice = "Others on this machine may see it; put it into ~/.pgpass"
    yield Finding("rights", not address.has_password, told, advice)
