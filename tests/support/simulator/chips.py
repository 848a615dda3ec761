"""Chips that went between the tray and the players beside buy-ins and rounds."""

from collections.abc import Iterable
from typing import Final

from domain.events import Event
from domain.events.books import DisputeRuled, MarkerPaid, VigorishOwed, VigorishRecovered
from domain.events.corrections import EntryCorrected

BESIDE: Final = (MarkerPaid, VigorishOwed, VigorishRecovered, DisputeRuled, EntryCorrected)


def taken_in_beside_play(events: Iterable[Event]) -> int:
    """What the tray took in, in cents; below zero what it gave."""
    return sum(one.entries.get("tray", 0) for one in events if isinstance(one, BESIDE))
