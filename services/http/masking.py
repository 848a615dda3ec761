"""Tiles that must not be seen yet, or ever: masked for all but surveillance and auditors."""

from typing import Final

from msgspec.structs import replace

from domain.events import Event, topic_of
from domain.events.round import CardsDealt, HandSet, HouseSet, TilesDealt
from domain.positions import DEAD
from projections.rounds import RoundRow, SetHands

MASK: Final = "??"
SEES_ALL: Final = frozenset({"surveillance", "auditor"})
TOPICS_WITH_TILES: Final = frozenset(
    topic_of(kind) for kind in (TilesDealt, CardsDealt, HandSet, HouseSet)
)


def _masked(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return (MASK,) * len(pieces)


def mask_event(event: Event, surrendered: tuple[int, ...] | None) -> Event:
    """`surrendered`: the seats that gave up, once the round is finished; None before that."""
    if isinstance(event, TilesDealt | CardsDealt):
        hands = {
            place: _masked(tiles) if _hidden(place, surrendered) else tiles
            for place, tiles in event.hands.items()
        }
        return replace(event, hands=hands)
    if isinstance(event, HandSet | HouseSet):
        place = str(event.seat) if isinstance(event, HandSet) else event.position
        if _hidden(place, surrendered):
            return replace(event, high=_masked(event.high), low=_masked(event.low))
    return event


def mask_round(row: RoundRow) -> RoundRow:
    finished = row.phase in ("closed", "voided")
    surrendered = row.surrendered if finished else None
    hands = {
        place: _masked(tiles) if _hidden(place, surrendered) else tiles
        for place, tiles in row.hands.items()
    }
    settings = {
        place: SetHands(_masked(hand.high), _masked(hand.low))
        if _hidden(place, surrendered)
        else hand
        for place, hand in row.settings.items()
    }
    return replace(row, hands=hands, settings=settings)


def _hidden(place: str, surrendered: tuple[int, ...] | None) -> bool:
    """In play everything is; afterwards the dead hand and what was surrendered stay so."""
    return surrendered is None or place == DEAD or place in map(str, surrendered)
