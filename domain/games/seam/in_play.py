"""What the pit may see of a game while it is played; what a game lacks keeps its default."""

from typing import Literal

import msgspec

from domain.events.round import Offer


class Retained(msgspec.Struct, frozen=True):
    """A dice bonus wager that stays on the table."""

    seat: int
    amount: int


class Triples(msgspec.Struct, frozen=True):
    """The running triples of a table, and the wagers that stay down on them."""

    count: int = 0
    shaker: int | Literal["dealer"] = "dealer"
    """Whose roll the next one is."""
    retained: tuple[Retained, ...] = ()


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


class CrapsInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A craps table between two of its events."""

    come_out: bool
    """The next roll is a come out roll."""
    point: int | None
    carried: tuple[Spot, ...]
    """What lies there from earlier rounds, with what of it does."""


class InPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two of its events."""

    phase: str = "open"
    """Of the round; `open` between rounds."""
    triples: Triples = Triples()
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
    craps: CrapsInPlay | None = None
