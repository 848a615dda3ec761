"""How players set their hands, and when they give them up."""

from random import Random
from typing import Final

from domain.games.pai_gow.cards.house_way import lawful
from domain.games.pai_gow.cards.ranking import PokerHand
from domain.games.pai_gow.cards.ranking import rank as rank_cards
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import Regulation, regulation_for
from domain.games.pai_gow.round.state import Round
from domain.games.pai_gow.tiles.house_way import pair_of, splits
from domain.games.pai_gow.tiles.ranking import rank
from services.tools.simulator.chances import happens
from services.tools.simulator.pai_gow.chances import SETS_CARELESSLY
from services.tools.simulator.pai_gow.player import Skill

_WAY: Final = "basic"
_HOPELESS_VALUE: Final = 5


def chosen_setting(state: Round, seat: int, skill: Skill, luck: Random) -> Setting | None:
    """The setting a player tells; none where the dealer is asked for the house way."""
    if skill == "asks":
        return None
    hand = state.hands[str(seat)]
    game = regulation_for(state.regulation, state.terms.wheel).game
    if skill == "careless" and happens(luck, SETS_CARELESSLY):
        return luck.choice(lawful_settings(state, hand))
    return game.house_settings(_WAY, hand)[0]


def lawful_settings(state: Round, hand: tuple[str, ...]) -> list[Setting]:
    if regulation_for(state.regulation).game.in_stacks:
        return splits(hand)
    return lawful(hand, "lowest" if state.terms.wheel == "lowest" else "second")


def is_hopeless(setting: Setting, rules: Regulation) -> bool:
    """Nobody shows such a hand with pride."""
    if not rules.game.in_stacks:
        return rank_cards(setting.high, "second").hand is PokerHand.NOTHING
    high = rank(pair_of(setting.high))
    return not high.is_pair and high.value <= _HOPELESS_VALUE
