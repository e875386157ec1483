"""Screening rounds: who reads what, what they vote, and what comes of it."""
