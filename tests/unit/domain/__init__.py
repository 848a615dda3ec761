"""The rules alone: no store, no clock, no network."""
