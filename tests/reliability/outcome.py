"""What came of a campaign: one line of the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field


class Leak(str):
    """What is wrong, where it is that something came where it must not be, raw on a screen, in a file, before others,
    or that it stays: a process, a file, a handle."""


class Worse(str):
    """What is wrong, where nothing is lost: it takes longer than it should, or more."""


@dataclass
class Outcome:
    """How often something was tried, and each time that it went wrong, with how to do it again."""

    name: str
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    leaked: int = 0  # failures with a leak
    worse: int = 0  # failures with nothing else than that
    figures: dict[str, str] = field(default_factory=dict)

    def add(self, wrong: Sequence[str], again: str) -> None:
        """One more try; `wrong` is empty where all was well."""
        self.tried += 1
        if wrong:
            self.failures.append(f"{again}: {'; '.join(wrong)}")
            self.leaked += any(isinstance(one, Leak) for one in wrong)
            self.worse += all(isinstance(one, Worse) for one in wrong)

    @property
    def lost(self) -> int:
        return len(self.failures) - self.leaked - self.worse

    @property
    def survived(self) -> int:
        return self.tried - len(self.failures)
