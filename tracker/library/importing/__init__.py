"""Papers on their way in: from files, feeds and services, each matched with what is here."""
