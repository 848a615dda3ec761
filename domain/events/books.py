"""Events of the books beside play: boxes, markers, owed vigorish, exceptions, disputes."""

from typing import Literal

import msgspec

from domain.events.envelope import CashPosting, Event, Posting


class BoxRemoved(Event, frozen=True, kw_only=True, tag=True):
    """A drop box left the table, or its place of keeping, for the count room."""

    box: int
    """Its number in the session."""
    period: int
    estimated: int
    """What should be in it, in cents."""
    carrier: str | None


class MarkerPaid(CashPosting, frozen=True, kw_only=True, tag=True):
    """A marker was paid back at the table: chips to the tray, or cash to the drop box."""

    seat: int
    player: str
    amount: int
    marker: str
    tender: Literal["chips", "cash"]
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why it was told late, where that was told."""
    supervisor: str | msgspec.UnsetType = msgspec.UNSET
    """Who stood by when it was told late, where that was told."""


class VigorishOwed(Posting, frozen=True, kw_only=True, tag=True):
    """Vigorish of a finished round was not collected; the envelope's round is the one."""

    seat: int
    player: str
    amount: int
    reason: str


class VigorishRecovered(Posting, frozen=True, kw_only=True, tag=True):
    """Owed vigorish was paid into the tray."""

    owed: int
    """`seq` of the event that it was owed by."""
    seat: int
    player: str
    amount: int
    left: int


class ExceptionAcknowledged(Event, frozen=True, kw_only=True, tag=True):
    """Somebody answers for a difference that the books found."""

    exception: int
    """`seq` of the event that showed it."""
    kind: str
    amount: int
    reason: str


class ComplaintMade(Event, frozen=True, kw_only=True, tag=True):
    """A player disputes a finished round, the envelope's; its `seq` is the complaint's number."""

    seat: int
    player: str
    words: str


class DisputeHeld(Event, frozen=True, kw_only=True, tag=True):
    """The complaint was taken up; nothing is paid before it is decided."""

    complaint: int
    seat: int
    player: str
    amount: int


class DisputeRuled(Posting, frozen=True, kw_only=True, tag=True):
    """The complaint is decided; what is paid or taken back moves win with it."""

    complaint: int
    seat: int
    player: str
    decision: Literal["upheld", "dismissed"]
    adjustment: int
    """To the player; below zero what the player gave back."""
    paid_from: Literal["tray", "cage"]
    """The cage pays where the table is closed."""
    reason: str
    supervisor: str
