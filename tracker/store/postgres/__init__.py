"""A library kept by a PostgreSQL server, for several people."""
