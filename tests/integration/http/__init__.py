"""The HTTP API on the real thing: real PostgreSQL, real desk, real projections, real sockets."""
