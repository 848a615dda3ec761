"""What may be wagered on the stones."""
