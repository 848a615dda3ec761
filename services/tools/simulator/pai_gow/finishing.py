"""A round of pai gow that somebody else began, brought to its end by whatever is lawful now."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.games.pai_gow.wagers.names import DICE_BONUS, PROGRESSIVE
from projections.floor.view import TableView
from services.tools.simulator.finishing import Fields, Move, supervised

_STACK: Final = 4
_SEVEN: Final = 7
_DICE: Final = 3


def finishing(view: TableView, luck: Random) -> Iterator[Move]:
    """What a dealer would do next, the first choice first; every hand is set the house way."""
    for command, fields_of in _IN_TURN.items():
        if command in view.next:
            for fields in fields_of(view, luck):
                yield command, fields


def giving_back(view: TableView, reason: str) -> Iterator[Move]:
    """What lies on the layout between two rounds."""
    for kept in view.triples.retained:
        named = {"seat": kept.seat, "wager": DICE_BONUS}
        yield "return_wager", {**named, **supervised("return_wager", reason)}


def _settled(_: TableView, __: Random) -> Iterator[Fields]:
    yield {"supervisor": supervised("settle", "")["supervisor"]}


def _as_it_is(_: TableView, __: Random) -> Iterator[Fields]:
    yield {}


def _hands(view: TableView, _: Random) -> Iterator[Fields]:
    """One at a time; of two of one player the rules take the larger wager's first."""
    yield from ({"seat": seat} for seat in view.to_set)
    yield {"seat": DEALER}


def _exposed(view: TableView, _: Random) -> Iterator[Fields]:
    yield from ({"seat": seat} for seat in view.exposed)


def _dealt(view: TableView, luck: Random) -> Iterator[Fields]:
    """After a wrong total with a start, right or not: either brings the round to its end."""
    for pieces in _pieces(view, luck):
        yield pieces
        yield {**pieces, "start": DEALER}


def _pieces(view: TableView, luck: Random) -> Iterator[Fields]:
    pieces = list(FULL_SET)
    if regulation_for(view.regulation).game.in_stacks:
        luck.shuffle(pieces)
        yield {"stacks": [pieces[at : at + _STACK] for at in range(0, len(pieces), _STACK)]}
        return
    bank = () if view.bank is None else (view.bank,)
    wagers = regulation_for(view.regulation).catalogue
    with_cards = {one.seat for one in view.wagers if wagers[one.wager].decided_by != "dice"}
    for seats in ({*view.seats}, {*with_cards, *bank}):
        yield {"hands": _seven_each([DEALER, *map(str, sorted(seats))], luck)}


def _seven_each(places: list[str], luck: Random) -> dict[str, Any]:
    deck = list(DECK)
    luck.shuffle(deck)
    return {place: deck[_SEVEN * at : _SEVEN * (at + 1)] for at, place in enumerate(places)}


def _number(_: TableView, luck: Random) -> Iterator[Fields]:
    yield {"number": luck.randint(1, 8)}


def _dice(_: TableView, luck: Random) -> Iterator[Fields]:
    yield {"dice": [luck.randint(1, 6) for _ in range(_DICE)]}


def _no_more_bets(view: TableView, _: Random) -> Iterator[Fields]:
    """Under full controls the lit acceptors are held against the wagers."""
    lit = [one.seat for one in view.wagers if one.wager == PROGRESSIVE]
    yield {"lights": lit} if lit and view.terms.controls == "full" else {}


_IN_TURN: Final[dict[str, Callable[[TableView, Random], Iterator[Fields]]]] = {
    "settle": _settled,
    "play_on": _exposed,
    "set_house": _as_it_is,
    "set_hand": _hands,
    "deal": _dealt,
    "announce_number": _number,
    "roll": _dice,
    "no_more_bets": _no_more_bets,
}
