"""For the tests of the sealed log: hashing of its own, an independent reader, a witness."""
