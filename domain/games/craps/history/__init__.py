"""Craps's part in deciding stored rounds again: commands of its events, and other rules of it."""
