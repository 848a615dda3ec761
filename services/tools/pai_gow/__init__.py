"""Development tools that count the hands of pai gow."""
