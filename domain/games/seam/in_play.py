"""What the pit may see of a game while it is played; what a game lacks keeps its default."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from domain.events.round import Offer


class Spot(msgspec.Struct, frozen=True):
    """A wager that is not decided."""

    seat: int
    wager: str
    player: str
    stake: int
    """Chips and coupon, in cents."""
    point: int | msgspec.UnsetType | None = msgspec.UNSET
    """Of a come or don't come wager: the number it stands on; None: none yet."""
    is_on: bool | msgspec.UnsetType = msgspec.UNSET
    """Of a place bet before a come out roll: whether it is called on for it."""


class InPlayPart(NamedTuple):
    """What one game alone has in play."""

    kind: type[msgspec.Struct]
    elsewhere: msgspec.Struct | None
    """What stands in its place at tables of other games."""


class InPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two of its events."""

    phase: str = "open"
    """Of the round; `open` between rounds."""
    seats: tuple[int, ...] = ()
    """Betting areas with an undecided wager, or the bank."""
    wagers: tuple[Spot, ...] = ()
    offered: tuple[Offer, ...] = ()
    bank: int | None = None
    co_bank: bool = False
    dealer_keeps: bool = False
    dealer_wager: int = 0
    button: int | None = None
    to_set: tuple[int, ...] = ()
    exposed: tuple[int, ...] = ()
    parts: Mapping[str, msgspec.Struct] = {}
    """What the game alone has, by the table's name for it."""
