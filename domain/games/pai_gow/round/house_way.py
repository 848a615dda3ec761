"""How the house way in force sets a hand: as filed for that hand, else as the named way does."""

from typing import NamedTuple

import msgspec

from domain.games.pai_gow.layout.filed_way import base_way
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.round.play import Play
from domain.games.pai_gow.round.turn import open_round_of


class Allowed(NamedTuple):
    """The settings that are lawful, the first being what is set when nothing is said."""

    settings: list[Setting]
    by_exception: bool | msgspec.UnsetType = msgspec.UNSET
    """Told, and true, where an exception was filed for the hand."""

    def allows(self, told: Setting) -> bool:
        return any(map(told.same_as, self.settings))

    def told(self) -> str:
        """As a refusal says it."""
        high, low = " ".join(self.settings[0].high), " ".join(self.settings[0].low)
        return f"sets {high} high and {low} low"


def by_house_way(play: Play, hand: tuple[str, ...]) -> Allowed:
    """An exception binds to one setting; the named way may leave several that rank alike."""
    state, rules = open_round_of(play)
    filed, way = play.game.filed, state.terms.house_way
    if filed is not None:
        assert filed.name == way, f"round {state.id} is set by {way}, not by {filed.name}"
        exception = filed.setting_of(hand)
        if exception is not None:
            return Allowed([exception], by_exception=True)
    return Allowed(rules.game.house_settings(base_way(way), hand))


def way_told(play: Play, by: Allowed) -> str:
    """The way in force by its name, and whether what binds the hand is an exception to it."""
    named = f"the house way `{base_way(open_round_of(play)[0].terms.house_way)}`"
    return f"{named}, by the exception filed for this hand," if by.by_exception is True else named
