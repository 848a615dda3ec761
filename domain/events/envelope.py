"""What every event carries, in the order it is written."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from domain.controls import Controls
from domain.findings import Findings
from domain.money import assert_balanced
from domain.proofs import Proofs

SALT_BYTES: Final = 16
"""128 bits: nobody guesses them."""
Salt: TypeAlias = Annotated[
    str | None,
    msgspec.Meta(
        description="128 random bits as 32 hex digits, so that the public hash of the event gives"
        " no hand away; masked with the pieces, null where nothing is stored, left out by events"
        " that were stored before there were salts"
    ),
]
Stream: TypeAlias = Literal["table", "meter", "day", "seal"]


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=True, gc=False):
    """One fact, made by the rules; its envelope is filled in as it takes its place in a stream."""

    VERSION: ClassVar[int] = 1
    STREAM: ClassVar[Stream] = "table"
    """Which of the streams it belongs to."""
    OF_ROUND: ClassVar[bool] = False
    """Whether it is a fact of the round that is being played."""
    IN_ORDER: ClassVar[bool] = False
    """Whether it happens on the layout: not before what happened there already."""
    BRINGS_EQUIPMENT: ClassVar[bool] = False
    """Whether fresh pieces or dice come to the table by it."""
    EXCEPTION: ClassVar[str | None] = None
    """Of a correction: the exception that it is where it says that it is `exceptional`."""

    version: int = 1
    key: str = ""
    seq: int = 0
    table: str | None = None
    session: int | None = None
    round: str | None = None
    day: str = ""
    shift: int = 1
    """Of the gaming day, from 1."""
    at: str = ""
    recorded: str = ""
    actor: dict[str, str] | None = None
    command_id: str | None = None
    rule: str | None = None

    def cents_changed(self) -> int:
        """What a correction changed: of what is wagered, else of what the tray has."""
        return 0


class Posting(Event, frozen=True, kw_only=True, tag=True):
    """Moves money: account to cents, debit positive, sum zero. Unbalanced, it cannot be built."""

    entries: dict[str, int]
    tray_below: int | msgspec.UnsetType = msgspec.UNSET
    """What the tray lacked after it, where it went below zero by this: an exception to answer."""

    def __post_init__(self) -> None:
        assert_balanced(self.entries)


def into_tray(events: Iterable[Event]) -> int:
    """What the events put into the tray, less what they take out of it; cents."""
    postings = (event for event in events if isinstance(event, Posting))
    return sum(event.entries.get("tray", 0) for event in postings)


class CashPosting(Posting, frozen=True, kw_only=True, tag=True):
    """Moves money that may be a player's cash, which the currency report counts."""

    happened_on: str | msgspec.UnsetType = msgspec.UNSET
    """Of cash that was told late: the gaming day it is of, before the one it was recorded in."""
    told_on: str | msgspec.UnsetType = msgspec.UNSET
    """Of cash that was told late: the gaming day it was recorded in, which counts it too."""


class RoundEvent(Event, frozen=True, kw_only=True, tag=True):
    """A fact of one round."""

    OF_ROUND: ClassVar[bool] = True
    IN_ORDER: ClassVar[bool] = True


class ShowsPieces(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A fact of one round that shows pieces of hands.

    Everybody knows its hash. Where a hand is hidden, whoever knows the rest of the event could try
    one hand after another until the hash fits: the salt is what such a one does not know.
    """

    salt: Salt | msgspec.UnsetType = msgspec.UNSET

    def masked(self, is_hidden: Callable[[str], bool]) -> "ShowsPieces":
        """With the pieces of these places masked; itself where it shows none of theirs."""
        raise NotImplementedError


class RoundPosting(Posting, frozen=True, kw_only=True, tag=True):
    """A fact of one round that moves money."""

    OF_ROUND: ClassVar[bool] = True
    IN_ORDER: ClassVar[bool] = True


class Stamp(msgspec.Struct, frozen=True):
    """When and by whom: what the desk knows and the rules do not."""

    at: str
    recorded: str
    day: str
    actor: dict[str, str] | None = None
    command_id: str | None = None
    shift: int = 1
    audited: str = ""
    """Every gaming day up to this one is audited; none where it is empty."""
    latest: str = ""
    """No moment after this one is believed now; empty: after the one it is recorded at."""
    controls: Controls = "basic"
    """The house's: full ones are held at every table, whatever it elected."""
    proofs: Proofs | None = None
    """Who proved that they signed; None: nobody signs in here, and no proof is asked for."""
    findings: Findings = Findings()
    """Of the day that is closed."""
    salt: bytes | None = None
    """Random bits that salts are made of. They are kept nowhere: whoever had them could
    work out the salts. None: nothing is stored, and nothing salted."""
    seal_key: str | None = None
    """That has sealed the log since its first checkpoint; known where a key is to give way."""
    happened_on: str = ""
    """The gaming day of `at`, whichever day it is posted to; empty where no clock was asked."""
    today: str = ""
    """The gaming day in which it is recorded; empty where no clock was asked."""
    again: bool = False
    """It was accepted before, and is decided again: what the controls ask of whoever tells it was
    asked then."""

    def __repr__(self) -> str:
        """What a log may tell: the salt is no part of it."""
        return f"Stamp(at={self.at!r}, day={self.day!r}, command_id={self.command_id!r})"

    def salt_at(self, key: str, seq: int) -> str | None:
        """Of the event in this place; one that is shown tells nothing of another that is not."""
        if self.salt is None:
            return None
        place = f"{key}/{seq}".encode()
        return hashlib.blake2b(place, key=self.salt, digest_size=SALT_BYTES).hexdigest()

    def envelope(self) -> dict[str, Any]:
        return {
            "at": self.at,
            "recorded": self.recorded,
            "day": self.day,
            "shift": self.shift,
            "actor": self.actor,
            "command_id": self.command_id,
        }
