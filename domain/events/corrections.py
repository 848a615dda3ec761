"""Corrections of what was keyed in wrong. Nothing is edited: each names what it corrects."""

from typing import ClassVar, Literal

import msgspec

from domain.event_parts import ROLL_CORRECTED
from domain.events.envelope import CashPosting, RoundEvent, RoundPosting
from domain.parts import WithParts


class Shown(msgspec.Struct, frozen=True):
    """A difference that a correction brings to light, for somebody to answer for."""

    kind: Literal["opener", "tray", "drop"]
    amount: int


class EntryCorrected(CashPosting, frozen=True, kw_only=True, tag=True):
    """An amount of the books; the entries post the difference."""

    corrects: int
    """`seq` of the event that told it wrong."""
    what: str
    """The kind of entry: opener, buy_in, fill, credit, marker, closer, drop; or last_closer, that
    which the next session's opener is held against."""
    was: int
    amount: int
    period: int
    """The accounting period, of the envelope's session, that it belongs to."""
    of_day: str
    """The gaming day of that period."""
    late: bool
    """That day was audited before: the difference is an adjustment of the day it is posted to."""
    reason: str
    supervisor: str
    tender: str | None = None
    """Of a marker: chips or cash. Of a buy-in: its kind."""
    player: str | None = None
    """Of a buy-in or a marker."""
    shows: Shown | None = None
    """A count that differs by it, or still differs, and by how much more."""


class Stood(msgspec.Struct, frozen=True):
    """A wager as it was told at first."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str


class WagerCorrected(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A wager stands as told here and not as before; amount 0: there is none."""

    EXCEPTION: ClassVar[str | None] = "wager_corrected"

    was: Stood
    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    reason: str
    supervisor: str
    exceptional: bool | msgspec.UnsetType = msgspec.UNSET
    """It came after "no more bets": an exception that somebody answers for."""

    def cents_changed(self) -> int:
        return self.amount + self.coupon - self.was.amount - self.was.coupon


@ROLL_CORRECTED.added_to
class RollCorrected(RoundPosting, WithParts, frozen=True, kw_only=True, tag=True):
    """A roll is taken back with all it decided; the right one follows."""

    EXCEPTION: ClassVar[str | None] = "roll_corrected"

    corrects: int
    was: tuple[int, ...]
    reason: str
    supervisor: str
    reopens: bool | msgspec.UnsetType = msgspec.UNSET
    """The roll had ended the round: the end that follows takes the place of the first."""
    exceptional: bool | msgspec.UnsetType = msgspec.UNSET
    """An exception that somebody answers for."""
    changed: int | msgspec.UnsetType = msgspec.UNSET
    """How much more is in the tray by what the right dice decide than by what the wrong ones did;
    cents."""

    def cents_changed(self) -> int:
        return 0 if self.changed is msgspec.UNSET else self.changed
