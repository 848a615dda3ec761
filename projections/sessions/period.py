"""An accounting period of a table: what the events posted to it, and what was counted."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from projections.figures.sums import add, total


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A count of the tray beside what the events expected in it."""

    seq: int
    at: str
    counted: int
    expected: int
    ended: int = 0
    """Number of the last round that was over."""
    begun: int = 0
    """Number of the last round that had begun."""
    by: tuple[str, ...] = ()
    """Who entered it and who signed it."""

    @property
    def variance(self) -> int:
        return self.counted - self.expected


class BoxFigures(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A drop box; cents, None is not counted."""

    number: int
    since: int
    """`seq` from which on it stood at the table."""
    estimated: int = 0
    coupons: int = 0
    counted: int | None = None
    coupons_counted: int | None = None
    seq: int | None = None
    """Of its count."""
    carrier: str | None = None
    carried_at: str | None = None
    removed: bool = False
    counted_at: str | None = None
    counted_by: tuple[str, ...] = ()
    cash: int | None = None
    counter_checks: int | None = None
    vouchers: int | None = None
    """As they were first counted, where the count named them."""


class LastRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a round added to the figures whose end may still be taken back."""

    wagered: dict[str, int]
    won: dict[str, int]
    finished: int = 0
    ended_round: int = 0
    """These two as they were before it."""


class Period(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """From an opener to the count that ends it. Cents; None is unknown."""

    number: int
    day: str
    """The gaming day it began in and belongs to."""
    also: tuple[str, ...] = ()
    """Other gaming days on which it took money."""
    shift: int = 1
    since: int = 0
    """`seq` of its opener."""
    began: str = ""
    opened_by: tuple[str, ...] = ()
    """Who entered the opener and who signed it."""
    upto: int | None = None
    """`seq` of the count that ended it."""
    ended: str | None = None
    opener: int
    last_closer: int | None = None
    fills: int = 0
    credits: int = 0
    bought: dict[str, int] = {}
    """Buy-ins by their kind."""
    marker_chips: int = 0
    marker_cash: int = 0
    coupons: int = 0
    """Face value of the coupons that the rounds took."""
    on_the_roll: int = 0
    """What of it was taken since the last roll, which may yet be taken back."""
    vigorish_taken: int = 0
    vigorish_owed: int = 0
    vigorish_recovered: int = 0
    rounds: int = 0
    finished: int = 0
    """`seq` of the last round's end."""
    before: int = 0
    """Number of the last round that was over when the period began."""
    ended_round: int = 0
    begun_round: int = 0
    """Numbers in the session, as those of a count."""
    win: int = 0
    """By the events: what rounds, owed vigorish and rulings did to the tray."""
    adjustments: int = 0
    """What rulings paid to players, from tray or cage."""
    wagered: dict[str, int] = {}
    """Decided wagers by name."""
    won: dict[str, int] = {}
    """What the house won on them, before vigorish."""
    vigorish_on: dict[str, int] = {}
    """Vigorish on them, as the rounds took it."""
    last_round: LastRound | None = None
    """Where dice that ended a round are corrected until the next one is opened."""
    on_layout: int = 0
    """The dealer's wager against a bank that lay there at its end, less that at its beginning."""
    closer: int | None = None
    counts: tuple[Count, ...] = ()
    boxes: tuple[BoxFigures, ...] = ()
    accounts: dict[str, int] = {}
    """What the period's events posted, account by account."""

    @property
    def buy_ins(self) -> int:
        return sum(self.bought.values())

    @property
    def marker_payments(self) -> int:
        return self.marker_chips + self.marker_cash

    @property
    def vigorish(self) -> int:
        return self.vigorish_taken - self.vigorish_owed + self.vigorish_recovered

    @property
    def discrepancy(self) -> int | None:
        """The opener less the closer it was rolled from; None where there was none."""
        return None if self.last_closer is None else self.opener - self.last_closer

    @property
    def drop_estimated(self) -> int:
        return self.buy_ins + self.marker_cash

    @property
    def drop(self) -> int | None:
        """What the count room found in its boxes; unknown while one of them is not counted."""
        return total(box.counted for box in self.boxes) if self.boxes else None

    @property
    def coupons_counted(self) -> int | None:
        """Unknown where one of its boxes is not counted, or its count named no coupons."""
        return total(box.coupons_counted for box in self.boxes) if self.boxes else None

    @property
    def variance(self) -> int:
        """How far the last count was from what was expected; 0 before the first."""
        return self.counts[-1].variance if self.counts else 0


def posted(period: Period, entries: Mapping[str, int]) -> Period:
    return replace(period, accounts=add(period.accounts, entries))


def into_box(period: Period, seq: int, drop: int = 0, coupons: int = 0) -> Period:
    """What fell into the box that stood at the table when that event happened."""
    stood = max((box.number for box in period.boxes if box.since <= seq), default=None)
    boxes = tuple(
        replace(box, estimated=box.estimated + drop, coupons=box.coupons + coupons)
        if box.number == stood
        else box
        for box in period.boxes
    )
    return replace(period, boxes=boxes)


def expected_after(period: Period, seq: int, cents: int) -> Period:
    """What was entered wrong at `seq` made every later count expect so much too little."""
    counts = tuple(
        replace(count, expected=count.expected + cents) if count.seq > seq else count
        for count in period.counts
    )
    return replace(period, counts=counts)
