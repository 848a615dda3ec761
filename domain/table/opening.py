"""Opening and closing a table, counting its tray and its drop box."""

from domain.commands.fields import inventory_cents
from domain.commands.table import CloseTable, CountDrop, CountTray, OpenTable
from domain.controls import (
    DROP_AFTER_CLOSE,
    DROP_ONCE,
    ROUND_FINISHED,
    TABLE_CLOSED,
    TABLE_OPEN,
)
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.events.table import DropCounted, TableClosed, TableOpened, TrayCounted
from domain.meter.changes import join
from domain.meter.state import Meter
from domain.money import transfer
from domain.refusals import BooksRefuse, WrongMoment
from domain.regulations import regulation_in_force
from domain.table.state import Table
from domain.terms import Terms, terms_of


def require_open(table: Table) -> None:
    if not table.is_open:
        raise WrongMoment(TABLE_OPEN, f"table {table.name} is not open; open it first")


def _chips(inventory: int | dict[str, int]) -> dict[str, int] | None:
    return None if isinstance(inventory, int) else inventory


def open_table(table: Table, meter: Meter | None, command: OpenTable, _: Stamp) -> list[Event]:
    if table.is_open:
        reason = f"table {table.name} is open, in session {table.session}; close it first"
        raise WrongMoment(TABLE_CLOSED, reason)
    regulation = regulation_in_force(command.submission.regulation)
    regulation.check(command.submission)
    way = regulation.house_way_of(command.submission)
    elected = command.submission.model_copy(update={"house_way": way})
    submission = elected.model_dump(mode="json")
    joined = _join_meter(meter, terms_of(submission))
    opener = inventory_cents(command.inventory)
    return [
        TableOpened(
            session=table.session + 1,
            rule=regulation.cites.tiles_change,
            regulation=regulation.ref,
            regulation_hash=regulation.content_hash(),
            submission=submission,
            submission_hash=elected.content_hash(),
            opener=opener,
            inventory=_chips(command.inventory),
            entries=transfer(opener, to="tray", source="cage"),
        ),
        *joined,
    ]


def _join_meter(meter: Meter | None, terms: Terms) -> list[MeterEvent]:
    if terms.progressive is None:
        return []
    assert meter is not None
    return join(meter, terms.progressive)


def count_tray(table: Table, command: CountTray, _: Stamp) -> list[Event]:
    require_open(table)
    return [
        TrayCounted(
            counted=inventory_cents(command.inventory),
            expected=table.tray,
            inventory=_chips(command.inventory),
            roll=command.roll,
        )
    ]


def close_table(table: Table, command: CloseTable, _: Stamp) -> list[Event]:
    require_open(table)
    if table.round is not None:
        raise WrongMoment(
            ROUND_FINISHED, f"round {table.round.id} is not finished; settle it first"
        )
    counted = inventory_cents(command.inventory)
    return [
        TableClosed(
            counted=counted,
            expected=table.tray,
            inventory=_chips(command.inventory),
            entries=transfer(counted, to="cage", source="tray"),
        )
    ]


def count_drop(table: Table, command: CountDrop, _: Stamp) -> list[Event]:
    session = command.session or table.session
    if session > table.session or table.session == 0:
        raise BooksRefuse(TABLE_OPEN, f"table {table.name} has had no session {session}")
    if table.is_open and session == table.session:
        reason = f"session {session} of {table.name} is open; its box is counted after it closes"
        raise BooksRefuse(DROP_AFTER_CLOSE, reason)
    if session not in table.uncounted:
        reason = f"the drop of session {session} of {table.name} is already counted"
        raise BooksRefuse(DROP_ONCE, reason)
    return [
        DropCounted(
            session=session,
            amount=command.total(),
            estimated=table.uncounted[session],
            cash=command.cash,
            counter_checks=command.counter_checks,
            vouchers=command.vouchers,
            coupons=command.coupons,
            entries=transfer(command.total(), to="cage", source="drop_box"),
        )
    ]
