"""Where the words of a query stand in a plain text: pure, the same for every engine."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tracker.store.search.forms import Form, Needle
from tracker.store.search.patterns import matches
from tracker.text.fold import Token, compounds, placed, spelled, without_links

Place = tuple[int, int]


class Lit(NamedTuple):
    """Says of any text where the needles stand in it."""

    needles: tuple[Needle, ...]

    def __call__(self, text: str) -> list[Place]:
        return places(text, self.needles)


def places(text: str, needles: tuple[Needle, ...]) -> list[Place]:
    """Where the needles stand, in order; those that overlap as one."""
    if not text:
        return []
    closed = _read(text)[2]  # where a word is not even a part of another one it need not be looked for
    forms = (form for needle in needles for form in needle.forms if form.words[0] in closed)
    found = [place for form in forms for place in _form_places(text, form)]
    for needle in needles:
        if needle.pattern:
            found += matches(needle.pattern, text)
    return _merged(sorted(found))


def stand(text: str, forms: Sequence[Form]) -> bool:
    """Whether one of the forms stands in a text."""
    linked = spelled(text)
    words = without_links(linked, " ")
    if any(next(_word_places(words, form), None) for form in forms):
        return True
    single = [form for form in forms if len(form.words) == 1]
    closed = without_links(linked, "") if single else ""
    return any(_more(form.words[0], linked, closed) and _compound_places(linked, form) for form in single)


@lru_cache(maxsize=4096)  # from key to key much the same papers are shown, and all words but the last stay
def _form_places(text: str, form: Form) -> tuple[Place, ...]:
    words, linked, closed = _read(text)
    found = [("", *place) for place in _word_places(words, form)]
    if len(form.words) == 1 and _more(form.words[0], linked, closed):
        found += _compound_places(linked, form)
    return tuple((start, end) for _, start, end in placed(text, found))


def _word_places(text: str, form: Form) -> Iterator[Place]:
    """A form in a text as `parted` gives it; places count without the blank in front."""
    first = form.words[0]
    sought = f" {first}" if form.prefix and len(form.words) == 1 else f" {first} "
    at = text.find(sought)
    while at >= 0:
        if (end := _end(text, at + 1, form)) > 0:
            yield at, end - 1
        at = text.find(sought, at + 1)


def _end(text: str, at: int, form: Form) -> int:
    """Where the form ends of which the first word stands at `at`; 0 if the others do not follow."""
    at += len(form.words[0])
    for word in form.words[1:]:
        while text[at : at + 1] == " ":
            at += 1
        if not text.startswith(word, at):
            return 0
        at += len(word)
        if text[at] != " " and not (form.prefix and word is form.words[-1]):
            return 0
    return text.find(" ", at) if form.prefix else at


def _compound_places(linked: str, form: Form) -> list[Token]:
    """Compounds that a form of one word stands for: looked for where there are more of it without the links."""
    (word,) = form.words
    return [token for token in compounds(linked) if token[0] == word or (form.prefix and token[0].startswith(word))]


def _more(word: str, linked: str, closed: str) -> bool:
    return word in closed and closed.count(word) > linked.count(word)


@lru_cache(maxsize=256)  # from key to key much the same papers are shown
def _read(text: str) -> tuple[str, str, str]:
    """The words of a text; the same with links; and with nothing in their place."""
    linked = spelled(text)
    return without_links(linked, " "), linked, without_links(linked, "")


def _merged(ordered: Sequence[Place]) -> list[Place]:
    merged: list[Place] = []
    for start, end in ordered:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged
