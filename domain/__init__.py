"""The rules of the games and of the books: pure, with no I/O and no clock."""
