"""What came of a campaign: one line of the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

LEAKS = ("wrote", "shows", "left", "holds")  # as the campaigns say it


@dataclass
class Outcome:
    """How often something was tried, and each time that it went wrong, with how to do it again."""

    name: str
    tried: int = 0
    failures: list[str] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)

    def add(self, wrong: Sequence[str], again: str) -> None:
        """One more try; `wrong` is empty where all was well."""
        self.tried += 1
        if wrong:
            self.failures.append(f"{again}: {'; '.join(wrong)}")

    @property
    def leaked(self) -> int:
        """Failures in which something came where it must not: raw on a screen, into a file, or before others."""
        return sum(any(word in failure for word in LEAKS) for failure in self.failures)

    @property
    def survived(self) -> int:
        return self.tried - len(self.failures)
