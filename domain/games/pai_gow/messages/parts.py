"""What pai gow adds to events that every game shares: running triples, the offer of the bank."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from domain.parts import Stands


class Offer(msgspec.Struct, frozen=True):
    """A seat that the bank is offered to, for its player."""

    seat: int
    player: str


class RetainedWager(msgspec.Struct, frozen=True):
    """A dice bonus wager that stays on the table from the last triple."""

    seat: int
    player: str
    amount: int


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to the opening of a round."""

    triples: Annotated[int, Stands(elsewhere=0)]
    retained: Annotated[tuple[RetainedWager, ...], Stands(elsewhere=())]
    offered: Annotated[tuple[Offer, ...], Stands(elsewhere=())]
    """Whom the bank is offered to, in this order."""
    dealer_keeps: Annotated[bool, Stands(elsewhere=False)]
    """The offer has come back to the dealer, who keeps this round."""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to a roll."""

    running: Annotated[int, Stands("shaker", elsewhere=0)]
    """Which triple in a row this is; 0 where it is none."""
    triples: Annotated[int, Stands("shaker", elsewhere=0)]
    """The table's running count after it; with a dice bonus the third triple starts it again."""


class RollTakenBack(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to a roll that is corrected."""

    was_running: Annotated[int, Stands("was", elsewhere=0)]
    """Which triple in a row it was held for."""
    triples: Annotated[int, Stands("was", elsewhere=0)]
    """The table's running count before it."""


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What pai gow adds to the end of a round."""

    triples: Annotated[int, Stands("tray_delta", elsewhere=0)]
    """The table's running count after it."""


PARTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "RoundOpened": Opened,
    "DiceRolled": Rolled,
    "RollCorrected": RollTakenBack,
    "RoundEnded": Ended,
}
