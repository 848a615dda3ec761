"""Wagers on the three dice: what each pays on a roll. Maryland offers none (MD 5.F)."""
