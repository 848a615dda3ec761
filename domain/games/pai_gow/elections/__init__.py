"""What is elected for pai gow alone, and what its rounds read of it."""
