"""Events of one round of play."""

from typing import Literal, TypeAlias

import msgspec

from domain.events.envelope import RoundEvent, RoundPosting

Outcome: TypeAlias = Literal["win", "lose", "push", "surrender", "void", "abandoned", "retained"]


class RoundOpened(RoundEvent, frozen=True, kw_only=True, tag=True):
    """Betting is open. What the round's decisions need of the session is copied here."""

    number: int
    regulation: str
    submission_hash: str
    limits: dict[str, tuple[int, int]]
    vigorish: str
    house_way: str


class WagerPlaced(RoundEvent, frozen=True, kw_only=True, tag=True):
    """Chips were added to a spot; `total` stands on it now."""

    seat: int
    wager: str
    amount: int
    player: str
    coupon: int
    total: int


class WagerWithdrawn(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The whole wager was taken back."""

    seat: int
    wager: str
    amount: int
    player: str


class BetsClosed(RoundEvent, frozen=True, kw_only=True, tag=True):
    """ "No more bets" was announced."""


class DiceRolled(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A valid roll; `triples` is the table's running count after it."""

    dice: tuple[int, int, int]
    total: int
    shaker: str
    triples: int


class NoRollCalled(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The dice are shaken again."""

    reason: str


class TilesDealt(RoundEvent, frozen=True, kw_only=True, tag=True):
    """Every tile's place: the dead hand holds what nobody plays."""

    start: str
    style: str
    hands: dict[str, tuple[str, ...]]


class HandSet(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A seat's hand is final."""

    seat: int | Literal["dealer"]
    high: tuple[str, ...]
    low: tuple[str, ...]
    house_way: bool


class HouseSet(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The hand that the seats are compared with."""

    position: str
    high: tuple[str, ...]
    low: tuple[str, ...]
    way: str


class HandSurrendered(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player gave up; the hand stays unseen."""

    seat: int


class TileExposed(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A tile was seen that should not have been."""

    position: str


class HandVoided(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player chose not to play the exposed hand."""

    seat: int


class HandPlayedOn(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player chose to play the exposed hand."""

    seat: int


class WagerSettled(RoundPosting, frozen=True, kw_only=True, tag=True):
    """One wager is decided; `paid` is the winnings without the stake, before vigorish."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    outcome: Outcome
    paid: int


class VigorishTaken(RoundPosting, frozen=True, kw_only=True, tag=True):
    """Commission on the amount won, taken when the win is paid."""

    seat: int
    wager: str
    amount: int
    won: int


class WagerLine(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager of the round ended."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    outcome: Outcome
    paid: int
    vigorish: int
    rule: str


class BankLine(msgspec.Struct, frozen=True, kw_only=True):
    """How the round ended for the player who banked it."""

    seat: int
    net: int
    vigorish: int
    co_bank: bool


class DealerWagerLine(msgspec.Struct, frozen=True, kw_only=True):
    """How the dealer's wager against the bank ended."""

    amount: int
    outcome: Outcome


class MeterLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the round did to the progressive meter."""

    meter: str
    contributed: int
    paid: int
    before: int
    after: int


class _RoundEnded(RoundEvent, frozen=True, kw_only=True):
    """The round summed up; it posts nothing, its lines did."""

    wagers: tuple[WagerLine, ...]
    bank: BankLine | None = None
    dealer_wager: DealerWagerLine | None = None
    tray_delta: int
    triples: int
    meter: MeterLine | None = None


class RoundClosed(_RoundEnded, frozen=True, kw_only=True, tag=True):
    """The round is finished and paid."""


class RoundVoided(_RoundEnded, frozen=True, kw_only=True, tag=True):
    """The round is void; what was still in play went back."""

    reason: str
