"""A row of the sessions: one session's periods, and what they raised."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.game_library import jurisdiction_of, regulation_name
from domain.wagers.elected import NOTHING_ELECTED, Elected
from projections.projection import Row
from projections.sessions.period import Period

EXCEPTIONAL: Final = "exceptional"
"""A word that sessions are found by, beside their days."""


class Raised(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a count showed, or came late, to be answered for; its number is the event's `seq`."""

    seq: int
    kind: str
    amount: int
    day: str
    """The gaming day of the period it belongs to."""
    period: int
    at: str
    people: tuple[str, ...] = ()
    round: str | None = None
    """Of a correction: the round it was made in."""
    was: int | None = None
    """Of a wager that was corrected: chips and coupon as they stood."""
    now: int | None = None
    happened_on: str | None = None
    """Of cash that was told late: the gaming day it is of."""
    reason: str | None = None
    """Why it was told late."""
    below: int | None = None
    """What the tray lacked after it, where it also took the tray below zero."""


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """An adjustment of the day it is posted to: a correction of an audited period, or a ruling
    that the cage paid when the table's last period was over."""

    seq: int
    day: str
    of_day: str
    period: int
    what: str
    was: int
    amount: int
    reason: str
    entries: dict[str, int]


class OverShort(msgspec.Struct, frozen=True, kw_only=True):
    """So much more (or less) than should be was found, as far as was known on that day."""

    day: str
    """The gaming day on which it came to light."""
    shift: int
    what: str
    """`opener`, against the closer before it; `tray`; `drop`."""
    cents: int


class SessionRow(Row, frozen=True, kw_only=True):
    """A session's periods; the last one is running until its closer is counted."""

    table: str
    session: int
    regulation: str = ""
    elected: Elected = NOTHING_ELECTED
    """What the worth of its wagers depends on."""
    controls: str = "basic"
    periods: tuple[Period, ...] = ()
    exceptional: bool = False
    """Something was raised; looked for by this."""
    raised: tuple[Raised, ...] = ()
    late: tuple[Late, ...] = ()
    over_short: tuple[OverShort, ...] = ()

    @property
    def found_by(self) -> tuple[str, ...]:
        """Its gaming days, and whether something was raised."""
        days = {day for one in self.periods for day in (one.day, *one.also)}
        days.update(one.day for one in self.late)
        return (*sorted(days), *((EXCEPTIONAL,) if self.exceptional else ()))

    @property
    def game(self) -> str:
        return regulation_name(self.regulation)

    @property
    def jurisdiction(self) -> str:
        return jurisdiction_of(self.regulation)


def periods_of(day: str, rows: Iterable[SessionRow]) -> list[tuple[SessionRow, Period]]:
    """The day's own periods by table; of a table that has none, those that took money on it."""
    ordered = sorted(rows, key=lambda row: (row.table, row.session))
    every = [(row, period) for row in ordered for period in row.periods]
    own = {row.table for row, period in every if period.day == day}
    return [
        (row, period)
        for row, period in every
        if period.day == day or (day in period.also and row.table not in own)
    ]
