"""The events that evidence shows, read out of their stored bytes."""

from dataclasses import dataclass

import msgspec

from domain.events import Event
from domain.events.seal import SealKeyRotated
from domain.messages.events import UnknownEvent, decode
from domain.money import Unbalanced
from services.evidence.files import Entry, Evidence
from services.evidence.verdicts import Changed, Unreadable


class _Head(msgspec.Struct):
    """By what an event is known."""

    event: str
    version: int


@dataclass(frozen=True, slots=True)
class Shown:
    """An event, and its place in the log."""

    entry: Entry
    event: Event

    @property
    def index(self) -> int:
        return self.entry.index

    @property
    def name(self) -> str:
        return type(self.event).__name__

    @property
    def place(self) -> str:
        """In its stream, as `ce_id` names it."""
        return f"{self.event.key}/{self.event.seq}"

    def told(self) -> str:
        """Which event it is, for whoever looks for it."""
        return f"{self.name} {self.place}, index {self.index}"


def shown_events(evidence: Evidence) -> list[Shown]:
    """In the log's order."""
    return [Shown(entry, _read(entry, line)) for entry, line in evidence.shown()]


def is_rotation(shown: Shown) -> bool:
    """No part of the round: it tells which key signs after which."""
    return isinstance(shown.event, SealKeyRotated)


def _read(entry: Entry, line: bytes) -> Event:
    try:
        head = msgspec.json.decode(line, type=_Head)
        return decode(f"pitledger.{head.event}.v{head.version}", line)
    except Unbalanced as error:
        raise Changed(f"the event at index {entry.index}: {error}") from None
    except UnknownEvent as error:
        raise Unreadable(
            f"the event at index {entry.index}: {error}; a newer version of this program may"
        ) from None
    except (ValueError, TypeError, RecursionError) as error:
        raise Unreadable(f"the event at index {entry.index} cannot be read: {error}") from None
