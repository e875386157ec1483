"""What the errors of a server mean to the person."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from tracker.errors import Conflict, Gone, LibraryUnavailable, TagHeld
from tracker.store.postgres.address import Address

# How the driver tells why there is no connection, in the server's own words; it has no code for these.
REFUSALS = (
    ("password authentication failed", "the server refused the password; put it into ~/.pgpass or PGPASSWORD"),
    ("no password supplied", "the server wants a password; put it into ~/.pgpass or PGPASSWORD"),
    ("no pg_hba.conf entry", "the server lets nobody in from here under that name; ask whoever runs it"),
    ("too many clients", "the server has no connection left; close a program or raise max_connections"),
    ("too many connections", "the server has no connection left; close a program or raise the role's limit"),
    ("starting up", "the server is starting; try again in a moment"),
    ("shutting down", "the server is shutting down; try again when it is back"),
)
MISSING = (
    ("database", "there is no such database; `createdb {database}` on the server makes it"),
    ("role", "the server knows no such name; `tracker team add NAME` lets somebody in"),
)

COUNTS = "the owner's `tracker doctor --repair` has new rows counted on from those that are there"
REASONS: tuple[tuple[type[psycopg.Error], str], ...] = (
    (errors.InsufficientPrivilege, "you have no right to do that there ({error}); ask the owner of the library"),
    (errors.DiskFull, "the server's disk is full; nothing was lost, try again when there is space"),
    (errors.LockNotAvailable, "another program keeps it locked; close that program and try again"),
    (errors.ReadOnlySqlTransaction, "this server only reads; give the address of the one that writes"),
    (errors.SequenceGeneratorLimitExceeded, "it takes no new row: another program used up their numbers; " + COUNTS),
    (errors.AdminShutdown, "the server was shut down; try again when it is back"),
)
BEHIND = "its rules are of an older tracker and do not allow that yet; its owner opens it once with this one"


@contextmanager
def kept_apart() -> Iterator[None]:
    """Turn a write that another's own, unseen rows stand in the way of, or that speaks of a row that is gone, into a
    Conflict."""
    from sqlalchemy.exc import IntegrityError

    try:
        yield
    except IntegrityError as error:
        if isinstance(error.orig, errors.UniqueViolation) and error.orig.diag.constraint_name == "pk_paper_tag":
            raise TagHeld from error
        if not isinstance(error.orig, errors.ForeignKeyViolation):
            raise (error.orig or error) from error
        if not (error.statement or "").upper().startswith("DELETE"):
            raise Gone from error
        raise Conflict(
            "Somebody keeps something of their own on this, which you do not see; the owner of the library can do it"
        ) from error


@contextmanager
def translated(address: Address, *, behind: bool = False) -> Iterator[None]:
    """Turn the server's errors about itself, or tables that were changed, into LibraryUnavailable; others are our bugs.

    `behind`: rules of an older program say who may do what.
    """
    try:
        yield
    except psycopg.Error as error:
        reason = _reason(error, address) or _changed(address)
        if reason is None:
            raise
        if behind and isinstance(error, errors.InsufficientPrivilege):
            reason = BEHIND
        raise LibraryUnavailable(f"Library {address.shown}: {reason}") from error


def _changed(address: Address) -> str | None:
    """That it is another program's doing, where it is: of our own tables such an error is a fault."""
    from tracker.store.postgres import shape

    change = shape.first_change(address)
    return change and f"another program changed its tables ({change}); undo that there, or `tracker restore` a backup"


def _reason(error: psycopg.Error, address: Address) -> str | None:
    for kind, reason in REASONS:
        if isinstance(error, kind):
            return reason.format(error=error.diag.message_primary)
    if isinstance(error, errors.UniqueViolation) and (error.diag.constraint_name or "").startswith("pk_"):
        return f"another program began to count its rows anew; {COUNTS}"
    if not isinstance(error, psycopg.OperationalError) or isinstance(error, errors.QueryCanceled):
        return None
    told = " ".join(str(error).split())
    for words, reason in REFUSALS:
        if words in told:
            return reason
    for noun, reason in MISSING:
        if f'{noun} "' in told and "does not exist" in told:
            return reason.format(database=address.database)
    return "the server does not answer; check that it runs, and its address"
