"""How far back the journal reaches: what it holds beyond that is let go, the oldest first.

Whatever stays has everything that was done after it, so undo can still tell when something stands on it.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.terms import Kept

if TYPE_CHECKING:
    from sqlmodel import Session

AT_ONCE = 500  # steps in one transaction, so that nobody waits long for their turn

# A step that was undone lately stays too: it can be done again.
OLD = """
SELECT id, at FROM step
WHERE id <= (SELECT id FROM step ORDER BY id DESC LIMIT 1 OFFSET :steps)
  AND id < coalesce((SELECT id FROM step WHERE at >= :since OR undone_at >= :since ORDER BY id LIMIT 1), id + 1)
ORDER BY id LIMIT :most
"""

BEGINS = "SELECT value FROM meta WHERE name = 'journal'"  # the time of the newest step that was let go
TELL = "INSERT INTO meta (name, value) VALUES ('journal', :at) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def told(connection: Any) -> str:
    """What the journal holds, for the doctor."""
    steps = connection.execute("SELECT count(*) FROM step").fetchone()[0]
    begins = connection.execute(BEGINS).fetchone()
    return f"{steps} steps, each with what it changed" + (
        f"; those up to {begins[0][:10]} were let go" if begins else ""
    )


def asked(kept: Kept) -> Mapping[str, Any]:
    """The values that OLD asks for."""
    since = datetime.now(UTC) - timedelta(days=kept.days)
    return {"steps": kept.steps, "since": since.isoformat(timespec="microseconds"), "most": AT_ONCE}


def let_go(session: "Session", kept: Kept) -> int:
    """Take the oldest steps that need not be kept out of the journal; how many, at most AT_ONCE."""
    import sqlalchemy as sa

    connection = session.connection()
    old = connection.execute(sa.text(OLD), asked(kept)).fetchall()
    if old:
        last = {"last": old[-1].id}
        connection.execute(sa.text("DELETE FROM change WHERE step_id <= :last"), last)
        connection.execute(sa.text("DELETE FROM step WHERE id <= :last"), last)
        connection.execute(sa.text(TELL), {"at": max(row.at for row in old)})
    return len(old)
