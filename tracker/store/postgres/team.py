"""The people of a library on a server: roles that may use it, and who they are."""

import secrets
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

from tracker.errors import Conflict, NotFound
from tracker.store.postgres.connection import Connection
from tracker.store.postgres.policies import RULES, statements

# The role that the rules name, also where the database has another name by now; else what it will be.
_MEMBERS = """
SELECT coalesce((SELECT CAST(r.rolname AS text) FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
  WHERE p.polname = 'tracker_select' AND p.polrelid = to_regclass('vote') LIMIT 1),
  left('tracker_' || current_database(), 63))
"""
_THERE = "SELECT 1 FROM pg_roles WHERE rolname = ?"
_LISTED = """
SELECT CAST(r.rolname AS text) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
JOIN pg_roles g ON g.oid = m.roleid WHERE g.rolname = ?
  AND r.oid <> (SELECT c.relowner FROM pg_class c WHERE c.oid = CAST('paper' AS regclass)) ORDER BY 1
"""
_RULES = "SELECT CAST(value AS integer) FROM meta WHERE name = 'rules'"
_LEADS = """
SELECT pg_has_role(session_user, relowner, 'USAGE')
  AND pg_has_role(session_user, CAST(CAST(? AS text) AS name), 'USAGE WITH ADMIN OPTION')
FROM pg_class WHERE oid = CAST('paper' AS regclass)
"""
_TABLES = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"


class Added(NamedTuple):
    """Somebody who was let in; `password` where a role was made for them."""

    name: str
    password: str | None


def group(connection: Connection) -> str:
    """The role that every member of this library's team has."""
    return str(connection.execute(_MEMBERS).fetchone()[0])


def is_team(connection: Connection) -> bool:
    return connection.execute(_THERE, (group(connection),)).fetchone() is not None


def behind(connection: Connection) -> bool:
    """Whether the library has a team that an older program's rules protect."""
    row = connection.execute(_RULES).fetchone()
    return (row is None or row[0] < RULES) and is_team(connection)


def leads(connection: Connection) -> bool:
    """Whether this is the owner of the library, who can give it rules."""
    return bool(connection.execute(_LEADS, (group(connection),)).fetchone()[0])


def protect(connection: Connection) -> None:
    """Make the role of the team and all that protects its members from one another. Repeatable."""
    members = group(connection)
    if not is_team(connection):
        connection.bare.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(members)))
    schema = str(connection.execute("SELECT CAST(current_schema() AS text)").fetchone()[0])
    tables = [row[0] for row in connection.execute(_TABLES)]
    for statement in statements(_quoted(schema), tables, _quoted(members)):
        connection.bare.execute(statement.encode())
    database = connection.bare.info.dbname
    connection.bare.execute(f"GRANT CONNECT ON DATABASE {_quoted(database)} TO {_quoted(members)}".encode())
    connection.bare.execute(f"GRANT {_quoted(members)} TO SESSION_USER".encode())  # who reads as a member does


def add(connection: Connection, name: str) -> Added:
    """Let somebody in: an existing role of the server, or a new one with a password of its own."""
    _need_team(connection)
    password = None
    if connection.execute(_THERE, (name,)).fetchone() is None:
        password = secrets.token_urlsafe(15)
        _make(connection.bare, name, password)
    connection.bare.execute(f"GRANT {_quoted(group(connection))} TO {_quoted(name)}".encode())
    return Added(name, password)


def remove(connection: Connection, name: str) -> None:
    """Let somebody in no more. What they wrote and how they voted stays; so does their role on the server."""
    _need_team(connection)
    if name not in members(connection):
        raise NotFound(f"{name} is not in the team; in it are {', '.join(members(connection)) or 'nobody yet'}")
    connection.bare.execute(f"REVOKE {_quoted(group(connection))} FROM {_quoted(name)}".encode())


def members(connection: Connection) -> list[str]:
    return [row[0] for row in connection.execute(_LISTED, (group(connection),))]


def _need_team(connection: Connection) -> None:
    if not is_team(connection):
        raise Conflict("This library has no team yet; `tracker team init` makes it one, with rights for each member")


def _make(bare: psycopg.Connection[Any], name: str, password: str) -> None:
    """A role that may log in. The server is told no password, only what it compares one with: logs keep statements."""
    kept = bare.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    made = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), sql.Literal(kept))
    bare.execute(made)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
