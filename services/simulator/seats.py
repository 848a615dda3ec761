"""The six seats: who sits where, and what the events do to the chips of each."""

from random import Random
from typing import Final

from domain.events import Event
from domain.events.round import VigorishTaken, WagerPlaced, WagerSettled, WagerWithdrawn
from domain.events.table import ChipsBought
from domain.positions import SEATS
from services.simulator.chances import BRINGS_CHIPS, SITS_OUT, happens
from services.simulator.player import Player, newcomer
from services.simulator.terms import Terms

_STAKE_RETURNED: Final = frozenset({"win", "push", "void"})


def chips_moved(event: Event) -> tuple[int, int] | None:
    """The seat whose chips an event changed, and by how much."""
    match event:
        case ChipsBought(seat=seat, amount=amount) | WagerWithdrawn(seat=seat, amount=amount):
            return seat, amount
        case WagerPlaced(seat=seat, amount=amount) | VigorishTaken(seat=seat, amount=amount):
            return seat, -amount
        case WagerSettled(seat=seat, outcome=outcome):
            return seat, event.paid + (event.amount if outcome in _STAKE_RETURNED else 0)
    return None


class Seats:
    """The players of one table."""

    def __init__(self, table: str, terms: Terms, luck: Random) -> None:
        self.players: dict[int, Player] = {}
        self.brought = 0
        """Chips that came from other tables in the pockets of players, in cents."""
        self.walked_with = 0
        """Chips that left the table in the pockets of players, in cents."""
        self._table = table
        self._terms = terms
        self._luck = luck
        self._arrived = 0
        self._popularity = luck.uniform(0.12, 0.35)

    def newcomer_comes(self) -> bool:
        """The fuller the table, the fewer sit down."""
        free = len(SEATS) - len(self.players)
        return happens(self._luck, self._popularity * free / len(SEATS))

    def sit_down(self) -> int:
        """Somebody new takes a free seat, perhaps with chips from elsewhere; which one."""
        seat = self._luck.choice([seat for seat in SEATS if seat not in self.players])
        self._arrived += 1
        name = f"guest-{self._table}-{self._arrived}"
        player = newcomer(name, self._terms, self._luck)
        if happens(self._luck, BRINGS_CHIPS):
            player.brings(player.usual_amount(self._luck))
            self.brought += player.chips
        self.players[seat] = player
        return seat

    def leave(self, seat: int) -> None:
        self.walked_with += self.players.pop(seat).chips

    def bets(self) -> dict[int, int]:
        """What each seat is about to wager, by seat; some sit a round out."""
        low, high = self._terms.minimum, self._terms.maximum
        stakes = {}
        for seat in sorted(self.players):
            stake = self.players[seat].stake(low, high)
            if stake and not happens(self._luck, SITS_OUT):
                stakes[seat] = stake
        return stakes

    def see(self, event: Event) -> None:
        """Chips and streaks follow from what happened, not from what was hoped for."""
        moved = chips_moved(event)
        if moved is None:
            return
        seat, cents = moved
        player = self.players[seat]
        player.chips += cents
        assert player.chips >= 0, f"{player.name} has {player.chips} cents in chips"
        if isinstance(event, ChipsBought):
            player.put_in += event.amount
        elif isinstance(event, WagerSettled):
            self._remember(player, event)

    def _remember(self, player: Player, event: WagerSettled) -> None:
        player.rounds_left -= 1
        if event.outcome == "win":
            player.won()
        elif event.outcome in ("lose", "surrender"):
            player.lost()
