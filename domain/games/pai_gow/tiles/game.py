"""The game of tiles, as a round needs it: who is higher, what may be set, what is dealt."""

from dataclasses import dataclass

from domain.games.pai_gow.layout.positions import TILE_RING
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.tiles.house_way import BASIC, HOUSE_WAYS, pair_of
from domain.games.pai_gow.tiles.ranking import hand_name, rank


@dataclass(frozen=True, slots=True)
class TilesGame:
    """Pai gow with tiles. Jurisdictions differ in one point of comparing."""

    zero_ties_to_house: bool
    """Value zero against value zero goes to the house whatever the tiles (MD 3.H(2))."""

    ring: tuple[str, ...] = TILE_RING
    high_size: int = 2
    low_size: int = 2
    in_stacks: bool = True
    piece: str = "tile"

    def in_order(self, setting: Setting) -> bool:
        """The high hand does not rank below the low hand."""
        return rank(pair_of(setting.high)) >= rank(pair_of(setting.low))

    def house_settings(self, way: str | None, hand: tuple[str, ...]) -> list[Setting]:
        return HOUSE_WAYS[way or BASIC](hand)

    def higher(self, seat: tuple[str, ...], house: tuple[str, ...]) -> bool:
        """The seat's hand outranks the house's; a copy does not."""
        mine, theirs = rank(pair_of(seat)), rank(pair_of(house))
        if self.zero_ties_to_house and mine.is_zero and theirs.is_zero:
            return False
        return mine > theirs

    def low_cannot_win(self, low: tuple[str, ...]) -> bool:
        """A low hand of value zero never wins (10.7(h), (i); MD 8.G, 8.H)."""
        return rank(pair_of(low)).is_zero

    def name(self, hand: tuple[str, ...]) -> str:
        return hand_name(pair_of(hand))
