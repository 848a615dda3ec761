"""Drop boxes: off the table, carried to the count room, counted once each."""

from domain.commands.books import RemoveBox
from domain.commands.table import CountDrop
from domain.controls import BOX_REMOVED, DROP_AFTER_CLOSE, DROP_ONCE, TABLE_OPEN
from domain.events import Event
from domain.events.books import BoxRemoved
from domain.events.envelope import Stamp
from domain.events.table import DropCounted
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.table.books import Box
from domain.table.state import Table


def remove_box(table: Table, command: RemoveBox, stamp: Stamp) -> list[Event]:
    box = _box_to_remove(table, command)
    carrier = command.carrier or (stamp.actor["id"] if stamp.actor else None)
    if box.removed and carrier is None:
        reason = f"box {box.number} is off {table.name} already; name its `carrier`"
        raise BooksRefuse(BOX_REMOVED, reason)
    return [
        BoxRemoved(
            session=box.session,
            box=box.number,
            period=box.period,
            estimated=box.drop,
            carrier=carrier,
        )
    ]


def _box_to_remove(table: Table, command: RemoveBox) -> Box:
    """The one at the table, or one that came off with a count and was not carried yet."""
    session = _session_of(table, command.session)
    boxes = [box for box in table.books.boxes if box.session == session]
    if table.books.box is not None and table.books.box.session == session:
        boxes.insert(0, table.books.box)
    for box in boxes:
        if command.box in (None, box.number) and box.carrier is None:
            return box
    which = "an uncarried box" if command.box is None else f"box {command.box}"
    for box in boxes:
        if box.number == command.box:
            reason = f"{which} of session {session} left {table.name} with {box.carrier}"
            raise BooksRefuse(BOX_REMOVED, reason)
    reason = f"{table.name} has no {which.removeprefix('an ')} of session {session} to take off"
    raise BooksRefuse(BOX_REMOVED, reason)


def count_drop(table: Table, command: CountDrop, _: Stamp) -> list[Event]:
    box = box_to_count(table, command)
    return [
        DropCounted(
            session=box.session,
            amount=command.total(),
            estimated=box.drop,
            cash=command.cash,
            counter_checks=command.counter_checks,
            vouchers=command.vouchers,
            coupons=command.coupons,
            box=box.number,
            period=box.period,
            coupons_estimated=box.coupons,
            entries=transfer(command.total(), to="cage", source="drop_box"),
        )
    ]


def box_to_count(table: Table, command: CountDrop) -> Box:
    """The box that is named, or the first one of the session that is not counted."""
    session = _session_of(table, command.session)
    for box in table.books.boxes:
        if box.session == session and command.box in (None, box.number):
            return box
    standing = table.books.box
    if standing is None or standing.session != session:
        which = "the drop" if command.box is None else f"box {command.box}"
        reason = f"{which} of session {session} of {table.name} is counted, or never was"
        raise BooksRefuse(DROP_ONCE, reason)
    if command.box is None:
        reason = (
            f"session {session} of {table.name} is open and none of its boxes waits to be counted;"
            f" take box {standing.number} off or close the table first"
        )
        raise BooksRefuse(DROP_AFTER_CLOSE, reason)
    if command.box < standing.number:
        reason = f"box {command.box} of session {session} of {table.name} is counted;"
        reason += " what was keyed in wrong is put right with correct_entry"
        raise BooksRefuse(DROP_ONCE, reason)
    at = f"is at {table.name}; take it off first"
    if command.box > standing.number:
        at = f"never stood at {table.name}, where box {standing.number} is the last one"
    raise BooksRefuse(BOX_REMOVED, f"box {command.box} of session {session} {at}")


def _session_of(table: Table, named: int | None) -> int:
    session = named or table.session
    if session > table.session or table.session == 0:
        raise BooksRefuse(TABLE_OPEN, f"table {table.name} has had no session {session}")
    return session
