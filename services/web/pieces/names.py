"""What a piece is called where it is drawn: for a pointer that rests on it, and for a reader."""

from typing import Final

from domain.games.pai_gow.cards.names import CARD_NAMES
from domain.games.pai_gow.tiles.names import TILE_NAMES
from domain.games.pai_gow.tiles.tile_set import KINDS
from domain.unseen import MASK


def _tile_title(kind: str) -> str:
    """As in `6-6, teen (heaven, 天), 12 spots`."""
    names = TILE_NAMES[kind]
    called = f"{names.pit} ({names.english[0]}, {names.chinese[0]})"
    return f"{kind}, {called}, {KINDS[kind].spots} spots"


TITLES: Final = {**{kind: _tile_title(kind) for kind in KINDS}, **CARD_NAMES}
"""Of every tile and card, by the name that the events give it."""


def title_of(piece: str) -> str:
    """A piece nobody knows is named as it is written; a masked one gives nothing away."""
    return "face down" if piece == MASK else TITLES.get(piece, piece)
