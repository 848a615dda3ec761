"""Games that are made up, to be added to a copy of the tree as any game is."""
