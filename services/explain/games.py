"""How each game is told: its own events, and the terms a table of it is opened under."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from domain.events import Event
from domain.games.craps.game import CRAPS
from domain.games.library import LIBRARY
from domain.games.pai_gow.game import PAI_GOW
from services.explain.craps.phrases import terms_told as craps_terms
from services.explain.craps.round_story import ROUND_STORY as CRAPS_ROUND
from services.explain.craps.settlement_story import SETTLEMENT_STORY as CRAPS_SETTLEMENT
from services.explain.pai_gow.phrases import terms_told as pai_gow_terms
from services.explain.pai_gow.round_story import ROUND_STORY
from services.explain.pai_gow.settlement_story import SETTLEMENT_STORY
from services.explain.scene import Scene

Story: TypeAlias = Mapping[type[Event], Callable[[Scene, Any], list[str]]]


class GameStory(NamedTuple):
    """What a game tells for itself; what it does not, any table tells."""

    events: Story
    terms_told: Callable[[Mapping[str, Any]], str]
    """A submission's elections, as they were recorded."""


OF_GAMES: Final[dict[str, GameStory]] = {
    PAI_GOW.name: GameStory({**ROUND_STORY, **SETTLEMENT_STORY}, pai_gow_terms),
    CRAPS.name: GameStory({**CRAPS_ROUND, **CRAPS_SETTLEMENT}, craps_terms),
}


def terms_told(regulation: str, recorded: Mapping[str, Any]) -> str:
    """What was elected under a regulation, as its game tells it."""
    return OF_GAMES[LIBRARY.by_regulation[regulation].name].terms_told(recorded)
