"""What pai gow alone asks for and tells: its commands, its events."""
