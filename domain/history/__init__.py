"""Commands read from the events that they left: what all tables and games do alike, and what a game
adds."""
