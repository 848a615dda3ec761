"""All that craps adds to what is shown of any game."""

from typing import Final

from domain.games.craps.views.in_play import Shown
from domain.games.craps.views.round_row import ROUND_PARTS
from domain.games.seam.masking import NOTHING_HIDDEN
from domain.games.seam.search import SearchParts
from domain.games.seam.views import Views
from domain.written import MOST_SEATS

VIEWS: Final = Views(
    round=ROUND_PARTS,
    in_play=Shown,
    search=SearchParts(
        said="craps",
        dice=2,
        dice_example="6-1",
        dice_told="two at craps such as 6-1",
        last_seat=MOST_SEATS,
    ),
    masking=NOTHING_HIDDEN,
)
