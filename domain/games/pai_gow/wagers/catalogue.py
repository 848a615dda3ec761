"""Every wager of pai gow, in the order they are listed, and settled at a seat."""

from typing import Final, TypeAlias

from domain.games.pai_gow.wagers.on_dice import ON_THE_DICE
from domain.games.pai_gow.wagers.on_hands import ON_PAIRS, ON_THE_HANDS, ON_THE_METER
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.wagers.catalogue import Catalogue

PaiGowCatalogue: TypeAlias = Catalogue[PaiGowWager]

CATALOGUE: Final[PaiGowCatalogue] = Catalogue((ON_THE_HANDS, *ON_THE_DICE, ON_PAIRS, ON_THE_METER))
