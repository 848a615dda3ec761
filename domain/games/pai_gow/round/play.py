"""What a decision of the game is made on: its table, its state there, and the rules in force."""

from typing import NamedTuple

from domain.games.pai_gow.regulations.regulation import Regulation
from domain.games.pai_gow.round.state import PaiGow
from domain.table.state import Table


class Play(NamedTuple):
    """A table that hosts the game, as a command finds it."""

    table: Table
    game: PaiGow
    rules: Regulation
    """Those of the round being played, else of the session."""
