"""Events to bytes and back. Stored bytes never change; old versions are lifted when read."""

import functools
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.events import craps as of_craps
from domain.events import day as of_day
from domain.events import meter as of_meter
from domain.events import round as of_round
from domain.events import seal as of_seal
from domain.events import table as of_table
from domain.events.envelope import Event, Posting, Stream
from domain.gaming_day import day_after

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

EVENT_TYPES: Final[tuple[type[Event], ...]] = (
    of_table.TableOpened,
    of_table.ChipsBought,
    of_table.TableFilled,
    of_table.TableCredited,
    of_table.TilesSetOut,
    of_table.TilesChanged,
    of_table.DiceChanged,
    of_table.TrayCounted,
    of_table.TableClosed,
    of_table.DropCounted,
    of_round.RoundOpened,
    of_round.BankPassed,
    of_round.BankAccepted,
    of_round.WagerPlaced,
    of_round.WagerWithdrawn,
    of_craps.WagerCalledOn,
    of_round.BetsClosed,
    of_round.TilesCut,
    of_round.DeliveryChosen,
    of_round.DiceRolled,
    of_round.NoRollCalled,
    of_round.TilesReshuffled,
    of_round.NumberAnnounced,
    of_round.TilesDealt,
    of_round.CardsDealt,
    of_round.HandSet,
    of_round.HouseSet,
    of_round.HandSurrendered,
    of_round.TileExposed,
    of_round.HandVoided,
    of_round.HandPlayedOn,
    of_round.WagerAbandoned,
    of_round.WagerSettled,
    of_round.VigorishTaken,
    of_round.ProgressivePaid,
    of_round.DealerWagerSettled,
    of_round.BankSettled,
    of_round.WagerReturned,
    of_round.RoundClosed,
    of_round.RoundVoided,
    of_corrections.BankCorrected,
    of_corrections.WagerCorrected,
    of_corrections.RollCorrected,
    of_corrections.DealCorrected,
    of_corrections.SettingCorrected,
    of_corrections.EntryCorrected,
    of_books.BoxRemoved,
    of_books.MarkerPaid,
    of_books.VigorishOwed,
    of_books.VigorishRecovered,
    of_books.ExceptionAcknowledged,
    of_books.ComplaintMade,
    of_books.DisputeHeld,
    of_books.DisputeRuled,
    of_meter.MeterOpened,
    of_meter.MeterContributed,
    of_meter.MeterFunded,
    of_meter.MeterPaid,
    of_meter.MeterReset,
    of_day.DayClosed,
    of_day.AlertRaised,
    of_day.AlertAcknowledged,
    of_seal.SealKeyRotated,
)


def kinds_of(*bases: type[Event], stream: Stream | None = None) -> frozenset[type[Event]]:
    """Events of these classes by their own type, of one stream where it is named.

    Looking up a type costs a fraction of `isinstance`, and most folds care about few of them.
    """
    return frozenset(
        kind for kind in EVENT_TYPES if issubclass(kind, bases) and stream in (None, kind.STREAM)
    )


POSTINGS: Final = kinds_of(Posting)
UPCASTERS: Final[dict[str, Upcaster]] = {}
"""By topic: each lifts an event's object by one version, until a current one is reached."""


class UnknownEvent(ValueError):
    """A topic that this build does not know."""


def topic_of(event: Event | type[Event]) -> str:
    """The explicit name and version an event is stored and published under."""
    return _topic(event if isinstance(event, type) else type(event))


@functools.cache
def _topic(kind: type[Event]) -> str:
    return f"pitledger.{kind.__name__}.v{kind.VERSION}"


_DECODERS: Final = {topic_of(kind): msgspec.json.Decoder(kind) for kind in EVENT_TYPES}
_ENCODER: Final = msgspec.json.Encoder()


def encode(event: Event) -> bytes:
    """The bytes that are stored, published and hashed."""
    return _ENCODER.encode(event)


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
