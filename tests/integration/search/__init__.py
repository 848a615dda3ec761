"""Searching rounds."""
