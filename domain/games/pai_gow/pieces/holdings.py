"""What a hand holds, as it is looked for: each piece, and what several of them make together."""

from functools import cache
from itertools import combinations
from typing import Final

from domain.games.pai_gow.cards.deck import JOKER, RANKS
from domain.games.pai_gow.cards.names import many
from domain.games.pai_gow.tiles.ranking import pair_name
from domain.games.pai_gow.tiles.tile_set import FULL_SET, KINDS

ACE: Final = "A"
_ALIKE: Final = {2: "pair of", 3: "three", 4: "four"}


def alike(count: int, rank: str) -> str:
    """So many cards of a rank, as a holding."""
    return f"{_ALIKE[count]} {many(rank)}"


def holdings(hand: tuple[str, ...]) -> frozenset[str]:
    """Of tiles or of cards; a hand that is masked holds nothing that anybody may look for."""
    return _tiles(hand) if all(piece in KINDS for piece in hand) else _cards(hand)


def _tiles(hand: tuple[str, ...]) -> frozenset[str]:
    """Pairs, wongs and gongs, however the hand was set. The dead hand may hold more than four."""
    return frozenset(hand) | {
        named for two in combinations(sorted(hand), 2) if (named := _named(two)) is not None
    }


def _cards(hand: tuple[str, ...]) -> frozenset[str]:
    """Cards of one rank together, however the hand was set; the joker is an ace."""
    ranks = [ACE if card == JOKER else card[0] for card in hand]
    together = {
        alike(count, rank) for rank in RANKS for count in _ALIKE if ranks.count(rank) >= count
    }
    return frozenset(hand) | together


@cache
def _named(two: tuple[str, str]) -> str | None:
    return pair_name(two)


TILE_HOLDINGS: Final = _tiles(FULL_SET)
"""Everything that tiles can be looked for by; whatever else there is, cards hold."""
