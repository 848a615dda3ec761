"""`make edges`: the house way against the house way, tiles counted and cards dealt again.

Tiles: every hand of the house against every hand that a seat may be dealt beside it. Cards: whole
decks shuffled and dealt to seven hands, each of them once the house to each other. Seven hands are
42 ordered pairs of a house and a seat. In a pair told both ways round what luck gives to one it
takes from the other, so what is left to chance is little, and the error small.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb, prod, sqrt
from random import Random
from typing import Final, TypeAlias

from domain.game_library import LIBRARY
from domain.games.pai_gow.cards.deck import DECK, JOKER, RANKS, SUITS
from domain.games.pai_gow.cards.house_way import basic
from domain.games.pai_gow.cards.ranking import Rank, Wheel, rank
from domain.games.pai_gow.odds.on_filed_hands import house_way_hands, times_dealt
from domain.games.pai_gow.odds.on_hands import CARDS, DEALS, SEED, TILES, Ends, Sample
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from services.tools.pai_gow.hands import groups


def count_ends(game: TilesGame) -> Ends:
    """How many of all pairs of hands a seat loses, pushes and wins, both set by the basic way."""
    ends = [0, 0, 0]
    hands = house_way_hands()
    pairs = {pair for one in hands for pair in (one.setting.high, one.setting.low)}
    for house in hands:
        left = Counter(FULL_SET)
        left.subtract(dict(house.kinds))
        ways = {kind: (1, many, comb(many, 2)) for kind, many in left.items()}
        high = {pair: game.higher(pair, house.setting.high) for pair in pairs}
        low = {
            pair: game.higher(pair, house.setting.low) and not game.low_cannot_win(pair)
            for pair in pairs
        }
        found = [0, 0, 0]
        for kinds, setting in hands:
            times = prod([ways[kind][many] for kind, many in kinds])
            found[high[setting.high] + low[setting.low]] += times
        dealt = times_dealt((*house.setting.high, *house.setting.low))
        ends = [so_far + dealt * more for so_far, more in zip(ends, found, strict=True)]
    lost, pushed, won = ends
    return Ends(lost, pushed, won)


_HANDS: Final = 7
_CARDS: Final = 7
_LONG: Final = 5
_VIGORISH: Final = 0.05
_JOKER: Final = len(DECK) - 1
Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], bool]
Places: TypeAlias = dict[Key, tuple[int, int]]


def places_of(wheel: Wheel) -> Places:
    """Where the high and the low hand of every seven cards stand as the basic way sets them."""
    ranked: dict[Key, tuple[Rank, Rank]] = {}
    for group, _ in groups():
        setting = basic(group.sample, wheel)[0]
        key = (_values(group.long), _values(group.rest), group.joker)
        ranked[key] = rank(setting.high, wheel), rank(setting.low, wheel)
    high = _order(high for high, _ in ranked.values())
    low = _order(low for _, low in ranked.values())
    return {key: (high[one], low[other]) for key, (one, other) in ranked.items()}


def _values(ranks: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(map(RANKS.index, ranks)))


def _order(ranks: Iterable[Rank]) -> dict[Rank, int]:
    return {one: place for place, one in enumerate(sorted(set(ranks)))}


def key_of(hand: list[int]) -> Key:
    """The group of a hand whose cards are numbers: four of each rank, and the joker last."""
    joker = _JOKER in hand
    natural = sorted(card for card in hand if card != _JOKER)
    suits = [card & 3 for card in natural]
    for suit in range(len(SUITS)):
        if suits.count(suit) + joker >= _LONG:
            long = tuple([card >> 2 for card in natural if card & 3 == suit])
            return long, tuple([card >> 2 for card in natural if card & 3 != suit]), joker
    return (), tuple([card >> 2 for card in natural]), joker


def number_of(card: str) -> int:
    """A card as `key_of` knows it."""
    if card == JOKER:
        return _JOKER
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def _deals(places: Places, deals: int, seed: int) -> Iterator[tuple[int, int]]:
    """Seats that lost and that won, of each deal's 42."""
    luck = Random(seed)  # noqa: S311  the same deals every time
    deck = list(range(len(DECK)))
    for _ in range(deals):
        luck.shuffle(deck)
        hands = [
            places[key_of(deck[first : first + _CARDS])]
            for first in range(0, _HANDS * _CARDS, _CARDS)
        ]
        lost = won = 0
        for high, low in hands:
            for other_high, other_low in hands:
                if high > other_high:
                    won += low > other_low
                else:
                    lost += low <= other_low
        # Each hand was compared with itself too, which is a copy and lost.
        yield lost - _HANDS, won


def simulate(places: Places, deals: int, seed: int) -> Sample:
    lost = won = 0
    kept, squares, plain, plain_squares = 0.0, 0.0, 0, 0
    for one_lost, one_won in _deals(places, deals, seed):
        lost += one_lost
        won += one_won
        worth = one_lost - one_won * (1 - _VIGORISH)
        kept += worth
        squares += worth * worth
        plain += one_lost - one_won
        plain_squares += (one_lost - one_won) ** 2
    pairs = _HANDS * (_HANDS - 1)
    return Sample(
        deals=deals,
        ends=Ends(lost=lost, pushed=deals * pairs - lost - won, won=won),
        error=_error(kept, squares, deals) / pairs,
        error_without_vigorish=_error(plain, plain_squares, deals) / pairs,
    )


def _error(total: float, squares: float, many: int) -> float:
    """The standard error of the mean."""
    mean = total / many
    return sqrt((squares / many - mean * mean) / (many - 1))


def _found() -> Iterator[tuple[str, object, object]]:
    for name, kept in TILES.items():
        rules = LIBRARY.in_force(name)
        assert isinstance(rules, Regulation)
        assert isinstance(rules.game, TilesGame)
        yield name, count_ends(rules.game), kept
    yield "ace to five second", simulate(places_of("second"), DEALS, SEED), CARDS["second"]
    yield "ace to five lowest", simulate(places_of("lowest"), DEALS, SEED), CARDS["lowest"]


def main() -> int:
    """0 where every figure is as kept, else 1; some ten minutes."""
    same = True
    for name, found, kept in _found():
        same &= found == kept
        print(name, found, "as kept" if found == kept else f"DIFFERS from {kept}", flush=True)  # noqa: T201
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
