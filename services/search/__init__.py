"""Finding a round by what somebody remembers of it."""
