"""What the pit may see of a game while it is played; what a game lacks keeps its default."""

import msgspec


class Spot(msgspec.Struct, frozen=True):
    """A wager that is not decided."""

    seat: int
    wager: str
    player: str
    stake: int
    """Chips and coupon, in cents."""
    point: int | msgspec.UnsetType | None = msgspec.UNSET
    """Of a wager with a number of its own: the one it stands on; None: none yet."""
    is_on: bool | msgspec.UnsetType = msgspec.UNSET
    """Of a wager that waits until it is called on: whether it was."""


class InPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two of its events."""

    phase: str = "open"
    """Of the round; `open` between rounds."""
    seats: tuple[int, ...] = ()
    """Betting areas with something undecided."""
    wagers: tuple[Spot, ...] = ()
    own: msgspec.Struct | None = None
    """What the game alone has, which stands among the table's own."""
