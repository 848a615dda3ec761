"""A sealed log with audited days, and an archive of it."""
