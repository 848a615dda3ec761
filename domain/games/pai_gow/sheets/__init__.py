"""What pai gow shows of itself: facts, payouts, exact edges, what a submission offers."""
