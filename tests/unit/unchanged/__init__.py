"""What may not change while the code is rebuilt: bytes of events, words, rules and hashes."""
