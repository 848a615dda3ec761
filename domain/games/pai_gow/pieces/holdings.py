"""What a hand holds, as it is looked for: each piece, and what several of them make together."""

from itertools import combinations
from typing import Final

from domain.games.pai_gow.cards.deck import DECK, JOKER, RANKS
from domain.games.pai_gow.cards.names import many
from domain.games.pai_gow.tiles.ranking import pair_name
from domain.games.pai_gow.tiles.tile_set import FULL_SET, KINDS

ACE: Final = "A"
_TWOS: Final = set(combinations(sorted(FULL_SET), 2))
_TOGETHER: Final = {
    tile: {two[1]: name for two in _TWOS if two[0] == tile and (name := pair_name(two))}
    for tile in FULL_SET
}
"""Of a tile the tiles not before it that it has a name together with, and the name."""
_ALIKE: Final = {2: "pair of", 3: "three", 4: "four"}


def alike(count: int, rank: str) -> str:
    """So many cards of a rank, as a holding."""
    return f"{_ALIKE[count]} {many(rank)}"


def holdings(hand: tuple[str, ...]) -> frozenset[str]:
    """Of tiles or of cards; a hand that is masked holds nothing that anybody may look for."""
    return _tiles(hand) if all(piece in KINDS for piece in hand) else _cards(hand)


def _tiles(hand: tuple[str, ...]) -> frozenset[str]:
    """Pairs, wongs and gongs, however the hand was set. The dead hand may hold more than four."""
    held = frozenset(hand)
    return held | {
        name
        for one in held
        for other, name in _TOGETHER[one].items()
        if (other in held if other != one else hand.count(one) > 1)
    }


def _cards(hand: tuple[str, ...]) -> frozenset[str]:
    """Cards of one rank together, however the hand was set; the joker is an ace."""
    ranks = [ACE if card == JOKER else card[0] for card in hand]
    together = {
        alike(count, rank) for rank in RANKS for count in _ALIKE if ranks.count(rank) >= count
    }
    return frozenset(hand) | together


TILE_HOLDINGS: Final = _tiles(FULL_SET)
"""Everything that tiles can be looked for by."""
CARD_HOLDINGS: Final = frozenset(
    (*DECK, *(alike(count, rank) for rank in RANKS for count in _ALIKE))
)
"""The same of cards."""
