"""All that pai gow adds to what is shown of any game."""

from typing import Final

from domain.games.pai_gow.views.in_play import Shown
from domain.games.pai_gow.views.masking import MASKING
from domain.games.pai_gow.views.round_row import ROUND_PARTS
from domain.games.pai_gow.views.search import SEARCH
from domain.games.seam.views import Views

VIEWS: Final = Views(round=ROUND_PARTS, in_play=Shown, search=SEARCH, masking=MASKING)
