"""Plain connections to a server, which are asked as those of SQLite are."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, isfinite
from time import perf_counter
from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.errors import QueryCanceled
from psycopg.types.numeric import FloatLoader
from psycopg.types.string import TextLoader

from tracker.store.postgres.address import Address
from tracker.store.postgres.dialect import Said, said, values
from tracker.store.postgres.fence import READS_FENCED, fenced
from tracker.store.postgres.tsquery import tsquery
from tracker.store.search.hits import Stopped
from tracker.store.search.sql.texts import SIGN


class Finite(FloatLoader):
    """Fractions as a file's are read, which holds none that is no number."""

    def load(self, data: Buffer) -> float:
        value = super().load(data)
        return value if isfinite(value) else 0.0


class Signed(Dumper):
    """Whole numbers as they stand in a statement. A cast binds tighter than a sign, and the least one has no opposite:
    so what is below nothing stands in brackets."""

    def dump(self, obj: int) -> bytes:
        return b"%d" % obj

    def quote(self, obj: int) -> bytes:
        return b"(%d)" % obj if obj < 0 else b"%d" % obj


# Days and JSON are read as SQLite hands them over: as text.
LOADERS: tuple[tuple[str, type[Loader]], ...] = (
    *(("date", TextLoader), ("json", TextLoader), ("numeric", FloatLoader)),
    ("float8", Finite),
)

# A scan of the whole index reads every vector, which lies outside of its row: a hundred times what the server reckons.
NO_SCAN = "SET LOCAL enable_seqscan = off"

# The role that the rules of a team are for, which the owner has too.
_AS_MEMBER = """
SELECT set_config('role', CAST(r.rolname AS text), FALSE) FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
WHERE p.polname = 'tracker_select' AND p.polrelid = to_regclass('vote') AND pg_has_role(session_user, r.oid, 'USAGE')
"""


class Connection:
    """A connection that takes SQL in SQLite's words and gives rows as SQLite does."""

    total_changes = 0  # SQLite counts its own; here the snapshot moves with every commit, own ones too
    until: float | None = None  # when a statement has to be done, as perf_counter counts; then it ends in Stopped

    def __init__(self, bare: psycopg.Connection[Any]) -> None:
        self.bare = bare
        self._limited = False  # the last statement had to be done by some time
        self._interrupted = False

    def execute(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> Any:
        given = values(parameters)
        found = said(sql)
        if found.asked:
            private = any(SIGN in given[name] for name in found.asked)
            found = said(sql, private=private)
            given |= {name: tsquery(given[name]) for name in found.asked}
        limited, self._limited = self._limited, self.until is not None
        try:
            return self._answered(found, given)
        except Stopped:
            # Of a statement that is done just at its limit, a server may tell the next one that it took too long.
            if not limited or self._interrupted or (self.until and perf_counter() >= self.until):
                self._interrupted = False
                raise
        return self._answered(found, given)

    def _answered(self, found: Said, given: Mapping[str, Any]) -> psycopg.Cursor[Any]:
        """The answer; what is set for this statement alone is sent with it, which costs no way to the server."""
        first = [NO_SCAN] if found.asked else []
        if self.until is not None:
            first.append(f"SET LOCAL statement_timeout = {max(1, ceil((self.until - perf_counter()) * 1000))}")
        cursor = self._cursor()
        try:
            cursor.execute("; ".join([*first, found.sql]), given)
        except QueryCanceled as error:  # by `interrupt`, or it was not done in time
            raise Stopped from error
        for _ in first:
            cursor.nextset()
        return cursor

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._cursor().executemany(said(sql).sql, [values(row) for row in rows])

    def interrupt(self) -> None:
        """End what another thread waits for."""
        self._interrupted = True
        self.bare.cancel_safe(timeout=2)

    def close(self) -> None:
        self.bare.close()

    def _cursor(self) -> psycopg.Cursor[Any]:
        # Values are put into the statement here: so their types are those that the statement wants, and a pooler
        # between this program and the server has no prepared statements to lose.
        return self.bare.cursor()


class Reader(Connection):
    """A connection that cannot write, and that comes back when the server does."""

    def __init__(self, address: Address) -> None:
        self.address = address
        super().__init__(reading(address))

    def execute(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> Any:
        try:
            return super().execute(sql, parameters)
        except psycopg.OperationalError:
            if not self.bare.closed:
                raise
        self.bare = reading(self.address)
        return super().execute(sql, parameters)


class Fenced(psycopg.ClientCursor[Any]):
    """A member's: it reads the views that stand for tables."""

    def execute(self, query: Any, *given: Any, **options: Any) -> "Fenced":
        return super().execute(fenced(query) if isinstance(query, str) else query, *given, **options)


class FencedStream(psycopg.ServerCursor[Any]):
    """The same for what is read in pieces."""

    def execute(self, query: Any, *given: Any, **options: Any) -> "FencedStream":
        return super().execute(fenced(query) if isinstance(query, str) else query, *given, **options)


def connect(address: Address) -> psycopg.Connection[Any]:
    """A connection in which each statement stands for itself."""
    bare = psycopg.connect(address.conninfo, autocommit=True, cursor_factory=psycopg.ClientCursor)
    for name, loader in LOADERS:
        bare.adapters.register_loader(name, loader)
    bare.adapters.register_dumper(int, Signed)
    return bare


def fence(bare: psycopg.Connection[Any]) -> None:
    """Have a connection read by the views where its role reads by them."""
    if bare.execute(READS_FENCED).fetchone() == (True,):
        bare.cursor_factory, bare.server_cursor_factory = Fenced, FencedStream


def reading(address: Address) -> psycopg.Connection[Any]:
    """A connection for reading, as a member of the team where there is one: rounds are blind to the owner too."""
    bare = connect(address)
    bare.execute("SET default_transaction_read_only = on")
    bare.execute("SET TIME ZONE 'UTC'")
    bare.execute(_AS_MEMBER)
    fence(bare)
    return bare
