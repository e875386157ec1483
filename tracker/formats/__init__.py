"""File formats: bytes to text, text to records, and what is known about the papers beforehand."""
