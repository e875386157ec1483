"""Where the words of a query stand in a plain text: pure, the same for every engine."""

import re
from collections.abc import Iterator, Sequence

from tracker.store.search.forms import Form, Needle
from tracker.text.fold import Token, tokens

Place = tuple[int, int]


def places(text: str, needles: Sequence[Needle]) -> list[Place]:
    """Where the needles stand, in order; those that overlap as one."""
    found = tokens(text) if any(needle.forms for needle in needles) else []
    return _merged(sorted(place for needle in needles for place in _places(needle, text, found)))


def _places(needle: Needle, text: str, found: Sequence[Token]) -> Iterator[Place]:
    if needle.pattern:
        yield from (match.span() for match in re.finditer(needle.pattern, text, re.IGNORECASE) if match[0])
    for form in needle.forms:
        yield from _form_places(form, found)


def _form_places(form: Form, found: Sequence[Token]) -> Iterator[Place]:
    *head, last = form.words
    for index, (word, start, end) in enumerate(found[len(head) :]):
        if word == last or (form.prefix and word.startswith(last)):
            before = found[index : index + len(head)]
            if all(token[0] == each for token, each in zip(before, head, strict=True)):
                yield before[0][1] if before else start, end


def _merged(ordered: list[Place]) -> list[Place]:
    merged: list[Place] = []
    for start, end in ordered:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged
