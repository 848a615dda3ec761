"""A row of the hours: one table's gaming day as it went."""

import msgspec

from projections.projection import Row


class Quarter(msgspec.Struct, frozen=True, array_like=True):
    """What a quarter of an hour did; cents."""

    win: int = 0
    """By the events."""
    drop: int = 0
    """Into the box: buy-ins and markers paid in cash, as they were told."""
    tray: int = 0
    """What came into the tray, less what left it."""
    rounds: int = 0


class HoursRow(Row, frozen=True, kw_only=True):
    """One table's gaming day.

    Quarters by the moment they begin, in UTC: the clocks of every zone differ by whole quarters,
    so each can be told in the property's own hours.
    """

    table: str
    quarters: dict[str, Quarter] = {}
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """How often each face of a die was thrown, of all dice together."""
    totals: dict[int, dict[int, int]] = {}
    """By how many dice are thrown together: how often each total was."""
