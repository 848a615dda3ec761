"""Tiles and cards by name: what a hand holds, and what people mean when they name a piece."""
