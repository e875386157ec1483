"""Where a library on a server is: its address, and how to say it without a password."""

from collections.abc import Mapping
from typing import NamedTuple

from tracker.errors import LibraryUnavailable


class Address(NamedTuple):
    """`conninfo` is for the driver only; `shown` is for people."""

    conninfo: str
    shown: str
    database: str
    has_password: bool = False


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
    database = str(given.get("dbname") or given.get("user") or "")
    return Address(conninfo, _shown(given, database), database, "password" in given)


def _shown(given: Mapping[str, object], database: str) -> str:
    user = f"{given['user']}@" if "user" in given else ""
    port = f":{given['port']}" if "port" in given else ""
    return f"postgresql://{user}{given.get('host', '')}{port}/{database}"
