"""The pieces that hands are made of, in whichever game."""

from typing import Final

from domain.game_library import LIBRARY

OF_GAMES: Final = tuple(
    game.views.search.pieces for game in LIBRARY.games if game.views.search.pieces is not None
)
NOTATION: Final = f"({'|'.join(pattern for one in OF_GAMES for pattern in one.notation)})"
"""How a piece is written."""
MOST_PIECES: Final = max(one.most for one in OF_GAMES)
"""In one hand."""


class UnknownPiece(ValueError):
    """Nothing is called so, in any game."""

    def __init__(self, words: str) -> None:
        super().__init__("; ".join(one.unknown(words) for one in OF_GAMES))


def holdings(hand: tuple[str, ...], regulation: str) -> frozenset[str]:
    """What a hand is found by; one that is masked holds nothing that anybody may look for.

    `regulation`: as the round recorded it; where that is not known, any game may know the hand.
    """
    game = LIBRARY.by_regulation.get(regulation)
    asked = OF_GAMES if game is None else (game.views.search.pieces,)
    return frozenset[str]().union(*(one.holdings(hand) for one in asked if one is not None))


def meant_by(words: str) -> tuple[str, ...]:
    """The holdings that the words may mean, any of them. Raises UnknownPiece."""
    found = tuple(holding for one in OF_GAMES for holding in one.meant_by(words))
    if not found:
        raise UnknownPiece(words)
    return found


def played_with(holding: str) -> str:
    """What is played where a hand holds it, in one word; nothing where no game knows it."""
    return next((game for one in OF_GAMES if (game := one.played(holding))), "")


def narrowed(meant: tuple[str, ...], played: str) -> tuple[str, ...]:
    """Of what words may mean, what is left where that is played."""
    return tuple(left for one in OF_GAMES for left in one.narrowed(meant, played))
