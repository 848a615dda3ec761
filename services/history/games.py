"""The games whose stored rounds are decided again, by name and by regulation."""

from typing import Final

from domain.games.craps.game import CRAPS
from domain.games.craps.history.history import CrapsHistory
from domain.games.library import LIBRARY
from domain.games.pai_gow.game import PAI_GOW
from domain.games.pai_gow.history.history import PaiGowHistory
from domain.history.game_history import GameHistory

OF_GAMES: Final[dict[str, GameHistory]] = {
    PAI_GOW.name: PaiGowHistory(),
    CRAPS.name: CrapsHistory(),
}

HOUSE_SETS: Final = frozenset(one.house_set for one in OF_GAMES.values() if one.house_set)


def history_of(regulation: str) -> GameHistory:
    """By the regulation, as it is named or as it was recorded."""
    return OF_GAMES[LIBRARY.by_regulation[regulation].name]
