"""Who plays a game at a simulated table, chosen by the game of its layout."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from domain.game_library import LIBRARY
from domain.games.craps.game import GAME as CRAPS
from domain.games.pai_gow.game import GAME as PAI_GOW
from projections.floor.view import TableView
from services.tools.simulator.craps import finishing as craps_finishing
from services.tools.simulator.craps.play import CrapsPlay
from services.tools.simulator.finishing import Move
from services.tools.simulator.game_play import GamePlay
from services.tools.simulator.lawful_table import LawfulTable
from services.tools.simulator.pai_gow import finishing as pai_gow_finishing
from services.tools.simulator.pai_gow.play import PaiGowPlay
from services.tools.simulator.terms import Terms

OF_GAMES: Final[dict[str, Callable[[LawfulTable, Terms, Random], GamePlay]]] = {
    PAI_GOW.name: PaiGowPlay,
    CRAPS.name: CrapsPlay,
}


def play_at(table: LawfulTable, terms: Terms, luck: Random) -> GamePlay:
    return OF_GAMES[LIBRARY.by_regulation[terms.regulation].name](table, terms, luck)


class Finishing(NamedTuple):
    """How a game that somebody else began is ended: its round, and what lies there after it."""

    finishing: Callable[[TableView, Random], Iterator[Move]]
    giving_back: Callable[[TableView, str], Iterator[Move]]


_FINISHING: Final = {
    PAI_GOW.name: Finishing(pai_gow_finishing.finishing, pai_gow_finishing.giving_back),
    CRAPS.name: Finishing(craps_finishing.finishing, craps_finishing.giving_back),
}


def finishing_at(regulation: str) -> Finishing:
    return _FINISHING[LIBRARY.by_regulation[regulation].name]
