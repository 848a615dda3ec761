"""A round of pai gow in sentences: its bank, its dice, its hands, and who won."""
