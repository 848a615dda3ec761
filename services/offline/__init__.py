"""Rules without a store: files of commands played, compared, and heard by other rules."""
