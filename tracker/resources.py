"""Where the files that come with the program lie: inside the package once installed, beside it in a checkout."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of `name`, such as "seeds" or "migrations". FileNotFoundError: the installation is broken."""
    for root in (HERE, HERE.parent):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"{name} is neither in {HERE} nor beside it; install tracker again")
