"""What may be elected of each game; a submission may name it all, and its regulation refuses."""

from functools import cache
from typing import Final

from domain.game_names import GAME_OF
from domain.games.library import from_each
from domain.written import Strict

ELECTIONS: Final[dict[str, type[Strict]]] = from_each("elections.elections", "Elections")


@cache
def elections_elsewhere(regulation: str) -> frozenset[str]:
    """The elections that other games have, and the one played under the regulation has not."""
    own = ELECTIONS.get(GAME_OF.get(regulation, ""), Strict)
    every = frozenset(name for one in ELECTIONS.values() for name in one.model_fields)
    return every - own.model_fields.keys()
