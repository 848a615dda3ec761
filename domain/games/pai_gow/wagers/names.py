"""Wagers that the rules themselves speak of, by name; of all others only the catalogue does."""

from typing import Final

MAIN: Final = "pai_gow"
"""On the hands themselves."""
DICE_BONUS: Final = "dice_bonus"
"""On running triples; it stays on the layout while they run."""
PROGRESSIVE: Final = "progressive"
"""Fed to a meter, and paid by it."""
