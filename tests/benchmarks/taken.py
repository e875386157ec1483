"""How long something takes, in CPU and by the clock, and how a list of such figures is told."""

import resource
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Taken(NamedTuple):
    cpu: float
    wall: float


def taken(work: Callable[[], object]) -> Taken:
    """Milliseconds that some work takes."""
    wall, cpu = time.perf_counter(), worked()
    work()
    return Taken((worked() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3)


def worked() -> float:
    """Seconds of CPU of this process and of those it has waited for."""
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + others.ru_utime + others.ru_stime


def pace() -> float:
    """Milliseconds of CPU that a fixed piece of work takes now."""
    text = "The quick brown fox jumps over the lazy dog and self-attention " * 15
    return min(taken(lambda: [word for word in text.lower().split() * 10 if word.isalnum()]).cpu for _ in range(7))


def share(values: Iterable[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def told(name: str, values: Sequence[float]) -> str:
    shares = "  ".join(f"p{round(part * 100)} {share(values, part):6.2f}" for part in (0.5, 0.95, 0.99))
    return f"{name:24s} {shares}  max {max(values):6.1f}"
