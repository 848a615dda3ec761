"""What a game adds to the row of a round."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.events import Event

Told: TypeAlias = dict[str, Any]
"""What a row says of a correction, by field."""


class PlacedWager(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    point: int | msgspec.UnsetType = msgspec.UNSET
    """Of a carried wager with a number of its own: the one it stood on."""


class RoundParts(NamedTuple):
    """A game's own part of the row."""

    changes: Mapping[type[Event], Callable[[Any, Any], Any]]
    """The row after an event, beside what it changes in any game. An event that games share comes
    to each of them: it says itself whose round it is of."""
    corrections: Mapping[type[Event], Callable[[Any], Told]]
    """What the row tells of a correction that no other game has."""
    fields: type[msgspec.Struct] | None = None
    """Those that it adds to the row."""
    corrected: type[msgspec.Struct] | None = None
    """Those that it adds to what the row tells of a correction."""
