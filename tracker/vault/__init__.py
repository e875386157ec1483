"""Notes as Markdown files, both ways: what such a file holds, how two sides of it are merged, where it lies."""
