"""The query package is a leaf: it starts fast and drags nothing in."""

import subprocess
import sys

ASK = """
import sys
import tracker.query.parse, tracker.query.edit, tracker.query.print, tracker.query.explain, tracker.query.complete
tracker.query.parse.parse('#a status:later 2026 (b OR -c) added:2w')
tops = {name.partition('.')[0] for name in sys.modules}
print(sorted(tops & {'rapidfuzz', 'sqlalchemy', 'sqlmodel', 'sqlite3', 'textual', 'rich', 'dataclasses', 'inspect'}))
print(sorted(name for name in sys.modules if name.startswith('tracker.') and not name.startswith('tracker.query')))
"""


def test_reading_a_sound_query_loads_nothing_but_the_query_package() -> None:
    said = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["[]", "['tracker.terms']"]
