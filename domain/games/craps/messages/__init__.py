"""What craps alone asks for and tells: its command, its event."""
