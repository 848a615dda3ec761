"""Games at a table, and their wagers."""
