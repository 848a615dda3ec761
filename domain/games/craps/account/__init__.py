"""Craps told: the point, the dice, and what they make of every wager on the layout."""
