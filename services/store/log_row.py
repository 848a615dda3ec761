"""What the store keeps beside an event's bytes, read out of the bytes again."""

import re
from typing import Final, NamedTuple

import msgspec

from domain.messages.events import decode

_ROUND: Final = re.compile(r"([A-Za-z0-9_]{1,32})-(\d{1,9})-(\d{1,9})")
_ROUNDS_A_SESSION: Final = 10**9


class _Envelope(msgspec.Struct, gc=False):
    event: str
    version: int
    key: str
    seq: int
    day: str
    recorded: str
    round: str | None = None
    command_id: str | None = None


_ENVELOPE: Final = msgspec.json.Decoder(_Envelope)


class BadEntry(ValueError):
    """Bytes in the log that are no event."""


class RoundPlace(NamedTuple):
    """A round's table, and its place among the rounds of that table."""

    table: str
    number: int


class LogRow(NamedTuple):
    """An event as it lies in the log, with all that its row has."""

    position: int
    key: str
    seq: int
    topic: str
    state: bytes
    round: str | None
    day: str
    recorded: str
    command_id: str | None


def read_row(position: int, state: bytes) -> LogRow:
    """The whole row out of the bytes alone. Raises BadEntry with the place in the log."""
    try:
        told = _ENVELOPE.decode(state)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadEntry(f"event {position} of the log cannot be read: {error}") from None
    topic = f"pitledger.{told.event}.v{told.version}"
    return LogRow(
        position, told.key, told.seq, topic, state, told.round, told.day, told.recorded,
        told.command_id,
    )  # fmt: skip


def day_of(row: LogRow) -> str:
    """The gaming day it belongs to, as everybody reads it."""
    if row.day <= row.recorded[:10]:
        return row.day
    return decode(row.topic, row.state).day


def place_of_round(round_id: str) -> RoundPlace | None:
    """None for what is no round."""
    found = _ROUND.fullmatch(round_id)
    if found is None:
        return None
    return RoundPlace(found[1], int(found[2]) * _ROUNDS_A_SESSION + int(found[3]))
