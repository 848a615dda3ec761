"""Given these commands, when this command, then these events or this refusal."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import pytest

from domain.events import Event
from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table, decide, meter_of
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.refusals import Refused
from tests.support.domain.asked import Asked

Kind = TypeVar("Kind", bound=Event)
Refusal: TypeAlias = type[Refused]

NAME: Final = "PG01"
EVENING: Final = "2026-11-15T20:00:00Z"


@dataclass(frozen=True, slots=True)
class Happened:
    """What came of some commands: the table after them, and the events they made."""

    table: Table
    events: tuple[Event, ...]
    meter: Meter | None = None

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[Kind]) -> Kind:
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} {kind.__name__} among {self.names()}"
        return found[0]

    def names(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


def new_table() -> Table:
    """A table that was never opened."""
    return Table(name=NAME)


def stamp(asked: Asked) -> Stamp:
    """When and by whom: as the command says, or one evening by nobody in particular."""
    at = asked.get("at", EVENING)
    assert isinstance(at, str)
    day = GamingDay().of(parse_moment(at)).isoformat()
    who, which = asked.get("actor"), asked.get("command_id")
    return Stamp(at=at, recorded=at, day=day, actor=who, command_id=which)


def when(table: Table, *commands: Asked, meter: Meter | None = None) -> Happened:
    """Every command is accepted, one after another."""
    events: list[Event] = []
    for asked in commands:
        command = parse_command(asked)
        name = meter_of(table, command)
        if name is not None and meter is None:
            meter = Meter(name=name)
        table, made, after = decide(table, command, stamp(asked), meter if name else None)
        meter = after or meter
        events += made
    return Happened(table, tuple(events), meter)


def given(*commands: Asked) -> Table:
    """The table after these commands."""
    return when(new_table(), *commands).table


def history(*commands: Asked) -> Happened:
    """A table's whole history."""
    return when(new_table(), *commands)


def then_refused(
    table: Table,
    asked: Asked,
    *,
    rule: str | None = None,
    kind: Refusal = Refused,
    meter: Meter | None = None,
) -> Refused:
    """The command is refused, by this paragraph, and the table is as it was to the byte."""
    before = msgspec.json.encode(table)
    command = parse_command(asked)
    with pytest.raises(kind) as caught:
        decide(table, command, stamp(asked), meter)
    refusal = caught.value
    assert refusal.rule, f"{asked} is refused without a rule"
    assert refusal.reason, f"{asked} is refused without a reason"
    assert rule is None or refusal.rule == rule
    assert msgspec.json.encode(table) == before
    return refusal


def estimated_drop(table: Table) -> int:
    """What all boxes that are not counted should hold."""
    standing = () if table.books.box is None else (table.books.box,)
    return sum(box.drop for box in (*table.books.boxes, *standing))


def tray_of(events: tuple[Event, ...]) -> int:
    """What these events did to the tray, by their entries alone."""
    return account_totals(events).get("tray", 0)


def account_totals(events: tuple[Event, ...]) -> dict[str, int]:
    """Debits less credits of each account."""
    totals: dict[str, int] = {}
    for event in events:
        entries: dict[str, Any] = getattr(event, "entries", {})
        for account, cents in entries.items():
            totals[account] = totals.get(account, 0) + cents
    return totals
