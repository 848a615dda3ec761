"""The wagers of pai gow, one record each."""
