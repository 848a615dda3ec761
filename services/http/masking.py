"""Tiles that must not be seen yet, or ever: masked for all but surveillance and auditors."""

from typing import Final

from msgspec.structs import replace

from domain.events import Event, topic_of
from domain.events.round import CardsDealt, HandSet, HouseSet, TilesDealt
from domain.positions import DEAD
from domain.setting import Setting
from projections.rounds.row import RoundRow

MASK: Final = "??"
SEES_ALL: Final = frozenset({"surveillance", "auditor"})
TOPICS_WITH_TILES: Final = frozenset(
    topic_of(kind) for kind in (TilesDealt, CardsDealt, HandSet, HouseSet)
)


def _masked(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return (MASK,) * len(pieces)


def mask_event(event: Event, finished: RoundRow | None) -> Event:
    """`finished`: the event's round once it is; None before that."""
    # Tiles that were told wrong may be those of the dead hand, or of one that gave up.
    shown = finished is not None and event.seq > finished.counts_from
    surrendered = finished.surrendered if finished is not None and shown else None
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
        place: Setting(_masked(hand.high), _masked(hand.low))
        if _hidden(place, surrendered)
        else hand
        for place, hand in row.settings.items()
    }
    return replace(row, hands=hands, settings=settings)


def _hidden(place: str, surrendered: tuple[int, ...] | None) -> bool:
    """In play everything is; afterwards the dead hand and what was surrendered stay so."""
    return surrendered is None or place == DEAD or place in map(str, surrendered)
