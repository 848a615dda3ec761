"""The wagers of craps, one record each, and what a roll makes of each."""
