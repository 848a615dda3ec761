"""What every account of a round is told with: the scene, turns of phrase, what all games share."""
