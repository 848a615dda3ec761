"""Guests at a craps table: with the dice or against them, and what is liked beside the line."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from domain.games.craps.bots.setups import CrapsSetup
from domain.games.craps.wagers.catalogue import CATALOGUE
from domain.games.craps.wagers.deciding import POINTS
from domain.games.seam.guests import Luck, Player, Seats, temperament

Side: TypeAlias = Literal["with", "against"]
LINE: Final[dict[Side, str]] = {"with": "pass", "against": "dont_pass"}
COME: Final[dict[Side, str]] = {"with": "come", "against": "dont_come"}
_SIDES: Final[tuple[Side, ...]] = ("with", "against")
_SEVEN: Final = (3, 4)


@dataclass(slots=True)
class CrapsPlayer(Player):
    """Somebody who plays the line; some come for the place bets alone."""

    side: Side = "with"
    plays_line: bool = True
    comes: float = 0.0
    """How likely a come wager is while a point stands; against the dice, don't come."""
    most_come: int = 2
    """So many come wagers at once."""
    favourites: tuple[str, ...] = ()
    """Place bets, and the four the hard way."""
    places: float = 0.0
    """How likely one of these is laid down where none lies."""


def newcomer(name: str, setup: CrapsSetup, luck: Luck) -> CrapsPlayer:
    """Somebody who steps up, with habits of their own and no chips yet."""
    side: Side = luck.choices(_SIDES, (80, 20))[0]
    favourites = _favourites(setup, side, luck)
    plays_line = not favourites or luck.random() < 0.9
    return CrapsPlayer(
        name=name,
        unit=setup.minimum * luck.choices((1, 2, 3, 5), (50, 28, 14, 8))[0],
        temperament=temperament(luck),
        rounds_left=luck.randint(30, 220),
        goal_percent=luck.randint(150, 300),
        rebuys_left=luck.choices((0, 1, 2), (50, 35, 15))[0],
        side=side,
        plays_line=plays_line,
        comes=luck.choices((0.0, 0.25, 0.7), (45, 35, 20))[0],
        most_come=luck.randint(1, 3),
        favourites=favourites,
        places=luck.choices((0.15, 0.4, 0.8), (40, 40, 20))[0],
    )


def _favourites(setup: CrapsSetup, side: Side, luck: Luck) -> tuple[str, ...]:
    """With the dice mostly numbers to win; those against them lay on numbers to lose."""
    beside = [name for name in setup.odds if name not in (*LINE.values(), *COME.values())]
    # Those that a seven wins once they stand on a number.
    to_lose = [name for name in beside if CATALOGUE[name].decides(_SEVEN, POINTS[0]) == "win"]
    liked = to_lose if side == "against" else [one for one in beside if one not in to_lose]
    many = min(len(liked), luck.choices((0, 1, 2, 4), (30, 25, 30, 15))[0])
    return tuple(luck.sample(liked, many))


class CrapsSeats(Seats[CrapsPlayer]):
    """The players of one table."""

    main_wager = LINE["with"]

    def __init__(self, table: str, setup: CrapsSetup, luck: Luck) -> None:
        super().__init__(table, setup, luck)
        self._setup = setup

    def newcomer(self, name: str) -> CrapsPlayer:
        return newcomer(name, self._setup, self._luck)
