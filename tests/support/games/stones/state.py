"""What stones knows of itself between two events."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.table.hosted import GameState, OpenRound
from domain.table.state import Table

from .regulation import XX_STONES, StonesRules

Phase: TypeAlias = Literal["betting", "no_more_bets", "drawn"]


class Wager(msgspec.Struct, frozen=True):
    seat: int
    wager: str
    amount: int
    player: str


class Round(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    number: int
    phase: Phase = "betting"


class Stones(GameState, frozen=True, kw_only=True, tag="stones"):
    """The round with its wagers and stones, and what the house had in the last one."""

    round: Round | None = None
    wagers: tuple[Wager, ...] = ()
    hands: dict[str, tuple[str, ...]] = {}
    players: dict[int, str] = {}
    """Each seat's last player."""
    last: str | None = None

    def open_round(self) -> OpenRound | None:
        return None if self.round is None else OpenRound(self.round.id, self.round.number)

    def round_id(self) -> str | None:
        return None if self.round is None else self.round.id

    def player_at(self, seat: int) -> str | None:
        return self.players.get(seat)

    def coupons_played(self) -> int:
        return 0

    def wager_at(self, seat: int, wager: str) -> Wager | None:
        return next((one for one in self.wagers if (one.seat, one.wager) == (seat, wager)), None)

    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({one.seat for one in self.wagers}))


class Play(NamedTuple):
    """A table that hosts the game, as a command finds it."""

    table: Table
    game: Stones
    rules: StonesRules = XX_STONES


def play_at(table: Table) -> Play:
    game = table.game
    assert game is None or isinstance(game, Stones), f"{table.name} hosts no stones"
    return Play(table, game or Stones())
