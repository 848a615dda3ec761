"""The edge of the wager on the hands, where seat and house both set by the basic house way.

How a player sets is the player's own; the house way is what the books reckon with. Tiles are
counted over every hand of the house and every hand beside it, exactly. Cards are too many for
that: whole decks were dealt, and the standard error is told beside the edge. `make edges` does
both again.

Vigorish is five percent to the fraction, as it is of wagers in whole multiples of $5.00: what
rounding up adds on other wagers is not counted. By the second method of the dragon's eye none is
taken, and a triple, one roll in 36, loses the wager (13:69F-10.7(l)2).
"""

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from domain.money import VIGORISH_PERCENT
from domain.wagers.edge import Edge
from domain.wagers.elected import Elected

_WAGER: Final = "pai_gow"
_TRIPLE: Final = Fraction(1, 36)
_CARD_GAME: Final = "nj-pai-gow-poker"


class Ends(NamedTuple):
    """How a seat's wager ends, over all pairs of hands."""

    lost: int
    pushed: int
    won: int

    @property
    def all(self) -> int:
        return self.lost + self.pushed + self.won


class Sample(NamedTuple):
    """The same of decks that were dealt, with the standard errors of what the house keeps."""

    deals: int
    ends: Ends
    error: float
    """With vigorish, as a share of the wager."""
    error_without_vigorish: float


TILES: Final = {
    "nj-pai-gow": Ends(lost=225_814_408, pushed=293_484_120, won=216_982_472),
    "md-pai-gow": Ends(lost=225_814_472, pushed=293_484_056, won=216_982_472),
}
"""Of the 35,960 hands of the house with the 20,475 that a seat may be dealt beside each."""
SEED: Final = 53
DEALS: Final = 4_000_000
CARDS: Final = {
    "second": Sample(
        deals=DEALS,
        ends=Ends(lost=49_174_910, pushed=71_595_823, won=47_229_267),
        error=8.492336489408136e-06,
        error_without_vigorish=8.411364743234113e-06,
    ),
    "lowest": Sample(
        deals=DEALS,
        ends=Ends(lost=49_176_836, pushed=71_592_071, won=47_231_093),
        error=8.492654722895686e-06,
        error_without_vigorish=8.4115937087301e-06,
    ),
}
"""By where ace to five stands: decks dealt to seven hands, each once the house to each other."""
_BASIC: Final = "seat and house both set by the basic house way, as a share of the wager"


def hands_edge(regulation: str, elected: Elected) -> Edge | None:
    """By the pieces that the regulation deals; None for one that deals neither."""
    takes_vigorish = elected.vigorish_method == 1
    if regulation in TILES:
        return _of_tiles(regulation, takes_vigorish)
    return _of_cards(elected.wheel, takes_vigorish) if regulation == _CARD_GAME else None


@cache
def _of_tiles(regulation: str, takes_vigorish: bool) -> Edge:
    ends = TILES[regulation]
    counted = f"over all {ends.all:,} pairs of hands of four tiles, {_BASIC}"
    return Edge(_WAGER, _kept(ends, takes_vigorish), counted, _case(takes_vigorish))


@cache
def _of_cards(wheel: str, takes_vigorish: bool) -> Edge:
    sample = CARDS[wheel]
    error = sample.error if takes_vigorish else sample.error_without_vigorish * float(1 - _TRIPLE)
    dealt = f"{sample.ends.all:,} pairs of hands in {sample.deals:,} decks dealt by chance"
    edge = _kept(sample.ends, takes_vigorish)
    return Edge(_WAGER, edge, f"over {dealt}, {_BASIC}", _case(takes_vigorish), error)


def _kept(ends: Ends, takes_vigorish: bool) -> Fraction:
    percent = VIGORISH_PERCENT if takes_vigorish else 0
    kept = (ends.lost - ends.won * Fraction(100 - percent, 100)) / ends.all
    return kept if takes_vigorish else _TRIPLE + (1 - _TRIPLE) * kept


def _case(takes_vigorish: bool) -> str:
    if takes_vigorish:
        return f"vigorish {VIGORISH_PERCENT} percent, before rounding up"
    return "no vigorish, a triple loses"
