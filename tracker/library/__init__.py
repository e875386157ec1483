"""The library: everything that a front end may ask for or do, in plain values. Its parts are the modules beside."""

from tracker.library.library import Library

__all__ = ["Library"]
