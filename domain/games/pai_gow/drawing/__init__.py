"""How pai gow is drawn: its pieces, its rounds as they lie, its commands on the terminal."""
