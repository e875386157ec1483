"""Papers on their way out."""
