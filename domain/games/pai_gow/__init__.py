"""Pai gow, with tiles and with cards: hands against the house, a player's bank, wagers on dice."""
