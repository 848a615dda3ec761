"""Pai gow poker's cards: the deck, how five and two rank, how seven are set, what they pay."""
