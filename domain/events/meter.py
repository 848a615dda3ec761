"""Events of a progressive meter, in its own stream; table and round of the envelope are the cause.

A meter's amount is a liability of the house: whatever puts money onto it is expense, whatever is
paid off it takes the expense back, and what the player got is the table's loss.
"""

from typing import ClassVar

from domain.events.envelope import Posting, Stream


class MeterEvent(Posting, frozen=True, kw_only=True, tag=True):
    """One change of a meter."""

    STREAM: ClassVar[Stream] = "meter"

    meter: str
    amount: int
    before: int
    after: int


class MeterOpened(MeterEvent, frozen=True, kw_only=True, tag=True):
    """The first table to name the meter opened it, on these terms."""

    stake: int
    rate_bp: int
    reset: int
    payouts: dict[str, int] | None


class MeterContributed(MeterEvent, frozen=True, kw_only=True, tag=True):
    """A part of a stake came onto the meter."""

    seat: int
    player: str
    stake: int


class MeterFunded(MeterEvent, frozen=True, kw_only=True, tag=True):
    """The house put in what the meter lacked of a payout."""

    seat: int


class MeterPaid(MeterEvent, frozen=True, kw_only=True, tag=True):
    """A payout came off the meter."""

    seat: int
    player: str
    hand: str
    supervisor: str


class MeterReset(MeterEvent, frozen=True, kw_only=True, tag=True):
    """The meter had been paid out whole and starts again."""
