"""What a player likes beside the hands: the bank, a second area, the dice, a coupon."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import Final

from domain.games.pai_gow.wagers.record import PaiGowWager
from services.tools.simulator.pai_gow.terms import PaiGowTerms

_MOST_COUPONS: Final = 4


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
    """Of an election that offers several wagers some; of others what there is."""
    by_election: dict[str | None, list[PaiGowWager]] = {}
    for one in terms.beside_hands():
        by_election.setdefault(one.election, []).append(one)
    return tuple(chain.from_iterable(_liked(of_one, luck) for of_one in by_election.values()))


def _liked(offered: Sequence[PaiGowWager], luck: Random) -> Sequence[str]:
    if len(offered) == 1:
        return [offered[0].name]
    staying = [one.name for one in offered if one.carried]
    if staying:
        # Always one that may be made after any roll: a dice bonus is not for everybody then.
        fresh = luck.choice([one.name for one in offered if not one.carried])
        return [fresh, *(staying if luck.random() < 0.6 else ())]
    # Those that pay the same are as good as each other: one of them, and then any of these.
    alike: dict[tuple[Fraction, ...], list[str]] = {}
    for one in offered:
        alike.setdefault(tuple(row.odds for row in one.rows), []).append(one.name)
    chosen = [luck.choice(names) if len(names) > 1 else names[0] for names in alike.values()]
    chosen.reverse()
    some = (combinations(chosen, many) for many in range(1, len(chosen) + 1))
    return luck.choice(list(chain.from_iterable(some)))


def coupons_for(terms: PaiGowTerms, luck: Random) -> int:
    """Match play coupons in the pocket; not every guest was sent some."""
    if not terms.match_play:
        return 0
    return max(0, luck.randint(-2, _MOST_COUPONS))
