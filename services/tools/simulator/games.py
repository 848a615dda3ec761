"""Who plays a game at a simulated table, chosen by the game of its layout."""

from collections.abc import Callable
from random import Random
from typing import Final

from domain.games.craps.game import CRAPS
from domain.games.library import LIBRARY
from domain.games.pai_gow.game import PAI_GOW
from services.tools.simulator.craps.play import CrapsPlay
from services.tools.simulator.game_play import GamePlay
from services.tools.simulator.lawful_table import LawfulTable
from services.tools.simulator.pai_gow.play import PaiGowPlay
from services.tools.simulator.terms import Terms

OF_GAMES: Final[dict[str, Callable[[LawfulTable, Terms, Random], GamePlay]]] = {
    PAI_GOW.name: PaiGowPlay,
    CRAPS.name: CrapsPlay,
}


def play_at(table: LawfulTable, terms: Terms, luck: Random) -> GamePlay:
    return OF_GAMES[LIBRARY.by_regulation[terms.regulation].name](table, terms, luck)
