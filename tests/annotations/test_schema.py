"""The migration goes up and down."""

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config

from tracker.library import Library
from tracker.resources import resource


def test_the_tables_of_annotations_come_and_go(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.annotate(1, 0, 9)
    config = Config()
    config.set_main_option("script_location", str(resource("migrations")))
    config.attributes["path"] = seeded
    command.downgrade(config, "0001")
    with sqlite3.connect(seeded) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert not names & {"annotation", "annotation_tag", "ask", "comment", "kind", "link", "unsent"}
    with Library.open(seeded, "ann") as library:
        assert len(library.kinds()) == 6
        assert library.annotations(1) == ()
