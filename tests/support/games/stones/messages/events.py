"""The event that stones alone has."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.events.envelope import Event, ShowsPieces
from domain.unseen import mask_pieces


class StonesDrawn(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """Every place has its stone, face down."""

    hands: dict[str, tuple[str, ...]]

    def masked(self, is_hidden: Callable[[str], bool]) -> "StonesDrawn":
        hidden = {at: mask_pieces(one) for at, one in self.hands.items() if is_hidden(at)}
        return replace(self, hands={**self.hands, **hidden}) if hidden else self


EVENTS: Final[tuple[type[Event], ...]] = (StonesDrawn,)
