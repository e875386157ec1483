"""Read, triage and annotate conference abstracts in the terminal."""

__version__ = "0.1.0"
