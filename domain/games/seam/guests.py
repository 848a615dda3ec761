"""Simulated tables and their guests: who sits where, what they stake, what they have in chips."""

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypeAlias, TypeVar

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

T = TypeVar("T")
Temperament: TypeAlias = Literal["flat", "presses", "chases"]

SMALLEST_CHIP: Final = 500
_HUNDRED_DOLLARS: Final = 10_000

_UNITS: Final[dict[Temperament, Callable[[int], int]]] = {
    "flat": lambda _: 1,
    "presses": lambda streak: 1 + min(max(streak, 0), 3),
    "chases": lambda streak: 1 << min(max(-streak, 0), 3),
}
"""How many units go down after a streak: wins in a row, or losses in a row below zero."""

_TEMPERAMENTS: Final[tuple[Temperament, ...]] = ("flat", "presses", "chases")
_BRINGS_CHIPS: Final = 0.25
"""Comes from another table with chips in hand, and need not buy in."""
SITS_OUT: Final = 0.05
_STAKE_RETURNED: Final = frozenset({"win", "push", "void"})


class Luck(Protocol):
    """Where chance comes from: the rules have none of their own."""

    def random(self) -> float: ...
    def uniform(self, a: float, b: float, /) -> float: ...
    def randint(self, a: int, b: int, /) -> int: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def choices(self, population: Sequence[T], weights: Sequence[float], /) -> list[T]: ...
    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...
    def shuffle(self, x: MutableSequence[Any], /) -> None: ...


def happens(luck: Luck, chance: float) -> bool:
    """Whether it happens this time."""
    return luck.random() < chance


@dataclass(frozen=True, slots=True)
class Setup(ABC):
    """How a table is opened: what is elected, its limits in cents, and its tray."""

    minimum: int
    maximum: int
    chips: dict[str, int]
    """Pieces by denomination in cents. All of it is worth 1,000 minimum wagers or more, so
    that the fill that comes at a quarter of it comes before any one round could empty it."""
    regulation: str
    elections: dict[str, Any] = field(default_factory=dict)
    match_play: int = 0
    """Face value of the coupons that the house gives to some of its guests."""
    popularity: tuple[float, float] = (0.12, 0.35)
    """How likely a newcomer is while all seats are free: at least, at most."""
    worn: bool = False
    """What it is played with is old: now and then a piece is chipped and has to go."""

    @property
    def par(self) -> int:
        """What the tray is worth when it is as it should be."""
        return sum(int(denomination) * pieces for denomination, pieces in self.chips.items())

    @property
    def full_controls(self) -> bool:
        """Counts are signed, and a slip goes through three hands."""
        return self.elections.get("controls") == "full"

    def elects(self, election: str) -> bool:
        return bool(self.elections.get(election))

    @property
    @abstractmethod
    def places(self) -> range:
        """The seats of its layout."""

    @abstractmethod
    def side_risk(self) -> int:
        """The most that one round could cost the tray beside its main wagers."""

    @abstractmethod
    def submission(self) -> dict[str, Any]:
        """As it stands in `open_table`."""


@dataclass(slots=True)
class Player:
    """Somebody at a seat; chips change as the events say, in cents."""

    name: str
    unit: int
    temperament: Temperament
    rounds_left: int
    goal_percent: int
    """Of what was bought or brought: with that many chips it is time to go."""
    rebuys_left: int
    chips: int = 0
    put_in: int = 0
    streak: int = 0
    coupons: int = 0
    marker: int = 0
    """What was bought for a counter check and is not paid back."""

    def stake(self, minimum: int, maximum: int) -> int:
        """What goes on the spot this round; nothing where it would be below the minimum."""
        wish = self.unit * _UNITS[self.temperament](self.streak)
        amount = min(wish, maximum, self.chips // SMALLEST_CHIP * SMALLEST_CHIP)
        return amount if amount >= minimum else 0

    def usual_amount(self, luck: Luck) -> int:
        """Fifteen to fifty units, in hundreds of dollars."""
        wanted = self.unit * luck.randint(15, 50)
        return -(-wanted // _HUNDRED_DOLLARS) * _HUNDRED_DOLLARS

    def brings(self, chips: int) -> None:
        """Chips bought at another table; the drop box of this one never saw them."""
        self.chips += chips
        self.put_in += chips

    def is_broke(self, minimum: int) -> bool:
        return self.chips // SMALLEST_CHIP * SMALLEST_CHIP < minimum

    def has_had_enough(self) -> bool:
        """Far ahead, or simply tired."""
        return self.rounds_left <= 0 or self.chips * 100 >= self.put_in * self.goal_percent

    def won(self) -> None:
        self.streak = max(self.streak, 0) + 1

    def lost(self) -> None:
        self.streak = min(self.streak, 0) - 1


def temperament(luck: Luck) -> Temperament:
    """Of somebody who comes: most wager the same all evening."""
    return luck.choices(_TEMPERAMENTS, (50, 30, 20))[0]


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

    def __init__(self, table: str, setup: Setup, luck: Luck) -> None:
        self.players: dict[int, P] = {}
        self.brought = 0
        """Chips that came from other tables in the pockets of players, in cents."""
        self.walked_with = 0
        """Chips that left the table in the pockets of players, in cents."""
        self._table = table
        self.places: Final = setup.places
        self._luck = luck
        self._arrived = 0
        self._by_the_dice: list[tuple[P, int]] = []
        """Chips that moved since the last roll; they go back if it was misread."""
        self._popularity = luck.uniform(*setup.popularity)

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
        if happens(self._luck, _BRINGS_CHIPS):
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
