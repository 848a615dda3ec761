"""Events to bytes, which never change once they are stored."""

import functools
from typing import Final

import msgspec

from domain.events.envelope import Event

_ENCODER: Final = msgspec.json.Encoder()


def topic_of(event: Event | type[Event]) -> str:
    """The explicit name and version an event is stored and published under."""
    return _topic(event if isinstance(event, type) else type(event))


@functools.cache
def _topic(kind: type[Event]) -> str:
    return f"pitledger.{kind.__name__}.v{kind.VERSION}"


def encode(event: Event) -> bytes:
    """The bytes that are stored, published and hashed."""
    return _ENCODER.encode(event)
