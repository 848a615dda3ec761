"""The pieces of the games as they are drawn and named: tiles, cards, dice, chips."""
