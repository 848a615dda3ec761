"""The layout: where hands lie, and how a hand is set."""
