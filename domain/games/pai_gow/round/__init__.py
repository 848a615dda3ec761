"""One round of play, from the opening of bets to settlement: an aggregate of tens of events."""
