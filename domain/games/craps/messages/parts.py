"""What craps adds to the events that every game shares: the point, wagers that are carried."""

from collections.abc import Mapping
from typing import Final

import msgspec


class CarriedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that lies on the layout from an earlier round."""

    seat: int
    wager: str
    amount: int
    player: str
    point: int | msgspec.UnsetType = msgspec.UNSET
    """Of a come or don't come wager: the number it stands on."""


class CrapsOpened(msgspec.Struct, frozen=True, kw_only=True):
    """The layout as a round finds it."""

    come_out: bool
    """The coming roll is a come out roll."""
    point: int | None
    carried: tuple[CarriedWager, ...]


class CrapsLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the roll was, and what it made of the point."""

    come_out: bool
    """It was a come out roll."""
    point: int | None
    """After it."""
    dice: tuple[int, ...] | None
    """None: the round was called off before them."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What craps adds to the opening of a round."""

    craps: CrapsOpened | msgspec.UnsetType = msgspec.UNSET


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What craps adds to the end of a round."""

    craps: CrapsLine | msgspec.UnsetType = msgspec.UNSET


PARTS: Final[Mapping[str, type[msgspec.Struct]]] = {"RoundOpened": Opened, "RoundEnded": Ended}
