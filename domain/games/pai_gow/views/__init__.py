"""What is shown of pai gow beside any game: in a round's row, to who searches, to who sees less."""
