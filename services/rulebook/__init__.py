"""What `pitledger rules` shows: facts, payouts, edges, the standing of a submission, its sign."""
