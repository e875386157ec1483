"""Notes, and the links in all that people write."""
