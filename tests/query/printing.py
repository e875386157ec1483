"""A whole query as text, by which two of them are compared."""

from tracker.query.print import canonical
from tracker.query.tree import Query


def printed(query: Query) -> str:
    """The query in canonical form, sort keys last; empty where it restricts nothing."""
    parts = [canonical(query.tree)] if query.tree else []
    return " ".join([*parts, *(f"sort:{'-' * sort.descending}{sort.key}" for sort in query.sort)])
