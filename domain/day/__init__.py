"""A gaming day: closed by the events, by the count, by the audit, for the whole property."""
