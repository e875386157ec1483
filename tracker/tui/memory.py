"""Memory that is not needed any more goes back to the system, and threads share what they leave."""

import ctypes

MMAP_THRESHOLD = -3  # malloc.h of the GNU C library
LARGE = 128 * 1024  # bytes
ARENA_MAX = -8
ARENAS = 2  # the program's own, and one for all threads behind it: one at a time runs Python


def keep_little() -> None:
    """Have the C library ask the system for each large piece of memory, and return it when it is free.

    Left to itself it takes ever larger pieces from its heap once some were freed: lists of a million papers that come
    and go leave holes there. Other C libraries return such pieces anyway. It also gives each thread a heap, with holes
    of its own.
    """
    if set_option := getattr(ctypes.CDLL(None), "mallopt", None):
        set_option(MMAP_THRESHOLD, LARGE)
        set_option(ARENA_MAX, ARENAS)
