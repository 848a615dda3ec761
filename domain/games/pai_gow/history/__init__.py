"""Pai gow's part in deciding stored rounds again: commands of its events, other rules, evidence."""
