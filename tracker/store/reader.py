"""What the search asks a connection of, whatever engine it belongs to."""

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sqlmodel import Session


class Reader(Protocol):
    """A connection that takes SQL in SQLite's words and hands out plain rows."""

    def __hash__(self) -> int:
        """Connections are told apart, to remember things about each."""

    @property
    def total_changes(self) -> int:
        """Rows that this connection itself has changed."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any:
        """A cursor over the rows."""


def raw(session: "Session") -> Any:
    """A plain connection inside the session's transaction, such as readers are."""
    return session.info["plain"](session.connection().connection.dbapi_connection)
