"""Guests at a pai gow table: how they set hands, what they like beside them, where they sit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations
from typing import Final, Literal, TypeAlias

from domain.games.pai_gow.bots.setups import PaiGowSetup
from domain.games.pai_gow.wagers.names import MAIN
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.games.seam.guests import SITS_OUT, Luck, Player, Seats, happens, temperament

_MOST_COUPONS: Final = 4


@dataclass(frozen=True, slots=True)
class Habits:
    """How often somebody does what not everybody does; chances from 0 to 1."""

    banks: float = 0.0
    """Takes the bank when it is offered."""
    spreads: float = 0.0
    """Wagers on the free area beside the own one too."""
    gambles: float = 0.0
    """Makes the favourite side wagers."""
    favourites: tuple[str, ...] = ()
    dice_alone: bool = False
    """Came for the dice, and wagers on no hand."""


def habits_for(setup: PaiGowSetup, luck: Luck) -> Habits:
    """Only what the table offers is asked for, so that a plain table needs no luck for it."""
    favourites = _favourites(setup, luck)
    return Habits(
        banks=luck.choices((0.0, 0.35, 0.9), (45, 35, 20))[0] if setup.elects("banking") else 0.0,
        spreads=luck.choices((0.0, 0.6), (65, 35))[0] if setup.elects("two_areas") else 0.0,
        gambles=luck.choices((0.1, 0.5, 0.95), (40, 35, 25))[0] if favourites else 0.0,
        favourites=favourites,
        dice_alone=setup.plays_dice_alone and luck.random() < 0.3,
    )


def _favourites(setup: PaiGowSetup, luck: Luck) -> tuple[str, ...]:
    """Of an election that offers several wagers some; of others what there is."""
    by_election: dict[str | None, list[PaiGowWager]] = {}
    for one in setup.beside_hands():
        by_election.setdefault(one.election, []).append(one)
    return tuple(chain.from_iterable(_liked(of_one, luck) for of_one in by_election.values()))


def _liked(offered: Sequence[PaiGowWager], luck: Luck) -> Sequence[str]:
    if len(offered) == 1:
        return [offered[0].name]
    staying = [one.name for one in offered if one.carried]
    if staying:
        # Always one that may be made after any roll: a dice bonus is not for everybody then.
        fresh = luck.choice([one.name for one in offered if not one.carried])
        return [fresh, *(staying if luck.random() < 0.6 else ())]
    # Those that pay the same are as good as each other: one of them, and then any of these.
    alike: dict[tuple[Fraction, ...], list[str]] = {}
    for one in offered:
        alike.setdefault(tuple(row.odds for row in one.rows), []).append(one.name)
    chosen = [luck.choice(names) if len(names) > 1 else names[0] for names in alike.values()]
    chosen.reverse()
    some = (combinations(chosen, many) for many in range(1, len(chosen) + 1))
    return luck.choice(list(chain.from_iterable(some)))


def coupons_for(setup: PaiGowSetup, luck: Luck) -> int:
    """Match play coupons in the pocket; not every guest was sent some."""
    if not setup.match_play:
        return 0
    return max(0, luck.randint(-2, _MOST_COUPONS))


Skill: TypeAlias = Literal["house_way", "asks", "careless"]
_SKILLS: Final[tuple[Skill, ...]] = ("house_way", "asks", "careless")


@dataclass(slots=True)
class PaiGowPlayer(Player):
    """Somebody who plays hands against the house, and perhaps banks."""

    skill: Skill = "house_way"
    habits: Habits = field(default_factory=Habits)


def newcomer(name: str, setup: PaiGowSetup, luck: Luck) -> PaiGowPlayer:
    """Somebody who sits down, with habits of their own and no chips yet."""
    return PaiGowPlayer(
        name=name,
        unit=setup.minimum * luck.choices((1, 2, 3, 4), (45, 30, 15, 10))[0],
        temperament=temperament(luck),
        skill=luck.choices(_SKILLS, (50, 30, 20))[0],
        rounds_left=luck.randint(15, 120),
        goal_percent=luck.randint(150, 300),
        rebuys_left=luck.choices((0, 1, 2), (50, 35, 15))[0],
        habits=habits_for(setup, luck),
        coupons=coupons_for(setup, luck),
    )


class PaiGowSeats(Seats[PaiGowPlayer]):
    """The players of one table."""

    main_wager = MAIN

    def __init__(self, table: str, setup: PaiGowSetup, luck: Luck) -> None:
        super().__init__(table, setup, luck)
        self._setup = setup
        self._second: dict[int, PaiGowPlayer] = {}
        """Free areas that the neighbour wagers on in this round."""

    def newcomer(self, name: str) -> PaiGowPlayer:
        return newcomer(name, self._setup, self._luck)

    def at(self, seat: int) -> PaiGowPlayer:
        """Who plays there: the one who sits there, or the neighbour on a second area."""
        return self.players[seat] if seat in self.players else self._second[seat]

    def has_left(self, seat: int) -> bool:
        return super().has_left(seat) and seat not in self._second

    def is_second(self, seat: int) -> bool:
        return seat not in self.players

    def bets(self) -> dict[int, int]:
        """What each seat is about to wager on the hand; some sit a round out.

        Nothing where somebody is about to wager on the dice alone.
        """
        low, high = self._setup.minimum, self._setup.maximum
        self._second.clear()
        stakes: dict[int, int] = {}
        for seat in sorted(self.players):
            player = self.players[seat]
            stake = player.stake(low, high)
            if not stake or happens(self._luck, SITS_OUT):
                continue
            stakes[seat] = 0 if player.habits.dice_alone else stake
            if player.habits.spreads and player.chips >= 2 * stake:
                stakes |= self._spread(seat, stake)
        return stakes

    def _spread(self, seat: int, stake: int) -> dict[int, int]:
        """The same stake, or the least there is, on a free area beside the own one."""
        taken = self.players.keys() | self._second.keys()
        free = [area for area in (seat - 1, seat + 1) if area in self.places and area not in taken]
        player = self.players[seat]
        if not free or not happens(self._luck, player.habits.spreads):
            return {}
        area = self._luck.choice(free)
        self._second[area] = player
        return {area: self._luck.choice((stake, self._setup.minimum))}
