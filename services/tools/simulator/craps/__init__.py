"""Craps as it is played: the line, come wagers, place bets, and what goes wrong with dice."""
