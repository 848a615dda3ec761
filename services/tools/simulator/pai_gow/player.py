"""A guest at a pai gow table: how hands are set, and what is liked beside them."""

from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal, TypeAlias

from services.tools.simulator.pai_gow.habits import Habits, coupons_for, habits_for
from services.tools.simulator.pai_gow.terms import PaiGowTerms
from services.tools.simulator.player import Player, temperament

Skill: TypeAlias = Literal["house_way", "asks", "careless"]
_SKILLS: Final[tuple[Skill, ...]] = ("house_way", "asks", "careless")


@dataclass(slots=True)
class PaiGowPlayer(Player):
    """Somebody who plays hands against the house, and perhaps banks."""

    skill: Skill = "house_way"
    habits: Habits = field(default_factory=Habits)


def newcomer(name: str, terms: PaiGowTerms, luck: Random) -> PaiGowPlayer:
    """Somebody who sits down, with habits of their own and no chips yet."""
    return PaiGowPlayer(
        name=name,
        unit=terms.minimum * luck.choices((1, 2, 3, 4), (45, 30, 15, 10))[0],
        temperament=temperament(luck),
        skill=luck.choices(_SKILLS, (50, 30, 20))[0],
        rounds_left=luck.randint(15, 120),
        goal_percent=luck.randint(150, 300),
        rebuys_left=luck.choices((0, 1, 2), (50, 35, 15))[0],
        habits=habits_for(terms, luck),
        coupons=coupons_for(terms, luck),
    )
