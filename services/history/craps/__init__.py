"""A round of craps by other rules: the layout it found, and its wagers and dice told again."""
