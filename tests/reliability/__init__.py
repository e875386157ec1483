"""Campaigns that try to make the library lose something: `python -m tests.reliability` prints what came of them."""
