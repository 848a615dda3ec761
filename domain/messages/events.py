"""All events, and bytes back to them: old versions are lifted when they are read."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.events import shared
from domain.events.encoding import topic_of
from domain.events.envelope import Event, Posting, Stream
from domain.game_library import LIBRARY
from domain.gaming_day import day_after

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    *shared.OF_ANY_TABLE,
    *LIBRARY.events,
    *shared.OF_PROPERTY,
)


def kinds_of(*bases: type[Event], stream: Stream | None = None) -> frozenset[type[Event]]:
    """Events of these classes by their own type, of one stream where it is named.

    Looking up a type costs a fraction of `isinstance`, and most folds care about few of them.
    """
    return frozenset(
        kind for kind in EVENT_TYPES if issubclass(kind, bases) and stream in (None, kind.STREAM)
    )


CORRECTIONS: Final = tuple(kind for kind in EVENT_TYPES if kind.EXCEPTION is not None)
"""Of what was told of a round; each names the exception that it may be."""
POSTINGS: Final = kinds_of(Posting)
UPCASTERS: Final[dict[str, Upcaster]] = {}
"""By topic: each lifts an event's object by one version, until a current one is reached."""


class UnknownEvent(ValueError):
    """A topic that this build does not know."""


_DECODERS: Final = {topic_of(kind): msgspec.json.Decoder(kind) for kind in EVENT_TYPES}


def decode(topic: str, data: bytes) -> Event:
    """Read an event of any version that was ever written."""
    decoder = _DECODERS.get(topic)
    event = _decode_old(topic, data) if decoder is None else decoder.decode(data)
    # Compared as text first: a gaming day is hardly ever the calendar's next one.
    return event if event.day <= event.recorded[:10] else _believed(event)


def _believed(event: Event) -> Event:
    """An event stamped with a day to come, before clocks were held, is of the day it was recorded.

    Where the sun rises early a gaming day may be one ahead of the calendar in UTC.
    """
    recorded = event.recorded[:10]
    if event.STREAM == "day" or not recorded or event.day <= day_after(recorded):
        return event
    return replace(event, day=recorded)


def _decode_old(topic: str, data: bytes) -> Event:
    content: dict[str, Any] = msgspec.json.decode(data)
    while topic not in _DECODERS:
        upcaster = UPCASTERS.get(topic)
        if upcaster is None:
            raise UnknownEvent(f"no event is known as {topic}")
        content = upcaster(content)
        topic = f"pitledger.{content['event']}.v{content['version']}"
    return _DECODERS[topic].decode(msgspec.json.encode(content))
