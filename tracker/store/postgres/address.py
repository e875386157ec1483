"""Where a library on a server is: its address, and how to say it without a password."""

from typing import NamedTuple

from tracker.errors import LibraryUnavailable


class Address(NamedTuple):
    """`conninfo` is for the driver only: it may hold a password."""

    conninfo: str
    user: str
    host: str  # a name, or the folder of a socket; empty: what the environment says
    port: str
    database: str
    has_password: bool

    @property
    def shown(self) -> str:
        """For people."""
        return self.of(self.user)

    def of(self, user: str) -> str:
        """What a person gives as their library."""
        at, port = (f"{user}@" if user else ""), (f":{self.port}" if self.port else "")
        if self.host.startswith("/"):
            more = f"&port={self.port}" if self.port else ""
            return f"postgresql+psycopg://{at}/{self.database}?host={self.host}{more}"
        return f"postgresql+psycopg://{at}{self.host}{port}/{self.database}"


def address(url: str) -> Address:
    """The address that a URL gives; what it leaves out, libpq takes from the environment and from ~/.pgpass."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    rest = url.partition("://")[2]
    try:
        given = conninfo_to_dict(f"postgresql://{rest}")
    except ProgrammingError:  # its message repeats the address, with the password
        raise LibraryUnavailable(
            "The address of the library cannot be read; write postgresql+psycopg://name@server/database"
        ) from None
    conninfo = make_conninfo("", **{"application_name": "tracker", "connect_timeout": 10, **given})
    user, host, port, database = (str(given.get(name) or "") for name in ("user", "host", "port", "dbname"))
    return Address(conninfo, user, host, port, database or user, "password" in given)
