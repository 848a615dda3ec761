"""`make edges`: the house way against the house way, counted anew beside the figures kept."""
