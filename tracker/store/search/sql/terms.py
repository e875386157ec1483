"""Forms of words as expressions of the index.

A server keeps the places of words, so that its index is asked for phrases and columns. That of a file does not: it is
asked for all the words of a phrase, and for words with the mark of a column; `standing.py` looks at the rest.
"""

import re
from collections.abc import Iterable, Sequence

from tracker.store.search.forms import Form
from tracker.store.search.sql.texts import ABOUT, MARKS, SIGN

_WORD = re.compile(f'(?<![^( ])"([^{"".join(MARKS.values())}{SIGN}][^"]*)"')  # one that may stand in any column


def expression(forms: Iterable[Form], columns: Sequence[str] = (), signs: Sequence[str] = ("",)) -> str:
    """What finds any of the forms, in any of the columns (empty: in all); `signs`: of those whose words count."""
    asked = " OR ".join(dict.fromkeys(_phrase(form, sign) for sign in signs for form in forms))
    return f"{{{' '.join(columns)}}} : ({asked})" if columns and asked else asked


def unplaced(forms: Sequence[Form], columns: Sequence[str] = (), signs: Sequence[str] = ("",)) -> str:
    """The same for an index without places: papers that hold all the words of a form, which the text has to confirm."""
    marks = [MARKS.get(column, "") for column in columns] or [""]
    ways = (_together(form, mark + sign) for mark in marks for sign in signs for form in forms)
    return " OR ".join(dict.fromkeys(ways))


def headed(asked: str, *, placed: bool) -> str:
    """An expression of words, for headings alone."""
    return f"{{heading}} : ({asked})" if placed else _WORD.sub(rf'"{MARKS["heading"]}\1"', asked)


def about(asked: str) -> str:
    """The same for an index without places, of words that are in the abstract, too."""
    return _WORD.sub(rf'"{ABOUT}\1"', asked)


def _phrase(form: Form, sign: str) -> str:
    quoted = '"' + " ".join(sign + word for word in form.words) + '"'
    return f"{quoted} *" if form.prefix else quoted


def _together(form: Form, mark: str) -> str:
    quoted = " AND ".join(f'"{mark}{word}"' for word in form.words) + (" *" if form.prefix else "")
    return f"({quoted})" if len(form.words) > 1 else quoted
