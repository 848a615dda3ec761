"""The seats: who sits where, and what the events do to the chips of each."""

from abc import ABC, abstractmethod
from random import Random
from typing import ClassVar, Final, Generic, TypeVar

from domain.events import Event
from domain.events.books import DisputeRuled, MarkerPaid, VigorishOwed, VigorishRecovered
from domain.events.corrections import EntryCorrected, RollCorrected, WagerCorrected
from domain.events.round import (
    COUPON_RETURNED,
    BankSettled,
    DiceRolled,
    ProgressivePaid,
    RoundClosed,
    RoundVoided,
    VigorishTaken,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
    WagerWithdrawn,
)
from domain.events.table import ChipsBought
from services.tools.simulator.chances import BRINGS_CHIPS, happens
from services.tools.simulator.player import Player
from services.tools.simulator.terms import Terms

_STAKE_RETURNED: Final = frozenset({"win", "push", "void"})

P = TypeVar("P", bound=Player)


def chips_moved(event: Event) -> tuple[int, int] | None:
    """The seat whose chips an event changed, and by how much."""
    match event:
        case WagerWithdrawn(seat=seat, amount=amount) | WagerReturned(seat=seat, amount=amount):
            return seat, amount
        case WagerPlaced(seat=seat, amount=amount) | VigorishTaken(seat=seat, amount=amount):
            return seat, -amount
        case WagerSettled(seat=seat, outcome=outcome):
            return seat, event.paid + (event.amount if outcome in _STAKE_RETURNED else 0)
        case BankSettled(seat=seat, net=net):
            return seat, net
        case ProgressivePaid(seat=seat, paid=paid):
            return seat, paid
    return _chips_moved_beside(event)


def _chips_moved_beside(event: Event) -> tuple[int, int] | None:
    match event:
        case WagerCorrected(seat=seat, was=was, amount=amount):
            return seat, was.amount - amount
        case MarkerPaid(seat=seat, amount=amount, tender="chips"):
            return seat, -amount
        case VigorishOwed(seat=seat, amount=amount):
            return seat, amount
        case VigorishRecovered(seat=seat, amount=amount):
            return seat, -amount
    return None


class Seats(ABC, Generic[P]):
    """The players of one table, of whichever game."""

    main_wager: ClassVar[str]
    """What a player is said to win or to lose by."""

    def __init__(self, table: str, terms: Terms, luck: Random) -> None:
        self.players: dict[int, P] = {}
        self.brought = 0
        """Chips that came from other tables in the pockets of players, in cents."""
        self.walked_with = 0
        """Chips that left the table in the pockets of players, in cents."""
        self._table = table
        self.places: Final = terms.places
        self._luck = luck
        self._arrived = 0
        self._by_the_dice: list[tuple[P, int]] = []
        """Chips that moved since the last roll; they go back if it was misread."""
        self._popularity = luck.uniform(*terms.popularity)

    @abstractmethod
    def newcomer(self, name: str) -> P:
        """Somebody who sits down, without chips yet."""

    def at(self, seat: int) -> P:
        """Who plays there."""
        return self.players[seat]

    def has_left(self, seat: int) -> bool:
        """Whether nobody plays there any more."""
        return seat not in self.players

    def seat_of(self, player: Player) -> int:
        return next(seat for seat, one in self.players.items() if one is player)

    def newcomer_comes(self) -> bool:
        """The fuller the table, the fewer sit down."""
        free = len(self.places) - len(self.players)
        return happens(self._luck, self._popularity * free / len(self.places))

    def sit_down(self) -> int:
        """Somebody new takes a free seat, perhaps with chips from elsewhere; which one."""
        seat = self._luck.choice([seat for seat in self.places if seat not in self.players])
        self._arrived += 1
        name = f"guest-{self._table}-{self._arrived}"
        player = self.newcomer(name)
        if happens(self._luck, BRINGS_CHIPS):
            player.brings(player.usual_amount(self._luck))
            self.brought += player.chips
        self.players[seat] = player
        return seat

    def leave(self, seat: int) -> None:
        """With the chips of the rack."""
        self.walked_with += self.players.pop(seat).chips

    def see(self, event: Event) -> None:
        """Chips and streaks follow from what happened, not from what was hoped for."""
        match event:
            case RoundClosed() | RoundVoided():
                self._round_over(event)
            case EntryCorrected(what="buy_in") | ChipsBought():
                self._bought(event)
            case DisputeRuled(adjustment=adjustment):
                self._ruled(event.player, adjustment)
            case DiceRolled():
                self._by_the_dice.clear()
            case RollCorrected():
                self._misread()
        moved = chips_moved(event)
        if moved is None:
            return
        seat, cents = moved
        if self.has_left(seat):  # a round that is called off gives an abandoned wager back
            self.walked_with += cents
            return
        player = self.at(seat)
        player.chips += cents
        assert player.chips >= 0, f"{player.name} has {player.chips} cents in chips"
        self._by_the_dice.append((player, cents))
        if isinstance(event, WagerSettled):
            self._remember(player, event)

    def _bought(self, event: ChipsBought | EntryCorrected) -> None:
        """What was bought, or how much more or less of it was meant."""
        player = next(one for one in self.players.values() if one.name == event.player)
        if isinstance(event, EntryCorrected):
            cents, kind = event.amount - event.was, event.tender
        else:
            cents, kind = event.amount, event.kind
        player.chips += cents
        player.put_in += cents
        if kind == "counter_check":
            player.marker += cents

    def _ruled(self, name: str, adjustment: int) -> None:
        """Who has gone comes back for it."""
        player = next((one for one in self.players.values() if one.name == name), None)
        if player is None:
            self.walked_with += adjustment
        else:
            player.chips += adjustment

    def _misread(self) -> None:
        for player, cents in self._by_the_dice:
            player.chips -= cents
        self._by_the_dice.clear()

    def _remember(self, player: Player, event: WagerSettled) -> None:
        if event.coupon and event.outcome in COUPON_RETURNED:
            player.coupons += 1
        if event.wager != self.main_wager:
            return
        if event.outcome == "win":
            player.won()
        elif event.outcome in ("lose", "surrender"):
            player.lost()

    def _round_over(self, event: RoundClosed | RoundVoided) -> None:
        """Everybody who took part is a round closer to being tired."""
        played = {line.player for line in event.wagers}
        for seat, player in self.players.items():
            if player.name in played or (event.bank is not None and event.bank.seat == seat):
                player.rounds_left -= 1
