"""The log as a dashboard may have it: every event, with hands and players' cash masked for good.

What is masked is decided from the event alone, never from how far its round is: a message is
published once and kept by whoever reads it, so what is hidden in play stays so on this topic.
"""

from typing import ClassVar, Final

import msgspec

from domain.events import encode, topic_of
from domain.events.envelope import ShowsPieces
from domain.messages.events import UnknownEvent, decode
from services.kafka.relay import CannotPublish, Relay
from services.kafka.sending import Message, Row, as_message
from services.kafka.topics import Topics
from services.sight import Sight, masked

MASKED: Final = "pl_masked"
"""What was masked, `hands` or `cash`; without it the value is the stored bytes."""
DASHBOARD: Final = Sight(hands=False, cash=False)
"""The strictest there is: who reads a topic has no role."""


class MaskedRelay(Relay):
    """Beside the other one, with a lease and a position of its own: neither holds the other up."""

    name: ClassVar[str] = "masked relay"

    def _its_topic(self, topics: Topics) -> str:
        return topics.masked

    def _message(self, row: Row) -> Message:
        return as_masked(row, self._source)


def as_masked(row: Row, source: str) -> Message:
    """Nothing goes out that was not looked at: what cannot be read stops here. CannotPublish."""
    position, key, seq, kind, state = row
    if not DASHBOARD.may_be_kept_from(kind):
        return as_message(row, source)
    try:
        event = decode(kind, state)
    except (msgspec.MsgspecError, UnknownEvent) as error:
        raise CannotPublish(
            f"{key}/{seq} at {position} cannot be masked, so neither it nor what follows is"
            f" published: {error}; use the build that has written it"
        ) from None
    shown = masked(event, DASHBOARD, None)
    if shown is event:
        return as_message(row, source)
    value = encode(shown)
    what = b"hands" if isinstance(event, ShowsPieces) else b"cash"
    message = as_message((position, key, seq, topic_of(shown), value), source)
    message.headers.append((MASKED, what))
    return message
