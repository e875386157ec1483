"""What the index of a file cannot tell, for it keeps no places: whether words stand side by side, and in the abstract.

Its papers hold the words; `search_stands(forms, bytes of a text, whether it has marks)` looks at their texts.
"""

import re
import sqlite3
from collections.abc import Sequence
from functools import lru_cache

from tracker.store.reader import Reader
from tracker.store.rows import readable
from tracker.store.search.forms import Form
from tracker.store.search.spans import stand
from tracker.store.search.sql.plan import Plan
from tracker.store.search.sql.texts import BARE, COLUMNS, OTHER_NAMES, SOURCES, worded
from tracker.text.bare import has_marks

ENDS = frozenset(' .,;:?!)"')  # of a word, whatever follows

_TEXTS = SOURCES | {"heading": f"rtrim(coalesce(p.title, p.headline, '') || char(10) || {OTHER_NAMES}, char(10))"}


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
    return bool(text) and stands(readable(text or b""), _forms(asked), marked=bool(marked))


def stands(source: str, forms: Sequence[Form], *, marked: bool) -> bool:
    """Whether one of the forms stands in a text as it is stored: seen at a glance in most, and not folded then."""
    lowered = source.lower()
    if any(_stands_plainly(lowered, form) for form in forms):
        return True
    is_bare = lowered.isascii() and not (marked and has_marks(lowered))
    if is_bare and not any(_may_stand(lowered, form) for form in forms):
        return False
    return stand(worded(source) if marked else source, forms)


def _stands_plainly(lowered: str, form: Form) -> bool:
    """Whether a form can be seen in a text, in lower case, before its marks: most that stand somewhere can."""
    sought = f" {' '.join(form.words)}"
    at = lowered.find(sought)
    while at >= 0:
        end = at + len(sought)
        if form.prefix or lowered[end : end + 1] in ENDS:
            return not has_marks(lowered[: end + 1])
        at = lowered.find(sought, end)
    return False


def _may_stand(lowered: str, form: Form) -> bool:
    """Whether the words of a form stand in a text in lower case, that has nothing else to fold and no marks, with only
    signs between them. One word may be the parts of a compound."""
    return len(form.words) == 1 or _in_a_row(form.words).search(lowered) is not None


@lru_cache(maxsize=64)
def _in_a_row(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("[^0-9a-z]+".join(words))


@lru_cache(maxsize=64)
def _forms(asked: str) -> tuple[Form, ...]:
    import json

    return tuple(Form(tuple(words), prefix) for words, prefix in json.loads(asked))
