"""The game of cards, as a round needs it: who is higher, what may be set."""

from dataclasses import dataclass
from typing import Final

from domain.games.pai_gow.cards import setting as seven
from domain.games.pai_gow.cards.house_way import HOUSE_WAYS
from domain.games.pai_gow.cards.naming import hand_name
from domain.games.pai_gow.cards.ranking import HIGH_SIZE, LOW_SIZE, Wheel, rank
from domain.games.pai_gow.layout.positions import DEALER, SEATS
from domain.games.pai_gow.layout.setting import Setting

CARD_RING: Final = (DEALER, *map(str, SEATS))
"""Cards have no dead hand: a ring of seven."""


@dataclass(frozen=True, slots=True)
class CardsGame:
    """Pai gow poker, as one licensee plays it."""

    wheel: Wheel
    """Where ace to five stands among the straights (19:47-11.3(b), (d))."""

    ring: tuple[str, ...] = CARD_RING
    high_size: int = HIGH_SIZE
    low_size: int = LOW_SIZE
    in_stacks: bool = False
    piece: str = "card"

    def in_order(self, setting: Setting) -> bool:
        """The five do not rank below the two."""
        return seven.in_order(setting, self.wheel)

    def house_settings(self, way: str | None, hand: tuple[str, ...]) -> list[Setting]:
        """What the house may set, the first being what it sets when nothing is said."""
        return HOUSE_WAYS[way](hand, self.wheel)

    def higher(self, seat: tuple[str, ...], house: tuple[str, ...]) -> bool:
        """The seat's hand outranks the house's; a copy does not."""
        return rank(seat, self.wheel) > rank(house, self.wheel)

    def low_cannot_win(self, low: tuple[str, ...]) -> bool:
        """Every low hand of cards may win."""
        return False

    def name(self, hand: tuple[str, ...]) -> str:
        return hand_name(hand, self.wheel)
