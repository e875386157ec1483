"""Figures about reading, as values, lines of text and pictures."""
