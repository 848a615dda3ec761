"""Whether a message asks once more for what another asked for, or has just come again itself."""

from datetime import datetime
from typing import Final

import msgspec

from services.desk import Answer
from services.kafka.delivery import Delivery

_MOST: Final = 10_000


class Placed(msgspec.Struct):
    """Of an event: where it stands, and since when."""

    key: str
    seq: int
    recorded: datetime


_PLACED: Final = msgspec.json.Decoder(Placed)


def read_place(state: bytes) -> Placed:
    return _PLACED.decode(state)


class Repeats:
    """Remembers which message has brought a command, of the last ones."""

    def __init__(self) -> None:
        self._brought: dict[str, str] = {}

    def note(self, one: Delivery) -> None:
        """The first to bring it, before it is answered; what is rejected unread brings nothing."""
        if one.request is None or one.command_id is None:
            return
        if one.command_id not in self._brought:
            while len(self._brought) >= _MOST:
                del self._brought[next(iter(self._brought))]
            self._brought[one.command_id] = one.place

    def is_one(self, one: Delivery, accepted: Answer) -> bool:
        """Of a command that was accepted before. An id that was made of the message's place can
        only be this very message. One that somebody named is another's if that is remembered, or
        if the message was written when the events were there already."""
        if not one.is_named or one.command_id is None:
            return False
        if self._brought.get(one.command_id, one.place) != one.place:
            return True
        recorded = read_place(accepted.events[0]).recorded
        return bool(one.record.timestamp / 1000 > recorded.timestamp())
