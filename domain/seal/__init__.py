"""The key that seals the log: which it is, and how one gives way to the next."""
