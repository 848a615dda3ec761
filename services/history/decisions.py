"""Every accepted command decided again, on the state that it found, by the rules it was under."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from msgspec import UNSET

from domain.commands import Command
from domain.day.calendar import Calendar
from domain.day.evolve import evolve_day
from domain.day.state import Day
from domain.events import Event
from domain.events.day import DayEvent
from domain.events.envelope import CashPosting, Posting, Stamp
from domain.events.meter import MeterEvent
from domain.events.round import RoundClosed, RoundVoided
from domain.events.table import TableOpened
from domain.game_library import LIBRARY, Library, library_of
from domain.history.round_commands import NoCommand
from domain.hosting import Decided, Table, decide_again, evolve, meter_of
from domain.meter.evolve import evolve_meter
from domain.meter.state import Meter, meter_key
from domain.refusals import Refused
from services.history.commands import commands_of
from services.history.event_differences import EventDifference, differences, written

T = TypeVar("T")

_CHANCE: Final = ("salt",)
"""No rule makes it: it is taken as it is stored."""
_NOT_IN_THE_LOG: Final = {
    "day": "the findings that a day is closed with are the service's, and not in the log",
    "seal": "which key was in force is checked with the checkpoints",
}


class NotDecided(Exception):
    """What a command is decided by is not in the log; with the reason."""


class Difference(Exception):
    """What the rules make of a command is not what is stored."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        """Which of the command's events is the first that differs."""


@dataclass(slots=True)
class States:
    """Tables, meters and the calendar as the log has made them so far."""

    tables: dict[str, Table]
    meters: dict[str, Meter]
    days: dict[str, Day]
    calendar: Calendar

    @classmethod
    def at_first(cls) -> "States":
        return cls({}, {}, {}, Calendar())

    def follow(self, event: Event) -> None:
        """One event as it is stored. Raises AssertionError, or whatever a fold cannot take."""
        if isinstance(event, MeterEvent):
            meter = self.meter(event.meter)
            self.meters[meter.key] = evolve_meter(meter, event)
        elif isinstance(event, DayEvent):
            day = evolve_day(self.days.get(event.day) or Day(day=event.day), event)
            self.days[event.day], self.calendar = day, self.calendar.after(day)
        else:
            self.tables[event.key] = evolve(self.table(event.key), event)

    def table(self, name: str) -> Table:
        return self.tables.get(name) or Table(name=name)

    def meter(self, name: str) -> Meter:
        return self.meters.get(meter_key(name)) or Meter(name=name)

    def keep(self, decided: Decided) -> None:
        self.tables[decided.table.name] = decided.table
        if decided.meter is not None:
            self.meters[decided.meter.key] = decided.meter


def is_settlement(group: Sequence[Event]) -> bool:
    """Whether wagers were decided, or a round ended, by it."""
    return any(
        isinstance(event, RoundClosed | RoundVoided)
        or (event.OF_ROUND and isinstance(event, Posting) and bool(event.entries))
        for event in group
    )


def decide_group(states: States, group: Sequence[Event]) -> frozenset[str]:
    """The command that left these events, decided again; the states go on by what is stored.

    Returns the fields that the events do not record, and would today. Raises Difference or
    NotDecided; the states are then as they were.
    """
    again = decided_again(states, group)
    if not again.unrecorded:
        states.keep(again.decided)
    else:
        for event in group:
            states.follow(event)
    return again.unrecorded


class DecidedAgain(NamedTuple):
    """A command as it was given, and what the rules make of it now as they did then."""

    command: Command
    decided: Decided
    unrecorded: frozenset[str]
    """Fields that the events do not record, and would today."""


def decided_again(states: States, group: Sequence[Event]) -> DecidedAgain:
    """The command that left these events, on the states as they are; these stay as they were.

    Raises Difference or NotDecided.
    """
    if group[0].STREAM not in ("table", "meter"):
        raise NotDecided(_NOT_IN_THE_LOG.get(group[0].STREAM, f"it is of no table: {group[0].key}"))

    def decided(command: Command) -> DecidedAgain:
        made = _decide(states, command, group)
        return DecidedAgain(command, made, _compare(group, made.events))

    return first_without_difference(_ways(states, group), decided)


def first_without_difference(ways: Iterable[Command], decide: Callable[[Command], T]) -> T:
    """Of the first way to give a command that leads to the stored events; there is at least one.

    Raises the Difference of the likeliest.
    """
    likeliest: Difference | None = None
    for command in ways:
        try:
            return decide(command)
        except Difference as found:
            likeliest = likeliest or found
    assert likeliest is not None
    raise likeliest


def _ways(states: States, group: Sequence[Event]) -> Iterator[Command]:
    try:
        yield from commands_of(group, states.table(group[0].table or "").regulation)
    except NoCommand as reason:
        raise Difference(len(group) - 1, str(reason)) from None


def _decide(states: States, command: Command, group: Sequence[Event]) -> Decided:
    assert command.table is not None
    table = states.table(command.table)
    games = _games_of(group[0])
    try:
        return decide_at(table, states, command, group[0], games)
    except Refused as refusal:
        what = f"the rules refuse `{command.command}`: {refusal.rule}: {refusal.reason}"
        raise Difference(0, what) from None
    except Exception as error:  # noqa: BLE001  whatever the rules cannot take is a difference
        what = f"`{command.command}` cannot be decided on what is stored: {error!r}"
        raise Difference(0, what) from None


def decide_at(
    table: Table, states: States, command: Command, event: Event, games: Library = LIBRARY
) -> Decided:
    """A command that left the event, at a table; meters and days are as the log made them.

    Raises Refused.
    """
    name = meter_of(table, command, games)
    meter = None if name is None else states.meter(name)
    return decide_again(table, command, _stamp(states, event), meter, games)


def _games_of(event: Event) -> Library:
    """Those in force, which know earlier versions too; a table was opened under that of its day."""
    if not isinstance(event, TableOpened):
        return LIBRARY
    games = library_of(event.regulation)
    if games is None:
        known = f"this version of Pitledger does not know {event.regulation}"
        raise Difference(0, f"{known}: verify with the one that it was opened by")
    return games


def _stamp(states: States, event: Event) -> Stamp:
    """As the desk stamped it."""
    late = event if isinstance(event, CashPosting) else None
    return Stamp(
        at=event.at,
        recorded=event.recorded,
        day=event.day,
        actor=event.actor,
        command_id=event.command_id,
        shift=event.shift,
        audited=states.calendar.audited,
        happened_on=(late and late.happened_on) or "",
        today=(late and late.told_on) or "",
    )


def _compare(stored: Sequence[Event], made: Sequence[Event]) -> frozenset[str]:
    """Which fields the stored events lack. Raises Difference."""
    unrecorded: set[str] = set()
    for found in differences(stored, made, _CHANCE):
        one = found.stored
        if one is None or not found.fields or not _lacks(one, found.fields):
            raise Difference(found.at, _words(found))
        unrecorded.update(f"{type(one).__name__}.{name}" for name in found.fields)
    return frozenset(unrecorded)


def _lacks(stored: Event, names: Iterable[str]) -> bool:
    """An event that was stored before a field was added, or before a control had a name to cite."""
    values = {name: getattr(stored, name) for name in names}
    return all(
        value is UNSET or (name == "rule" and value is None) for name, value in values.items()
    )


def _words(found: EventDifference) -> str:
    """Both values of what differs, and the paragraph that the rules cite."""
    stored, made = found.stored, found.made
    if made is None:
        return f"{type(stored).__name__} is stored, and the rules do not make it"
    if stored is None:
        return f"the rules make {type(made).__name__} after it, and it is not stored"
    if not found.fields:
        return f"{type(stored).__name__} is stored, and the rules make {type(made).__name__}"
    both = [
        f"{name} is {written(getattr(stored, name), 'untold')}"
        f" and comes out as {written(getattr(made, name), 'untold')}"
        for name in found.fields
    ]
    cited = f" ({made.rule})" if made.rule else ""
    return f"{'; '.join(both)}{cited}"
