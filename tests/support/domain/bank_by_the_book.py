"""The money of a banked round computed a second time, sharing nothing with the code under test.

The rules move chips through a centre. Here there is none: every party's gain is worked out by
itself, and the bank's is what the others lost.
"""

from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Decimal
from typing import Final

from tests.support.domain.by_the_book import NO_PAIR, Split, Tiles, compare, reading_of

STEP: Final = {"quarter": Decimal("0.25"), "cent": Decimal("0.01")}


@dataclass(frozen=True, slots=True)
class Stake:
    """One seat's wager against the bank, its hand, and whether it gave up."""

    chips: int
    coupon: int
    hand: Split
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class BankedRound:
    """All that decides who gets what."""

    maryland: bool
    rounding: str
    house: Split
    stakes: dict[int, Stake]
    co_bank: bool
    dealer_chips: int = 0
    dealer_hand: Split | None = None


@dataclass(slots=True)
class Gains:
    """What each party has more, or less, after the round; all in cents."""

    bank: int = 0
    bank_vigorish: int = 0
    dealer_outcome: str | None = None
    tray: int = 0
    seats: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    """Outcome, winnings and vigorish of each seat."""


def five_percent(cents: int, rounding: str) -> int:
    dollars = Decimal(cents) / 100 * Decimal("0.05")
    steps = (dollars / STEP[rounding]).to_integral_value(ROUND_CEILING)
    return int(steps * STEP[rounding] * 100)


def is_zero(hand: Tiles) -> bool:
    reading = reading_of(hand)
    return reading.pair == NO_PAIR and reading.value == 0


def beats(mine: Tiles, theirs: Tiles, *, maryland: bool) -> bool:
    """A copy does not; in Maryland neither does zero against zero (MD 3.H(2))."""
    if maryland and is_zero(mine) and is_zero(theirs):
        return False
    return compare(reading_of(mine), reading_of(theirs)) > 0


def outcome_of(hand: Split, house: Split, *, maryland: bool) -> str:
    high = beats(hand.high, house.high, maryland=maryland)
    low = beats(hand.low, house.low, maryland=maryland) and not is_zero(hand.low)
    return {2: "win", 1: "push", 0: "lose"}[high + low]


def gains_of(played: BankedRound) -> Gains:
    gains = Gains()
    others = 0
    for seat, stake in played.stakes.items():
        outcome = outcome_of(stake.hand, played.house, maryland=played.maryland)
        if stake.gave_up:
            outcome = "surrender"
        won = stake.chips + stake.coupon if outcome == "win" else 0
        vigorish = five_percent(won, played.rounding)
        gains.seats[seat] = outcome, won, vigorish
        others += {"win": stake.chips, "push": 0}.get(outcome, -stake.chips)
        gains.tray += vigorish - (stake.coupon if outcome == "win" else 0)
    if played.dealer_hand is not None:
        gains.dealer_outcome = outcome_of(
            played.dealer_hand, played.house, maryland=played.maryland
        )
        own = {"win": 1, "push": 0, "lose": -1}[gains.dealer_outcome] * played.dealer_chips
        gains.tray += own
        others += own
    _divide(played, gains, -others)
    return gains


def _divide(played: BankedRound, gains: Gains, left: int) -> None:
    """Between bank and casino; five percent of what the bank gains is the casino's too."""
    casino = 0
    if played.co_bank:
        casino = (left - left % 2) // 2
    gains.bank = left - casino
    if gains.bank > 0:
        gains.bank_vigorish = five_percent(gains.bank, played.rounding)
    gains.bank -= gains.bank_vigorish
    gains.tray += casino + gains.bank_vigorish
