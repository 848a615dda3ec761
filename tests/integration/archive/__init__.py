"""The archive."""
