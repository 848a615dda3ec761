"""What a player likes beside the hands: the bank, a second area, the dice, a coupon."""

from dataclasses import dataclass
from random import Random
from typing import Final

from domain.games.pai_gow.dice.triples import ANY_TRIPLE, FACES
from domain.games.pai_gow.wagers.catalogue import CATALOGUE
from services.tools.simulator.pai_gow.terms import PaiGowTerms

_MOST_COUPONS: Final = 4
_CHOSEN_AMONG: Final = ("triples_bonus", "dragons_eye")
"""Elections that offer several wagers; of others a player likes what there is."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often somebody does what not everybody does; chances from 0 to 1."""

    banks: float = 0.0
    """Takes the bank when it is offered."""
    spreads: float = 0.0
    """Wagers on the free area beside the own one too."""
    gambles: float = 0.0
    """Makes the favourite side wagers."""
    favourites: tuple[str, ...] = ()
    dice_alone: bool = False
    """Came for the dice, and wagers on no hand."""


def habits_for(terms: PaiGowTerms, luck: Random) -> Habits:
    """Only what the table offers is asked for, so that a plain table needs no luck for it."""
    favourites = _favourites(terms, luck)
    return Habits(
        banks=luck.choices((0.0, 0.35, 0.9), (45, 35, 20))[0] if terms.elects("banking") else 0.0,
        spreads=luck.choices((0.0, 0.6), (65, 35))[0] if terms.elects("two_areas") else 0.0,
        gambles=luck.choices((0.1, 0.5, 0.95), (40, 35, 25))[0] if favourites else 0.0,
        favourites=favourites,
        dice_alone=terms.plays_dice_alone and luck.random() < 0.3,
    )


def _favourites(terms: PaiGowTerms, luck: Random) -> tuple[str, ...]:
    liked: list[str] = []
    if terms.elects("triples_bonus"):
        face, whole = luck.choice(tuple(FACES)), ANY_TRIPLE
        liked += luck.choice(((whole,), (face,), (whole, face)))
    if terms.elects("dragons_eye"):
        # Always one that may be made after any roll: a dice bonus is not for everybody then.
        eye = CATALOGUE.elected_by("dragons_eye")
        liked.append(luck.choice([one.name for one in eye if not one.carried]))
        liked += [one.name for one in eye if one.carried] if luck.random() < 0.6 else []
    liked += [one.name for one in terms.beside_hands() if one.election not in _CHOSEN_AMONG]
    return tuple(liked)


def coupons_for(terms: PaiGowTerms, luck: Random) -> int:
    """Match play coupons in the pocket; not every guest was sent some."""
    if not terms.match_play:
        return 0
    return max(0, luck.randint(-2, _MOST_COUPONS))
