"""A round of pai gow by other rules: its bank, its dice and its hands told again."""
