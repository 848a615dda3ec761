"""Every command and every event there is, of all tables and all games, and how each is read."""
