"""What a wager is: its record, its exact edge, and the catalogue of a game's wagers."""
