"""Craps as it is played at a simulated table: the line, come wagers, place bets, the dice."""
