"""How players set their four tiles, and when they give them up."""

from random import Random
from typing import Final

from domain.round.state import Round
from domain.setting import Setting
from domain.tiles.house_way import basic, pair_of, splits
from domain.tiles.ranking import rank
from services.simulator.chances import SETS_CARELESSLY, happens
from services.simulator.player import Skill

_HOPELESS_VALUE: Final = 5


def chosen_setting(state: Round, seat: int, skill: Skill, luck: Random) -> Setting | None:
    """The setting a player tells; none where the dealer is asked for the house way."""
    if skill == "asks":
        return None
    hand = state.hands[str(seat)]
    if skill == "careless" and happens(luck, SETS_CARELESSLY):
        return luck.choice(splits(hand))
    return basic(hand)[0]


def is_hopeless(setting: Setting) -> bool:
    """Nobody shows such a hand with pride."""
    high = rank(pair_of(setting.high))
    return not high.is_pair and high.value <= _HOPELESS_VALUE
