"""Searching rounds, the plain way."""
