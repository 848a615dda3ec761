"""The places around a craps table."""

from random import Random

from services.tools.simulator.craps.player import LINE, CrapsPlayer, newcomer
from services.tools.simulator.craps.terms import CrapsTerms
from services.tools.simulator.seats import Seats


class CrapsSeats(Seats[CrapsPlayer]):
    """The players of one table."""

    main_wager = LINE["with"]

    def __init__(self, table: str, terms: CrapsTerms, luck: Random) -> None:
        super().__init__(table, terms, luck)
        self._layout = terms

    def newcomer(self, name: str) -> CrapsPlayer:
        return newcomer(name, self._layout, self._luck)
