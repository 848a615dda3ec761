"""What a table keeps of its books: boxes, entries that may be corrected, what is still open."""

from typing import Final

import msgspec

from domain.table.slip_series import UsedNumbers

COUNTED: Final = ("opener", "tray", "drop", "coupons")
"""Exceptions that a count shows."""
BESIDE: Final = ("tray_below_zero", "cash_told_late")
"""Others; corrections are named by their events."""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box and what should be in it; cents."""

    number: int
    session: int
    period: int
    day: str
    """The gaming day of its period."""
    late_day: str | None = None
    """The earliest gaming day before it of which money fell in, entered late."""
    drop: int = 0
    """Buy-ins and markers paid in cash."""
    coupons: int = 0
    carrier: str | None = None
    removed: bool = False
    """It is off the table."""

    @property
    def first_day(self) -> str:
        return self.late_day or self.day


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An amount of the books that may be corrected."""

    what: str
    amount: int
    session: int
    period: int
    day: str
    tender: str | None = None
    player: str | None = None
    box: int | None = None
    """The drop box that a buy-in or cash went into, or that was counted."""
    cash_day: str | None = None
    """Of a player's cash: the gaming day it is posted to."""
    expected: int | None = None
    """Of a count: what the books said; of an opener: the closer before it."""
    opens: str | None = None
    """Of a roll's count: the gaming day of the period that it opened, in the same session."""


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """Vigorish that was not collected."""

    seat: int
    player: str
    left: int


class Complaint(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round that is disputed."""

    round: str
    seat: int
    player: str
    day: str
    held: bool = False


class Seating(msgspec.Struct, frozen=True, array_like=True):
    """Who wagered or banked where, from one finished round on until another seating follows."""

    session: int
    number: int
    """Of the first of these rounds, in the session."""
    players: dict[int, str]
    """By seat."""


class Exceptional(msgspec.Struct, frozen=True, kw_only=True):
    """What a count showed, or came too late to be usual, and nobody has answered for."""

    kind: str
    amount: int
    day: str
    """The gaming day of the period it belongs to."""
    people: tuple[str, ...] = ()
    """Who entered, signed or carried what was counted; none of them may answer for it."""
    coupons: int = 0
    """Of a drop: how far its coupons are off as well."""
    was: int | None = None
    """Of a wager that was corrected: chips and coupon as they stood."""
    now: int | None = None
    """The same as they stand; `amount` is the difference."""


SEATINGS_KEPT = 200
"""An evening even where somebody comes or goes with every round; mostly several of them. The state
of a table is written often, and stays small."""


class Books(msgspec.Struct, frozen=True, kw_only=True):
    """The books of one table, beside its play."""

    period: int = 0
    """The running accounting period's number in the session, from 1."""
    day: str = ""
    """The gaming day it belongs to."""
    late_day: str | None = None
    """The earliest gaming day before it of which it took money, entered late."""
    closer: int | None = None
    """What was counted when the table last closed."""
    variance: int = 0
    """How far the last count of the running period was from what was expected."""
    counted: int = 0
    """`seq` of that count; 0: none yet."""
    box: Box | None = None
    """The one at the table."""
    boxes: tuple[Box, ...] = ()
    """Those off the table, or of ended periods, that are not counted."""
    entries: dict[int, Entry] = {}
    """By `seq`; of this session's last periods and of the session before."""
    owed: dict[int, Owed] = {}
    taken: dict[int, int] = {}
    """Vigorish of the last finished round by seat, less what is owed of it."""
    taken_from: dict[int, str] = {}
    """The players it was taken from."""
    last_round: str | None = None
    finished: int = 0
    """`seq` of its end."""
    complaints: dict[int, Complaint] = {}
    exceptions: dict[int, Exceptional] = {}
    markers: UsedNumbers = {}
    """Those that were paid back."""
    played: dict[int, int] = {}
    """Finished rounds by session."""
    seatings: tuple[Seating, ...] = ()
    """Of the last finished rounds, oldest first; whoever complains about one is known by them."""

    @property
    def first_day(self) -> str:
        return self.late_day or self.day
