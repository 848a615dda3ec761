"""What is shown of craps beside any game: in a round's row, while it is played, to who searches."""
