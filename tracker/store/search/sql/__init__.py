"""Search in SQL that both engines understand: written in SQLite's words; each connection says it in its own."""
