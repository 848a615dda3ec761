"""Versions that are no longer opened under; their rounds are still decided and replayed by them."""

from dataclasses import replace
from typing import Final

from domain.games.craps.regulations.nj_craps import NJ_CRAPS
from domain.games.craps.regulations.reading import FIRST

NJ_CRAPS_1: Final = replace(
    NJ_CRAPS,
    version=1,
    reading=FIRST,
    recorded_hash="b536a9c50386b612224e64c266ded8f9fd10057c426a3d4dec9658bbe6e260d2",
)

EARLIER: Final = (NJ_CRAPS_1,)
