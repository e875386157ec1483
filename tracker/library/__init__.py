"""The library: everything that a front end may ask for or do, in plain values. Its parts are the modules beside."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker.library.library import Library as Library

__all__ = ["Library"]


def __getattr__(name: str) -> Any:
    """The whole library is imported when it is asked for: a command may need a part of it only."""
    if name == "Library":
        from tracker.library.library import Library

        return Library
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
