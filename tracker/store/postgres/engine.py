"""SQLAlchemy's side of a library on a server."""

from functools import partial

import psycopg
import sqlalchemy as sa

from tracker.store.postgres.address import Address
from tracker.store.postgres.connection import connect, fence
from tracker.store.postgres.migrate import TURN

URL = "postgresql+psycopg://"  # which driver; it is told itself where to connect
WAIT = "30s"  # for the turn to write
STALLED = "5min"  # a program that stops in the middle of a step may keep others waiting no longer


def make_engine(address: Address) -> sa.Engine:
    """An engine whose transactions begin with the writer's turn, since only steps use it."""
    engine = sa.create_engine(
        URL, creator=partial(_connection, address), pool_size=1, max_overflow=0, pool_pre_ping=True
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(bare: psycopg.Connection[object], _record: object) -> None:
        bare.autocommit = True  # a transaction begins together with its turn, in one message to the server
        bare.execute(f"SET lock_timeout = '{WAIT}'")
        bare.execute(f"SET idle_in_transaction_session_timeout = '{STALLED}'")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("turn", TURN))

    return engine


def reading_engine(address: Address) -> sa.Engine:
    """An engine of which each connection sees the library as it was at one moment, while others go on writing."""
    creator = partial(_connection, address)
    return sa.create_engine(URL, creator=creator, poolclass=sa.NullPool, isolation_level="REPEATABLE READ")


def _connection(address: Address) -> psycopg.Connection[object]:
    bare = connect(address)
    fence(bare)
    bare.autocommit = False
    return bare
