"""Opening a library on a server, where its driver is installed."""

from pathlib import Path
from typing import TYPE_CHECKING

from tracker.errors import LibraryUnavailable

if TYPE_CHECKING:
    from tracker.store.postgres.store import ServerStore


def opened(url: str, *, create: bool) -> "ServerStore":
    """The library at a URL; in a database that is empty it is made, if `create`."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise LibraryUnavailable(
            "For a library on PostgreSQL its driver is needed: pip install 'tracker[postgres]'"
        ) from None
    from tracker.store.postgres.address import address
    from tracker.store.postgres.store import ServerStore

    return ServerStore(address(url), place_of(url), create=create)


def place_of(url: str) -> Path:
    """The file beside which the backups of a library on a server lie: in the folder of the person's own data."""
    from platformdirs import user_data_path

    from tracker.store.postgres.address import address

    return user_data_path("tracker", appauthor=False) / f"{address(url).database.replace('/', '-')}.db"
