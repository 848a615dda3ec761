"""What a round knows of itself."""

from typing import Literal, TypeAlias

import msgspec

from domain.events.round import WagerLine
from domain.setting import Setting

Phase: TypeAlias = Literal["betting", "no_more_bets", "rolled", "dealt", "house_set"]
MAIN = "pai_gow"


class Wager(msgspec.Struct, frozen=True):
    """Chips, and perhaps a coupon, of one player on one spot."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """State of an open round. A closed round has none: its last event says it all."""

    id: str
    number: int
    phase: Phase
    regulation: str
    limits: dict[str, tuple[int, int]]
    vigorish: str
    house_way: str
    wagers: tuple[Wager, ...] = ()
    """Undecided wagers, by seat."""
    lines: tuple[WagerLine, ...] = ()
    """Decided ones."""
    dice: tuple[int, int, int] | None = None
    hands: dict[str, tuple[str, ...]] = {}
    settings: dict[int, Setting] = {}
    house: Setting | None = None
    exposed: tuple[int, ...] = ()
    """Seats whose player has yet to choose whether to play the exposed hand."""
    tray_delta: int = 0

    def wager_at(self, seat: int, wager: str) -> Wager | None:
        for one in self.wagers:
            if one.seat == seat and one.wager == wager:
                return one
        return None

    def playing(self) -> tuple[Wager, ...]:
        """The undecided wagers on the hands themselves."""
        return tuple(one for one in self.wagers if one.wager == MAIN)

    def unset(self) -> tuple[int, ...]:
        """Seats whose hand is still to be set."""
        return tuple(one.seat for one in self.playing() if one.seat not in self.settings)
