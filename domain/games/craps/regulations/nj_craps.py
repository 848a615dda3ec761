"""New Jersey craps, N.J.A.C. 19:47-1: the text of 1.1 and 1.2 is given, the rest by its heading."""

from typing import Final, Literal

from domain.commands.elections import OfAnyTable, OfBooks
from domain.games.craps.elections.elections import DEFAULT_SEATS, Elections
from domain.games.craps.regulations.regulation import Citations, Regulation
from domain.games.craps.wagers.catalogue import INACTIVE, NAME, PERMITTED


class NjCraps(OfBooks, Elections, OfAnyTable):
    """A submission under New Jersey's craps."""

    regulation: Literal["nj-craps"]


_CITES: Final = Citations(
    come_out="19:47-1.1",
    wagers=PERMITTED,
    making="19:47-1.3",
    odds="19:47-1.4",
    vigorish="19:47-1.5",
    dice="19:47-1.7",
    throw="19:47-1.8",
    no_roll="19:47-1.9",
    settlement="19:47-1.10",
    shooter="19:47-1.11",
    limits="19:47-8.2",
    inactive=INACTIVE,
)

NJ_CRAPS: Final = Regulation(
    name=NAME,
    jurisdiction="nj",
    version=2,
    title="New Jersey craps, N.J.A.C. 19:47-1",
    label="New Jersey, craps",
    mark="NJ craps",
    places=DEFAULT_SEATS,
    dice=2,
    cites=_CITES,
    elections=NjCraps,
)
