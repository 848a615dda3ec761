"""Craps: one roll a round, and wagers that stay until the dice decide them."""
