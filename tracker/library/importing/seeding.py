"""What a new library begins with: the shipped saved searches, and the seed papers through the ordinary import."""

from __future__ import annotations

from tracker.later import models
from tracker.library.importing.imports import Imports
from tracker.library.names import name_key
from tracker.library.saved import SHIPPED
from tracker.seeds import seed_files
from tracker.store.store import Store

SEEDER = "tracker"  # whose step the seeding is, so that no person's undo empties a new library


def settle(store: Store, *, seed: bool) -> None:
    """Make a new library ready. Repeatable: what was interrupted is completed, nothing is done twice.

    A library with papers is not new, even where another program lost what says so.
    """
    seed = seed and store.one("SELECT 1 FROM paper LIMIT 1") is None
    with store.transaction() as session:
        if not session.get(models.Meta, "settled"):
            session.add(models.Meta(name="settled", value="yes"))
            for name, query, digit in SHIPPED:
                session.add(models.SavedSearch(name=name, name_key=name_key(name), query=query, digit=digit))
    if seed:
        seeder = Imports()
        seeder.store, seeder.me = store, SEEDER
        seeder.import_files(seed_files())
    with store.transaction() as session:
        session.merge(models.Meta(name="seeded", value="yes" if seed else "no"))
