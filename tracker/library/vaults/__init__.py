"""Notes kept in step with folders of Markdown files."""
