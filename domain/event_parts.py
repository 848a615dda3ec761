"""What the games add to the events that all of them share."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.games.library import from_each
from domain.parts import Parts

_OF_GAMES: Final[dict[str, Mapping[str, type[msgspec.Struct]]]] = from_each(
    "messages.parts", "PARTS"
)


def _added_to(event: str) -> Parts:
    return Parts(parts.get(event) for parts in _OF_GAMES.values())


OPENED: Final = _added_to("RoundOpened")
ROLLED: Final = _added_to("DiceRolled")
ROLL_CORRECTED: Final = _added_to("RollCorrected")
ENDED: Final = _added_to("RoundEnded")
