"""Where a game meets the table that hosts it."""
