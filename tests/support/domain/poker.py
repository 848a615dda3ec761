"""Rounds of pai gow poker, with as little said as a test needs."""

from collections.abc import Iterable
from typing import Any, Final

from domain.events.round import RoundClosed, WagerLine
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
)
from tests.support.domain.given import Happened, when

DEALER: Final = "QS QH 9D 7C 5D 2C AC"
"""By the basic way a pair of queens with seven-five-two high, ace-nine low."""
WINS: Final = "KS KH TD 8C 4D AD JC"
LOSES: Final = "JD TC 8D 7S 5H 3C 2H"
"""Of seats, set by the basic way against that hand."""
FIVE_ACES_AND_PAIR: Final = "AS AH AD AC JK 3S 3H"

EIGHT: Final = (1, 1, 6)
"""Dice that give the first hand to the dealer: eight falls on it in a ring of seven."""
TERMS: Final[dict[str, Any]] = {
    "meter": "M1",
    "stake": 100,
    "rate_bp": 2100,
    "initial": 1_000_000,
    "reset": 1_500_000,
}


def poker(inventory: int = 10_000_000, **elections: Any) -> Asked:
    return open_table(inventory, regulation="nj-pai-gow-poker", **elections)


def metered(
    inventory: int = 10_000_000, elections: dict[str, Any] | None = None, **terms: Any
) -> Asked:
    """A table that takes part in a meter, on these terms."""
    return poker(inventory, progressive={**TERMS, **terms}, **(elections or {}))


def progressive(seat: int, amount: int = 100, **fields: Any) -> Asked:
    return ask("place_wager", seat=seat, wager="progressive", amount=amount, **fields)


def deal_cards(hands: dict[str, str] | dict[int, str], dealer: str | None = DEALER) -> Asked:
    told = {str(position): cards.split() for position, cards in hands.items()}
    if dealer is not None:
        told["dealer"] = dealer.split()
    return ask("deal", hands=told)


def validated(supervisor: str = "Ann") -> Asked:
    return ask("settle", supervisor=supervisor)


def to_the_deal(hands: dict[int, str], on_meter: Iterable[int] = (), **told: Any) -> list[Asked]:
    """A wager on each of these seats, and of some of them one on the progressive; dealt."""
    stake = told.pop("stake", 100)
    dealer = told.pop("dealer", DEALER)
    return [
        open_round(),
        *(place(seat, **told) for seat in hands),
        *(progressive(seat, stake) for seat in on_meter),
        *(no_more_bets(), roll(*EIGHT), deal_cards(hands, dealer)),
    ]


def to_the_house(hands: dict[int, str], on_meter: Iterable[int] = (), **told: Any) -> list[Asked]:
    """As above, every hand set by the house way."""
    dealt = to_the_deal(hands, on_meter, **told)
    return [*dealt, *(set_hand(seat) for seat in hands), set_house()]


def lines(then: Happened) -> dict[tuple[int, str], WagerLine]:
    """How each wager of the round ended, by seat and wager."""
    return {(line.seat, line.wager): line for line in then.one(RoundClosed).wagers}


def more(then: Happened, *commands: Asked) -> Happened:
    """What comes of further commands at the same table and meter."""
    return when(then.table, *commands, meter=then.meter)
