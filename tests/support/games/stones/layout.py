"""How stones is drawn: round stones with their numbers, the house's above the seats."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from domain.games.seam.drawing import GOLD, INK, IVORY, Piece, PieceKind, Spot, Text
from domain.games.seam.layout import (
    SHARED_PHASES,
    Action,
    Cloth,
    Hand,
    Layout,
    Phase,
    PieceSearch,
    Place,
    Shown,
    plain_cloth,
)

from .bag import HOUSE, STONES, number_of

_SIDE: Final = 40
_BACK: Final = (Spot(20, 20, 19, INK), Spot(20, 20, 15, GOLD))


def _stone(name: str) -> Piece:
    number = str(number_of(name))
    ring = (Spot(20, 20, 19, INK), Spot(20, 20, 18, IVORY))
    return Piece(name, f"stone {number}", (*ring, Text(number, 20, 26, 18, INK)))


def _cloth(shown: Shown) -> Cloth:
    stone = shown.row.hands.get(HOUSE)
    hands = () if stone is None else (Hand("", stone),)
    house = Place(position=HOUSE, label="House", hands=hands, is_told=shown.told == HOUSE)
    return replace(plain_cloth(shown), house=house, pieces="stone")


def _standing(view: Any) -> Iterator[tuple[str, object]]:
    if view.stones.last:
        yield "House stone before", number_of(view.stones.last)


LAYOUT: Final = Layout(
    kinds=(PieceKind("stone", _SIDE, _SIDE, tuple(map(_stone, STONES)), _BACK, 0.6),),
    phases={
        **SHARED_PHASES,
        "no_more_bets": Phase("No more bets", "no more bets", ("draw",)),
        "drawn": Phase("Stones lie", "the stones lie face down", ("show_stones",), "blue"),
    },
    commands={
        "draw": Action("Draw stones", "d"),
        "show_stones": Action("Show the stones", "s"),
    },
    running="House stone",
    standing=_standing,
    cloth=_cloth,
    search=PieceSearch("Stone", "stone 12", [(one, f"stone {number_of(one)}") for one in STONES]),
)
