"""Stones: numbered ones from a bag, one a seat and one for the house, shown when all are drawn."""
