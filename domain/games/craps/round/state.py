"""What craps knows of itself: the point, the wagers on the layout, the round being played."""

from typing import Literal, TypeAlias

import msgspec

from domain.games.craps.elections.elections import CrapsTerms
from domain.table.hosted import Carried, GameState, OpenRound
from domain.table.state import Table

Phase: TypeAlias = Literal["betting", "no_more_bets"]
Shooter: TypeAlias = int | Literal["dealer"] | None
"""None: nobody was named."""


class Wager(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips of one player on one spot."""

    seat: int
    wager: str
    amount: int
    player: str
    point: int | None = None
    """The number that a line or come wager stands on; None before its first roll."""
    carried: int = 0
    """Of the amount, what has been rolled on; the rest was placed in this round."""
    is_on: bool = False
    """A place bet that is active on this come out roll."""

    @property
    def spot(self) -> tuple[int, str, int | None]:
        return self.seat, self.wager, self.point


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """State of an open round. A closed one has none: its last event says it all."""

    id: str
    number: int
    regulation: str
    phase: Phase = "betting"


class BeforeRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The layout as the last dice found it, so that these can be read anew until the next round."""

    seq: int
    """Of the roll."""
    dice: tuple[int, ...]
    shaker: Shooter
    period: int
    """The accounting period that it fell in."""
    round: Round
    point: int | None
    wagers: tuple[Wager, ...]
    posted: dict[str, int] = {}
    """What the round has posted since, by account."""


class Craps(GameState, frozen=True, kw_only=True, tag="craps"):
    """The game at a table: the layout with what lies on it, in a round and between rounds."""

    terms: CrapsTerms = CrapsTerms()
    point: int | None = None
    """None: the next roll is a come out roll."""
    wagers: tuple[Wager, ...] = ()
    """Undecided ones, by seat."""
    round: Round | None = None
    players: dict[int, str] = {}
    """Each seat's last player."""
    before_roll: BeforeRoll | None = None

    def open_round(self) -> OpenRound | None:
        return None if self.round is None else OpenRound(self.round.id, self.round.number)

    def round_id(self) -> str | None:
        return None if self.round is None else self.round.id

    def player_at(self, seat: int) -> str | None:
        return self.players.get(seat)

    def coupons_played(self) -> int:
        return 0

    def carried(self) -> tuple[Carried, ...]:
        return tuple(
            Carried(one.seat, one.wager, one.carried) for one in self.wagers if one.carried
        )

    def wager_at(self, seat: int, wager: str, point: int | None = None) -> Wager | None:
        """The one on that number, or the one that has none yet."""
        return next((one for one in self.wagers if one.spot == (seat, wager, point)), None)

    def wagers_at(self, seat: int, wager: str) -> tuple[Wager, ...]:
        """All of one name; of come wagers there may be several, each on its number."""
        return tuple(one for one in self.wagers if (one.seat, one.wager) == (seat, wager))


def craps_at(table: Table) -> Craps:
    """The game's state at a table; its first where none was ever played there."""
    game = table.game
    if type(game) is Craps:
        return game
    assert game is None, f"{table.name} hosts no craps"
    return Craps()
