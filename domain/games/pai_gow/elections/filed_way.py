"""A house way as it is filed: by name, or a named one with exceptions for single hands.

Pieces and exceptions are kept in one order, so that the same filing is the same however it was
written down.
"""

from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, Tag

from domain.games.pai_gow.cards import deck
from domain.games.pai_gow.tiles import tile_set
from domain.written import Name, Strict

Piece: TypeAlias = Annotated[str, Field(min_length=2, max_length=3)]
"""A tile or a card, by its name."""
MOST_EXCEPTIONS: Final = 200
"""Of one table: they stand in its opening, which must stay an event that can be proved."""
_TILES = tuple(tile_set.KINDS)


def _of_the_set(tiles: list[str]) -> list[str]:
    if (wrong := tile_set.misfit(tuple(tiles))) is not None:
        raise ValueError(wrong)
    return sorted(tiles, key=_TILES.index)


def _of_the_deck(cards: list[str]) -> list[str]:
    if (wrong := deck.misfit(tuple(cards))) is not None:
        raise ValueError(wrong)
    return sorted(cards, key=deck.DECK.index)


_Pair: TypeAlias = Annotated[list[Piece], Field(min_length=2, max_length=2)]
_Four: TypeAlias = Annotated[list[Piece], Field(min_length=4, max_length=4)]
_Seven: TypeAlias = Annotated[list[Piece], Field(min_length=7, max_length=7)]


class TilesException(Strict):
    """Four tiles, and the two of them that are played high."""

    tiles: Annotated[_Four, AfterValidator(_of_the_set)]
    high: Annotated[_Pair, AfterValidator(_of_the_set)]

    @property
    def hand(self) -> list[str]:
        return self.tiles

    @property
    def named(self) -> list[str]:
        """The part of the hand that the filing names; the rest follows."""
        return self.high


class CardsException(Strict):
    """Seven cards, and the two of them that are played low."""

    cards: Annotated[_Seven, AfterValidator(_of_the_deck)]
    low: Annotated[_Pair, AfterValidator(_of_the_deck)]

    @property
    def hand(self) -> list[str]:
        return self.cards

    @property
    def named(self) -> list[str]:
        """The part of the hand that the filing names; the rest follows."""
        return self.low


def _tiles_in_order(exceptions: list[TilesException]) -> list[TilesException]:
    return sorted(exceptions, key=lambda one: [_TILES.index(tile) for tile in one.tiles])


def _cards_in_order(exceptions: list[CardsException]) -> list[CardsException]:
    return sorted(exceptions, key=lambda one: [deck.DECK.index(card) for card in one.cards])


class TilesWay(Strict):
    """A named house way with exceptions, of a game with tiles."""

    base: Name
    exceptions: Annotated[
        list[TilesException], Field(max_length=MOST_EXCEPTIONS), AfterValidator(_tiles_in_order)
    ]


class CardsWay(Strict):
    """A named house way with exceptions, of a game with cards."""

    base: Name
    exceptions: Annotated[
        list[CardsException], Field(max_length=MOST_EXCEPTIONS), AfterValidator(_cards_in_order)
    ]


def _kind(value: Any) -> str:
    if isinstance(value, TilesWay | CardsWay):
        return "way-cards" if isinstance(value, CardsWay) else "way-tiles"
    if not isinstance(value, dict):
        return "way-name"
    exceptions = value.get("exceptions")
    told = exceptions if isinstance(exceptions, list) else []
    of_cards = any(isinstance(one, dict) and "cards" in one for one in told)
    return "way-cards" if of_cards else "way-tiles"


def _without_exceptions(way: str | TilesWay | CardsWay) -> str | TilesWay | CardsWay:
    """A way with none is the named one, and nothing else."""
    return way if isinstance(way, str) or way.exceptions else way.base


_ByName: TypeAlias = Annotated[Name, Tag("way-name")]
_OfTiles: TypeAlias = Annotated[TilesWay, Tag("way-tiles")]
_OfCards: TypeAlias = Annotated[CardsWay, Tag("way-cards")]

AnyWay: TypeAlias = Annotated[
    _ByName | _OfTiles | _OfCards, Discriminator(_kind), AfterValidator(_without_exceptions)
]
"""Of any game; the regulation says whether it is one of its own."""
WayOfTiles: TypeAlias = Annotated[
    _ByName | _OfTiles, Discriminator(_kind), AfterValidator(_without_exceptions)
]
WayOfCards: TypeAlias = Annotated[
    _ByName | _OfCards, Discriminator(_kind), AfterValidator(_without_exceptions)
]
