"""What stones adds to the events that every game shares: the stone of the house."""

from collections.abc import Mapping
from typing import Final

import msgspec


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """What stones adds to the end of a round."""

    house_stone: str | msgspec.UnsetType = msgspec.UNSET
    """Of a round that was called off there is none."""


PARTS: Final[Mapping[str, type[msgspec.Struct]]] = {"RoundEnded": Ended}
