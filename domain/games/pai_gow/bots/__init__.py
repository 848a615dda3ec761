"""Pai gow as guests and dealers play it at a simulated table."""
