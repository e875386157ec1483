"""How long a pattern becomes when its counted repeats are written out, as engines do: `(a{50}){50}` is 2,500 long."""

import re
from collections.abc import Iterator

MOST = 10_000  # of the parts of a pattern that is looked for: ten times as many take a tenth of a second to prepare

_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*)(?:,(\d*))?\}|.", re.DOTALL)


def written_out(pattern: str) -> int:
    """How many parts a pattern has then; letters, sets and signs count one each."""
    groups, last = [0], 0
    for part, times in _parts(pattern):
        if part == "(":
            groups.append(0)
        elif part == ")" and len(groups) > 1:
            last = groups.pop()
            groups[-1] += last
        else:
            groups[-1] += 1 if times is None else last * (times - 1)
            last = 1 if times is None else last * times
    return sum(groups)


def _parts(pattern: str) -> Iterator[tuple[str, int | None]]:
    """The parts, and of a counted repeat how often the part before it is repeated at most."""
    for found in _PART.finditer(pattern):
        counts = [int(count) for count in (found[1], found[2]) if count]
        yield found[0], max(1, *counts) if counts else None
