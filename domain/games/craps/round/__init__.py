"""One round of craps: wagers, "no more bets", the roll; what it leaves undecided is carried."""
