"""A round of craps that somebody else began, brought to its roll."""

from collections.abc import Iterator
from random import Random

from projections.floor.view import TableView
from services.tools.simulator.finishing import Move, supervised


def finishing(view: TableView, luck: Random) -> Iterator[Move]:
    """The dice end it, and nothing else is left to do."""
    if "roll" in view.next:
        yield "roll", {"dice": [luck.randint(1, 6), luck.randint(1, 6)]}
    if "no_more_bets" in view.next:
        yield "no_more_bets", {}


def giving_back(view: TableView, reason: str) -> Iterator[Move]:
    """What lies on the layout between two rounds."""
    for one in view.craps.carried if view.craps is not None else ():
        on = {"point": one.point} if isinstance(one.point, int) else {}
        named = {"seat": one.seat, "wager": one.wager, **on}
        yield "return_wager", {**named, **supervised("return_wager", reason)}
