"""Work that makes millions of texts and no circles, done without looking for circles all the time."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 200_000  # objects made until garbage is looked for
_lock = threading.Lock()
_inside: list[tuple[int, int, int]] = []  # what was usual when each of those inside came; that of the first counts


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Within it garbage is looked for seldom, which else takes a fifth of a large import."""
    with _lock:
        _inside.append(gc.get_threshold())
        gc.set_threshold(SELDOM, *_inside[0][1:])
    try:
        yield
    finally:
        with _lock:
            usual = _inside.pop()
            if not _inside:
                gc.set_threshold(*usual)
