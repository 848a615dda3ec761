"""Rounds at a table with a progressive meter, and hands that the meter pays."""

from typing import Any, Final

from domain.games.pai_gow.cards.deck import DECK
from tests.support.domain.given import Happened, history
from tests.support.domain.poker import metered, to_the_house

ROYAL: Final = "AS KS QS JS TS 4D 5C"
ROYAL_AND_PAIR: Final = "AH KH QH JH TH 4S 4C"
ANOTHER_AND_PAIR: Final = "AD KD QD JD TD 5S 5H"
NOTHING: Final = "2H 3C 7D 8S 9C JC QC"
LEAST_RATE: Final = {100: 2100, 500: 2700}


def beside(*hands: str) -> str:
    """Seven cards for the dealer that none of these hands holds."""
    taken = {card for hand in hands for card in hand.split()}
    return " ".join([card for card in DECK if card not in taken][3:24:3])


def ready(
    hands: dict[int, str], *, on_meter: tuple[int, ...] | None = None, **terms: Any
) -> Happened:
    """A round at a metered table, up to its settlement."""
    seats = tuple(hands) if on_meter is None else on_meter
    told = {"stake": terms.get("stake", 100), "dealer": beside(*hands.values())}
    return history(metered(**terms), *to_the_house(hands, seats, **told))
