"""Forms of words as expressions of the index."""

from collections.abc import Iterable, Sequence

from tracker.store.search.forms import Form


def expression(forms: Iterable[Form], columns: Sequence[str] = (), signs: Sequence[str] = ("",)) -> str:
    """What finds any of the forms, in any of the columns (empty: in all); `signs`: of those whose words count."""
    asked = " OR ".join(dict.fromkeys(_phrase(form, sign) for sign in signs for form in forms))
    return f"{{{' '.join(columns)}}} : ({asked})" if columns and asked else asked


def _phrase(form: Form, sign: str) -> str:
    quoted = '"' + " ".join(sign + word for word in form.words) + '"'
    return f"{quoted} *" if form.prefix else quoted
