"""What `pitledger rules` tells: facts, payouts, edges, the standing of a submission, its sign."""
