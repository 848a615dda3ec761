"""The event store: PostgreSQL, append only, in commit order."""
