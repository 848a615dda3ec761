"""The roles that people sign in with, and those that do the same things at a table."""

from typing import Final

ROLES: Final = {
    "dealer": "deals, and tells what happens on the layout",
    "floorperson": "supervises tables, asks for chips, signs counts",
    "pit_manager": "supervises the pit, answers for its exceptions",
    "cage": "issues fills, takes credits in",
    "security": "carries the drop boxes",
    "count_room": "counts the drop",
    "auditor": "closes the days, answers for exceptions",
    "surveillance": "sees everything and does nothing",
    "device": "a table's own equipment, which tells what it read",
}
SUPERVISES: Final = frozenset({"floorperson", "pit_manager"})
AT_THE_TABLE: Final = SUPERVISES | {"dealer"}
PLAY: Final = AT_THE_TABLE | {"device"}
"""Who tells what happens on the layout."""
