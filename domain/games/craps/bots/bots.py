"""Craps for the simulator; a round that somebody else began, brought to its roll."""

from collections.abc import Iterator
from typing import Final

from domain.games.craps.bots.play import CrapsPlay
from domain.games.craps.bots.setups import SETUPS
from domain.games.craps.views.in_play import Shown
from domain.games.seam.bots import Bots, Move, SeenTable


def finishing(seen: SeenTable) -> Iterator[Move]:
    """The dice end it, and nothing else is left to do."""
    if "roll" in seen.next:
        yield "roll", {"dice": [seen.luck.randint(1, 6), seen.luck.randint(1, 6)]}
    if "no_more_bets" in seen.next:
        yield "no_more_bets", {}


def giving_back(seen: SeenTable, reason: str) -> Iterator[Move]:
    """What lies on the layout between two rounds."""
    shown = seen.in_play.own
    assert isinstance(shown, Shown)
    for one in shown.craps.carried if shown.craps else ():
        on = {"point": one.point} if isinstance(one.point, int) else {}
        named = {"seat": one.seat, "wager": one.wager, **on}
        supervisor = seen.supervisor("return_wager")
        yield "return_wager", {**named, "reason": reason, "supervisor": supervisor}


BOTS: Final = Bots(
    letters="CR",
    one_in=5,
    setups=SETUPS,
    play=CrapsPlay,
    pace={"call_on": (1, 3)},
    told_by={},
    finishing=finishing,
    giving_back=giving_back,
)
