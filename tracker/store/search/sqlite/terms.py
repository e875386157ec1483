"""Text terms as expressions of the index: spellings, plurals, beginnings, phrases, columns."""

from collections.abc import Iterable, Iterator

from tracker.query.tree import How, Text
from tracker.store.search.sqlite.texts import FIELDS
from tracker.text.fold import spellings


def expression(term: Text, signs: Iterable[str] = ("",)) -> str:
    """What the index is asked for; empty where the term holds no word. `signs`: of those whose words count."""
    phrases = dict.fromkeys(phrase for sign in signs for phrase in _phrases(term, sign))
    asked = " OR ".join(phrases)
    columns = " ".join(FIELDS[field] for field in term.fields if field in FIELDS)
    return f"{{{columns}}} : ({asked})" if columns and asked else asked


def phrase(words: Iterable[str], *, prefix: bool = False) -> str:
    """Words one after another; `prefix`: the last one may go on."""
    quoted = '"' + " ".join(words) + '"'
    return f"{quoted} *" if prefix else quoted


def plurals(word: str) -> Iterator[str]:
    """The word and the plural or singular that it may be found as."""
    yield word
    if len(word) < 3 or not word.isalpha() or not word.isascii():
        return
    if word.endswith("ies") and len(word) > 4:
        yield word[:-3] + "y"
    elif word.endswith(("ses", "xes", "zes", "ches", "shes")):
        yield from (word[:-2], word[:-1])
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
    elif word.endswith(("s", "x", "z", "ch", "sh")):
        yield word + "es"
    elif word.endswith("y") and word[-2] not in "aeiou":
        yield word[:-1] + "ies"
    else:
        yield word + "s"


def _phrases(term: Text, sign: str) -> Iterator[str]:
    forms = spellings(term.value)
    if term.how is How.EXACT:
        forms = forms[:1]
    for form in forms:
        signed = [sign + word for word in form]
        if term.how is How.WORD and len(form) == 1:
            yield from (phrase([sign + word]) for word in plurals(form[0]))
        else:
            yield phrase(signed, prefix=term.how is How.PREFIX)
