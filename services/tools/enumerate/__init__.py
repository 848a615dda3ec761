"""`make enumerate`: every hand of seven cards once, counted beside the figures that are kept."""
