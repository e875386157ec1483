"""What the index of a file cannot tell, for it keeps no places: whether words stand side by side, and in the abstract.

Its papers hold the words; `search_stands(forms, bytes of a text, whether it has marks)` looks at their texts.
"""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache

from tracker.store.reader import Reader
from tracker.store.rows import readable
from tracker.store.search.forms import Form
from tracker.store.search.spans import stand
from tracker.store.search.sql.plan import Plan
from tracker.store.search.sql.texts import BARE, COLUMNS, OTHER_NAMES, SOURCES, worded

_TEXTS = SOURCES | {"heading": f"coalesce(p.title, p.headline, '') || char(10) || {OTHER_NAMES}"}


def asks_texts(plan: Plan) -> bool:
    """Whether texts are looked at for each paper that a plan may find."""
    return "search_stands" in plan.where


def standing(connection: Reader, me: int, forms: Sequence[Form], columns: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """SQL for whether a text of `paper p` that a person may read holds one of the forms, and its values."""
    import json  # a word alone needs none

    if isinstance(connection, sqlite3.Connection):
        connection.create_function("search_stands", 3, _stands, deterministic=True)
    asked = json.dumps([(form.words, form.prefix) for form in forms])
    looked = columns or COLUMNS
    texts = (f"search_stands(?, CAST({_TEXTS[c].format(me=me)} AS BLOB), {c not in BARE:d})" for c in looked)
    return " OR ".join(texts), (asked,) * len(looked)


def _stands(asked: str, text: bytes | None, marked: int) -> bool:
    if not text:
        return False
    read = readable(text)
    return stand(worded(read) if marked else read, _forms(asked))


@lru_cache(maxsize=64)
def _forms(asked: str) -> tuple[Form, ...]:
    import json

    return tuple(Form(tuple(words), prefix) for words, prefix in json.loads(asked))
