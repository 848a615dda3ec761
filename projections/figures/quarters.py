"""Quarters of an hour: the finest that a day's curves are kept in."""

from functools import lru_cache
from typing import Final

from domain.gaming_day import stored_moment, write_moment

MINUTES: Final = 15


@lru_cache(maxsize=4096)
def quarter_of(at: str) -> str:
    """When its quarter of an hour began, to the minute, in UTC: the text of the moment, cut off.

    The clocks of all zones differ by whole quarters, so each can be told in a property's own hours.
    """
    if not at.endswith("Z"):
        at = write_moment(stored_moment(at))
    return f"{at[:14]}{int(at[14:16]) // MINUTES * MINUTES:02d}"
